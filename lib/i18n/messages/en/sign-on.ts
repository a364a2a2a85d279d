/** What happens when a sign-on link is opened: the question whether to take somebody's place, and ways forward. */
export const signOn = {
  accounts: 'Go to your accounts',
  again: 'Try again',
  clearCookies: 'Delete cookies',
  openAgain: 'Open the account again',
  backTo: 'Back to {host}',
  switchTitle: 'Open {account} as {user}?',
  switchHeld:
    '{holder} has this account open in this browser. If you continue, that session ends and what was not saved there is lost.',
  switchFree: 'This browser asks before it opens the account in another name than before.',
  switchTo: 'Continue as {user}',
  keep: 'Keep the current one',
} as const
