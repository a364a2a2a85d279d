/** The section "Return addresses" of the page "Users and access", and the forms that it opens. */
export const addresses = {
  returnAddresses: {
    title: 'Return addresses',
    why: 'People can return only to these origins.',
    add: 'Add return address',
    addShort: 'Add',
    caption: 'Return addresses',
    columns: { origin: 'Origin' },
    remove: 'Remove',
    removeNamed: 'Remove {origin}',
    none: 'No return addresses yet',
    noneHint: 'Until you add one, people can return only to Latchkey.',
  },

  addAddress: {
    title: 'Add return address',
    origin: 'Origin',
    hint: 'For example https://app.example.com. Include the port if it isn’t the default.',
    submit: 'Add return address',
    malformed: 'Enter only an origin, for example https://app.example.com, without a path, username, or password.',
    path: '“{origin}” isn’t an origin. Remove everything after the host and port.',
    credentials: '“{origin}” isn’t an origin. Remove the username and password.',
    schemeMissing: '“{origin}” isn’t an origin. Start with https://',
    tooLong: 'Use at most 300 characters.',
    insecure: 'Use https. Plain http is accepted only for this computer (localhost).',
    taken: 'This return address already exists.',
  },

  removeAddress: {
    title: 'Remove {origin}?',
    stops: 'Requests with this return address are refused from now on, and so are links issued a moment ago.',
    open: 'Accounts that are already open stay open.',
    submit: 'Remove return address',
  },
} as const
