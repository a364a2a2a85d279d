/** The pages of an opened account, and what is said once it is no longer open. */
export const account = {
  bar: {
    signedInAs: 'Signed in as {name}',
    left: '{time} left',
    renew: 'Start the time anew',
    end: 'End and return',
  },
  lead: 'This account is open in this tab. You can open others beside it; each of them ends on its own.',
  place: 'You are here',
  facts: {
    account: 'Account',
    name: 'Name',
    id: 'Account ID',
    language: 'Language and region',
    landing: 'Start page',
    session: 'Session',
    person: 'Signed in as',
    opened: 'Opened',
    byPerson: 'From the list of accounts',
    byProgram: 'By a program with an API key',
    since: 'Since',
    idleEnd: 'Ends if not used',
    absoluteEnd: 'Ends at the latest',
    returnsTo: 'Returns to',
    ownAccounts: 'Your accounts',
  },
  over: {
    none: {
      title: 'This account is not open here',
      why: 'It has not been opened in this browser, or the session has ended since.',
    },
    ended: {
      title: 'This session has ended',
      why: 'It was ended in this browser, or gave way to a newer one.',
    },
    idle: {
      title: 'This session has ended',
      why: 'It was not used for 30 minutes. For your safety it does not stay open longer than that.',
    },
    absolute: {
      title: 'This session has ended',
      why: 'It was open for 8 hours. For your safety no session lasts longer than that.',
    },
    withdrawn: {
      title: 'You can no longer use this account',
      why: 'Your access to it, the account itself or the key it was opened with has been withdrawn. Whoever manages users and access can tell.',
    },
    open: 'Open the account',
  },
} as const
