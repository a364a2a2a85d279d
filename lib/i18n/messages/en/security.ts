/** The page on which people look after their own password and sessions. */
export const security = {
  title: 'Your security',
  why: 'Your password, and the places where you are signed in.',
  password: {
    title: 'Password',
    lastSet: 'Set <time></time>. Changing it signs you out everywhere else.',
    current: 'Current password',
    new: 'New password',
    wrong: 'This isn’t your current password.',
    newHint: 'At least 15 characters of any kind.',
    submit: 'Change password',
    changed: 'Your password is changed.',
    alsoSignedOut:
      '{count, plural, =0 {You were signed in nowhere else.} one {You are signed out in one other place.} other {You are signed out in # other places.}}',
    unknownOutcome:
      'We don’t know whether your password was changed. Try again. If the current password is refused, the new one is already in effect.',
  },
  sessions: {
    title: 'Where you are signed in',
    why: 'End what you do not recognise, then change your password. Accounts opened from there are closed too.',
    browser: 'Browser',
    address: 'Address',
    since: 'Since',
    lastSeen: 'Last used',
    actions: 'Actions',
    browserOn: '{browser} on {system}',
    unknownBrowser: 'Unknown browser',
    current: 'This browser',
    end: 'End',
    endNamed: 'End the session: {browser}, {address}',
    endOthers: 'End all others',
    ended: 'The session has ended.',
    othersEnded:
      '{count, plural, =0 {There were no other sessions.} one {The other session has ended.} other {# other sessions have ended.}}',
  },
} as const
