/** Settings › Sign-in: who needs a second factor. */
export const signInSettings = {
  title: 'Sign-in',
  why: 'How users sign in to the portal.',
  factor: {
    title: 'Second factor',
    why: 'A passkey or an authenticator app: with it, a stolen password isn’t enough to sign in.',
    legend: 'Who needs a second factor',
    policies: {
      off: 'Off',
      offered: 'Offered',
      managers: 'Required for owners and admins',
      all: 'Required for everyone',
    },
    meanings: {
      off: 'No one can add a second factor. Users who have one are still asked for it.',
      offered: 'Everyone can add a second factor. No one has to.',
      managers: 'Owners and admins need a second factor. Agents can add one.',
      all: 'Owners, admins, and agents need a second factor.',
    },
    without:
      '{count, plural, =0 {Everyone who needs one has one.} one {One user who needs one doesn’t have one yet.} other {# users who need one don’t have one yet.}}',
    next: 'Users without one have 7 days to add it, from their next sign-in. After that, they have to add one to sign in.',
    users: 'Show all users without one',
    onlyOwners: 'Only owners can change this.',
    ownFirst: 'You don’t have a second factor yourself. Add one before you require it.',
    offeredFirst: 'You don’t have a second factor yourself. To require one, choose “Offered” first, and add yours.',
    addOwn: 'Add a second factor',
  },
} as const
