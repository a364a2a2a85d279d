/** The pages of an opened account, and the page that explains why its session ended. */
export const account = {
  bar: {
    signedInAs: 'Signed in as {name}',
    left: '{time} left',
    renew: 'Extend session',
    end: 'End and return',
  },
  lead: 'This account is open in this tab. You can open other accounts next to it. Each has its own session.',
  place: 'Current page',
  facts: {
    account: 'Account',
    name: 'Name',
    id: 'Account ID',
    language: 'Language and region',
    landing: 'Landing path',
    session: 'Session',
    person: 'Signed in as',
    opened: 'Opened',
    byPerson: 'From the account list',
    byProgram: 'By a program with an API key',
    since: 'Opened at',
    idleEnd: 'Ends if unused',
    absoluteEnd: 'Ends at the latest',
    returnsTo: 'Returns to',
    ownAccounts: 'Your accounts',
  },
  over: {
    none: {
      title: 'This account isn’t open here',
      why: 'It wasn’t opened in this browser, or its session has ended.',
    },
    ended: {
      title: 'This session has ended',
      why: 'It was ended in this browser, or a newer session replaced it.',
    },
    idle: {
      title: 'This session has ended',
      why: 'For your security, sessions end after 30 minutes without use.',
    },
    absolute: {
      title: 'This session has ended',
      why: 'For your security, sessions end after 8 hours.',
    },
    withdrawn: {
      title: 'You can no longer use this account',
      why: 'Your access, the account, or the API key that opened it has been disabled. Ask an owner or admin.',
    },
    open: 'Open account',
  },
} as const
