/** The path that leads managers from an empty instance to the first account that a program opens. */
export const firstSteps = {
  title: 'Set up Latchkey',
  why: 'Five steps to the first account that a program opens. They take about five minutes.',
  progress: '{done, number} of {all, number}',
  continue: 'Continue',
  isDone: 'Done:',
  hide: 'Hide this list',
  opens:
    '{name} {all, select, true {can open all accounts.} other {{count, plural, =0 {can’t open any account.} one {can open one account ({example}).} other {can open #{more} accounts (for example {example}).}}}}',
  opensNone: '{name} can’t open any account yet.',
  selectAccounts: 'Select accounts',
  called: 'Token {token}, sign-in link {link}, account opened {opened}',
  allow: {
    title: 'Let {name} open {account}?',
    submit: 'Let it open {account}',
    why: 'All keys of this user that aren’t limited to other accounts can open the account at once.',
  },
  steps: {
    account: {
      title: 'Add an account',
      why: 'Programs and agents open accounts.',
      action: 'Add account',
    },
    program: {
      title: 'Add the program',
      why: 'A service user owns the keys of the program, and opens the accounts that you select.',
      action: 'Add program',
    },
    key: {
      title: 'Generate its key',
      why: 'Purpose, owner, and expiry are filled in. You copy the secret once, then step 4 opens.',
      action: 'Generate key',
    },
    call: {
      title: 'Make the first call',
      why: 'Waits for your program, and explains what comes.',
    },
    agent: {
      title: 'Invite an agent',
      why: 'A colleague who opens accounts with one click.',
      action: 'Invite agent',
    },
  },
  live: {
    waiting: 'Waiting',
    reached: {
      token: 'Run this where your program runs, with the secret that you copied. This page follows each call.',
      link: 'The token arrived. Waiting for the sign-in link.',
      opened: 'The sign-in link was created. Open it in a browser within 15 seconds.',
    },
    refused: {
      token: 'The token was refused. Waiting for the next try.',
      link: 'The token arrived, the sign-in link was refused. Waiting for the next try.',
      opened: 'The sign-in link didn’t open the account. Waiting for the next try.',
    },
    refusedAt: '{time}, refused with {status}',
    asked: 'Your call asked for “{account}”.',
    solved: 'It can open it now. Call again.',
    again: 'Or call again with <code>accountId={id}</code>',
    samples: 'Show the calls again',
  },
  finished: {
    title: 'Latchkey works',
    why: 'A program opened its first account.',
    opened: 'First account opened at {time}',
    by: 'By {name}, with the key “{key}”',
    events: 'See what happened',
    next: 'What comes next',
    overview: 'Show overview',
    places: {
      import: { title: 'Import accounts', why: 'From a CSV file, checked before anything is written' },
      provider: { title: 'Connect your provider', why: 'Your company’s sign-in, tested before it is switched on' },
      launcher: { title: 'Open the launcher', why: 'What your agents see' },
    },
  },
} as const
