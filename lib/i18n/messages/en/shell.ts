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
  signOut: 'Sign out',
  roles: {
    owner: 'Owner',
    admin: 'Admin',
    agent: 'Agent',
  },
  notFound: {
    title: 'There is nothing here',
    why: 'The address is not complete, or what was here has been removed.',
    way: 'Go to your accounts',
  },
} as const
