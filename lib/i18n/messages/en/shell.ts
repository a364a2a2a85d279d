/** The frame around every page of the portal: header, menu, pages that were not found. */
export const shell = {
  description: 'Opens your accounts with one click.',
  skipToContent: 'Skip to the content',
  mainNavigation: 'Main',
  accounts: 'Accounts',
  usersAndAccess: 'Users and access',
  manageAccounts: 'Manage accounts',
  activity: 'Activity',
  yourSecurity: 'Your security',
  theme: 'Theme',
  themes: {
    system: 'System',
    light: 'Light',
    dark: 'Dark',
  },
  language: 'Language',
  shortcuts: {
    title: 'Keyboard shortcuts',
    show: 'Show this list',
    single: 'Single-character shortcuts: / ? p',
    on: 'On',
    off: 'Off',
  },
  signOut: 'Sign out',
  roles: {
    owner: 'Owner',
    admin: 'Admin',
    agent: 'Agent',
  },
  /** In place of the sign-in form while no one can sign in. */
  setUpNeeded: {
    title: 'Latchkey isn’t set up yet',
    why: 'Create the first owner with the set-up link that Latchkey printed when it started. You find it in the terminal or in the server’s log.',
    newLink: 'The link works for 24 hours. Each start prints a new one until there is an owner.',
    docker: 'With Docker:',
    ownerMissing: 'This Latchkey has no owner yet',
  },
  /** A set-up or set-password link without its token. */
  incompleteLink: {
    title: 'This link is incomplete',
    why: 'It ends with “?token=” and a code, and the code is missing. Copy the whole link and open it again.',
  },
  notFound: {
    title: 'There is nothing here',
    why: 'The address is not complete, or what was here has been removed.',
    way: 'Go to your accounts',
  },
  pages: {
    next: 'Next',
    previous: 'Previous',
    pageOf: 'Page {page, number} of {pages, number}',
  },
} as const
