/** The frame around every page of the portal: header, menu, and the page for unknown URLs. */
export const shell = {
  description: 'Open your accounts with one click.',
  skipToContent: 'Skip to content',
  mainNavigation: 'Main',
  adminNavigation: 'Administration',
  breadcrumbs: 'Breadcrumbs',
  jump: 'Jump to…',
  accounts: 'Accounts',
  overview: 'Overview',
  usersAndAccess: 'Users and access',
  manageAccounts: 'Manage accounts',
  activity: 'Activity',
  accessRequests: 'Access requests',
  settings: 'Settings',
  yourAccount: 'Your account',
  factorMissing: 'Second factor missing',
  theme: 'Theme',
  themes: {
    system: 'System',
    light: 'Light',
    dark: 'Dark',
  },
  language: 'Language',
  openIn: { title: 'Open accounts in', 'this-tab': 'This tab', 'new-tab': 'New tab' },
  shortcuts: {
    title: 'Keyboard shortcuts',
    show: 'Show this list',
    jump: 'Jump to an account, page, or action',
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
  /** Replaces the sign-in form until the first owner exists. */
  setUpNeeded: {
    title: 'Latchkey isn’t set up yet',
    why: 'Create the first owner with the set-up link that Latchkey printed when it started. Look in the terminal or the server log.',
    newLink: 'The link works for 24 hours. Until there’s an owner, each start prints a new one.',
    docker: 'With Docker:',
    ownerMissing: 'This Latchkey has no owner yet',
  },
  /** A set-up or set-password link without its token. */
  incompleteLink: {
    title: 'This link is incomplete',
    why: 'The code after “?token=” is missing. Copy the whole link and open it again.',
  },
  notFound: {
    title: 'Page not found',
    why: 'The URL is incomplete, or the page was removed.',
    way: 'Go to your accounts',
  },
  pages: {
    next: 'Next',
    previous: 'Previous',
    pageOf: 'Page {page, number} of {pages, number}',
  },
} as const
