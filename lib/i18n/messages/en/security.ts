/** The page "Your security": password and sessions of the signed-in user. */
export const security = {
  title: 'Your security',
  why: 'Your password, and where you’re signed in.',
  password: {
    title: 'Password',
    lastSet: 'Last changed <time></time>. Changing it signs you out everywhere else.',
    current: 'Current password',
    new: 'New password',
    wrong: 'This isn’t your current password.',
    newHint: 'Use at least 15 characters.',
    submit: 'Change password',
    changed: 'Your password was changed.',
    alsoSignedOut:
      '{count, plural, =0 {You weren’t signed in anywhere else.} one {You were signed out in one other place.} other {You were signed out in # other places.}}',
    unknownOutcome:
      'We don’t know whether your password was changed. Try again. If your current password is refused, the new one is already in effect.',
  },
  sessions: {
    title: 'Where you’re signed in',
    why: 'If you don’t recognize a session, end it and change your password. Ending a session also closes the accounts opened from it.',
    browser: 'Browser',
    address: 'IP address',
    since: 'Signed in',
    lastSeen: 'Last used',
    actions: 'Actions',
    browserOn: '{browser} on {system}',
    unknownBrowser: 'Unknown browser',
    current: 'This browser',
    end: 'End',
    endNamed: 'End session: {browser}, {address}',
    endOthers: 'End all others',
    ended: 'The session was ended.',
    othersEnded:
      '{count, plural, =0 {There were no other sessions.} one {One other session was ended.} other {# other sessions were ended.}}',
  },
} as const
