/** The checklist that leads managers from an empty instance to the first call of a program. */
export const firstSteps = {
  title: 'Set up Latchkey',
  why: 'Five steps until programs and agents open accounts. Each one ticks itself.',
  progress: '{done, number} of {all, number} done',
  isDone: 'Done:',
  hide: 'Hide steps',
  opensNone: '{name} can’t open any account yet',
  selectAccounts: 'Select accounts',
  steps: {
    account: {
      title: 'Add an account',
      why: 'Agents and programs open accounts',
      action: 'Add account',
    },
    service: {
      title: 'Add a service user',
      why: 'It owns the API keys of a program, and opens the accounts that you select for it',
      action: 'Add user',
    },
    key: {
      title: 'Generate an API key',
      why: 'Your program uses it to get tokens and open accounts',
      action: 'Generate key',
    },
    call: {
      title: 'Open an account from your program',
      why: 'The new key comes with a sample. Run it, then open the link that it prints',
      action: 'API reference',
    },
    agent: {
      title: 'Invite an agent',
      why: 'Agents open accounts with one click',
      action: 'Invite agent',
    },
  },
} as const
