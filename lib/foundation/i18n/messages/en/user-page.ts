/** The page of a user, for managers: also the sheet of a user who leaves. */
export const userPage = {
  title: 'User',
  secrets: {
    title: 'Secrets this user may know',
    rotateAll: 'Rotate all',
    none: 'No secret, webhook, or link that this user has seen works now.',
    hidden:
      '{count, plural, one {# more secret belongs to a key that only owners manage.} other {# more secrets belong to keys that only owners manage.}}',
    actsAs: 'Acts as {owner}',
    generated: 'Generated <when></when>',
    lastUsed: 'Last used <when></when>',
    neverUsed: 'Not used yet',
    openAccounts: '{count, plural, one {# account open now} other {# accounts open now}}',
    steps: {
      rotate: 'Rotate',
      waiting: 'New secret not used yet',
      retiring: 'Works until <when></when>',
      blocked: 'Retire the old secret first',
      refused: 'Owner deactivated',
      handed_over: 'Handed over to someone else',
    },
  },
  webhooks: { since: 'Webhook, signing secret seen <when></when>' },
  links: {
    hand_over: 'Hand-over link, works until <when></when>',
    set_password: 'Set-password link, works until <when></when>',
  },
  keys: { title: 'API keys owned', none: 'No API key acts as this user.' },
  sessions: { title: 'Sessions', endAll: 'End all', none: 'Not signed in anywhere.' },
  open: {
    title: 'Open accounts',
    none: 'No account is open.',
    fromPortal: 'Opened <when></when>',
    byKey: 'Opened <when></when> by an API key',
  },
  opened: { title: 'Opened last', none: 'This user hasn’t opened an account yet.' },
  facts: { title: 'Facts', added: 'Added', deactivated: 'Deactivated' },
  names: {
    title: 'Names to approve',
    why: 'The user chose these names. Approve them only if they are the user’s own: your directory and your colleagues find people by them.',
    username: 'Username',
    email: 'Email',
    requested: 'Requested',
    approve: 'Approve',
    reject: 'Reject',
    approveTitle: 'Approve the names of {name}?',
    approveWhy: 'From now on, {name} signs in with {names}, and is found by it.',
    approveSubmit: 'Approve names',
    rejectTitle: 'Reject the names of {name}?',
    rejectWhy:
      '{name} doesn’t get {names}. If one of these names is already in use, it is taken away: an email address is removed, and a username becomes a random one.',
    rejectSubmit: 'Reject names',
    waiting:
      '{count, plural, one {A user asks for a new username or email address:} other {# users ask for a new username or email address:}}',
  },
  events: 'Activity',
  noEvents: 'No events yet.',
  allEvents: 'View all',
  endDialog: {
    title: 'End all sessions of {name}?',
    effect:
      '{count, plural, =0 {No session is open.} one {One browser is signed out immediately. Accounts opened from there close, too.} other {# browsers are signed out immediately. Accounts opened from there close, too.}}',
    submit: 'End sessions',
  },
  rotateDialog: {
    title: 'Rotate every key whose secret {name} knows?',
    effect: 'You get a new secret for each key. The program that uses the key needs it within 7 days.',
    after:
      '24 hours after the first use of the new secret, the old one stops working, and so do the tokens issued with it.',
    batch: 'Up to {max, number} keys are rotated at a time. {count, number} are left.',
    submit: '{count, plural, one {Rotate # key} other {Rotate # keys}}',
  },
  secretsDialog: {
    title: '{count, plural, =0 {No key was rotated} one {One new secret} other {# new secrets}}',
    once: 'Copy the secrets now. You won’t see them again.',
    stored: 'I have stored the secrets',
    forgotten: 'The secrets are no longer shown. Rotate a key again to get another one.',
    lost: 'The old secrets keep working until the new ones are used.',
    copyAll: 'Copy all',
    pending: 'Each new secret stops working unless it is used by {when}.',
    remaining: '{count, plural, one {# more key is left to rotate.} other {# more keys are left to rotate.}}',
  },
} as const
