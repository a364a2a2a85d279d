/** The pages behind a sign-in link: the question before it replaces another session, and the ways out of a refusal. */
export const ssoEntry = {
  accounts: 'Go to your accounts',
  again: 'Try again',
  clearCookies: 'Delete cookies',
  openAgain: 'Open the account again',
  backTo: 'Back to {host}',
  switchTitle: 'Open {account} as {user}?',
  switchHeld:
    '{holder} has this account open in this browser. If you continue, that session ends and unsaved changes in it are lost.',
  switchFree: 'Another user had this account open in this browser. That session has already ended.',
  switchTo: 'Continue as {user}',
  keep: 'Keep the current one',
} as const
