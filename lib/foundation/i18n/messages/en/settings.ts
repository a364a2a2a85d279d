/** The home of the settings: its navigation, and the form of a card. */
export const settings = {
  title: 'Settings',
  organization: 'Organization',
  signIn: 'Sign-in',
  provisioning: 'Provisioning',
  webhooks: 'Webhooks',
  notices: 'Notices',
  noticesWhy:
    'Emails that Latchkey sends: invitations, password links, and notices. Each user chooses their own notices.',
  paused: '{count, number} paused',
  notSaved: 'Not saved yet',
  saved: 'Saved',
  discard: 'Discard',
  save: 'Save',
} as const
