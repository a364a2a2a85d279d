import { apiKeys } from '#lib/i18n/messages/en/api-keys.ts'

/** The page "Users and access" and the forms that it opens. */
export const usersAndAccess = {
  title: 'Users and access',
  sentence: 'Who may open which accounts, where people may return to, and which programs act for them.',
  sections: 'On this page',
  you: 'you',
  actions: 'Actions',
  actionsFor: 'Actions for {name}',
  chooseAccounts: 'Choose accounts',
  doneWithAll: 'Done',
  roles: { owner: 'Owner', admin: 'Admin', agent: 'Agent', service: 'Service user' },
  roleHints: {
    owner: 'Opens all accounts and manages everything, other owners included.',
    admin: 'Opens all accounts; manages agents, service users, accounts, return addresses and keys.',
    agent: 'Opens accounts, and nothing else.',
    service: 'A program. It cannot sign in here; it works with API keys.',
  },
  gone: {
    title: 'This can no longer be changed',
    why: 'It was removed or changed in the meantime, or your role does not reach it. The list shows how things are now.',
    way: 'Look at the list',
  },

  users: {
    title: 'Users',
    why: 'People who sign in here, and service users that programs work as.',
    add: 'Add user',
    caption: 'Users',
    search: 'Search by name, user name or e-mail',
    found: '{total, plural, one {# user} other {# users}}',
    foundFor: '{total, plural, =0 {No user} one {# user} other {# users}} found',
    showAll: 'Show all users',
    nobody: 'Nobody found for “{search}”',
    nobodyHint: 'Try a part of the name, the user name or the e-mail address.',
    pages: 'Pages of the users',
    columns: { name: 'Name', role: 'Role', access: 'May open', lastSignIn: 'Last sign-in', state: 'State' },
    access: {
      all: 'All accounts',
      listed: '{count, plural, =0 {No account} one {# account} other {# accounts}}',
    },
    never: 'Never',
    doesNotSignIn: 'Does not sign in',
    states: { active: 'Active', neverSignedIn: 'Never signed in', deactivated: 'Deactivated' },
    edit: 'Edit',
    newLink: 'New set-password link',
    deactivate: 'Deactivate',
    reactivate: 'Reactivate',
  },

  addUser: {
    title: 'Add user',
    role: 'Role',
    name: 'Name',
    email: 'E-mail address',
    username: 'User name',
    usernameHint: 'For signing in and for API requests. It cannot be changed later.',
    access: 'Accounts',
    accessAll: 'All accounts',
    accessAllHint: 'Also those that are added later.',
    accessList: 'Chosen accounts',
    accessListHint: 'You choose them in the next step.',
    submit: 'Add user',
    usernameMalformed: 'Only letters, digits, dots, hyphens and underscores.',
    emailMalformed: 'This is not an e-mail address.',
  },

  editUser: {
    title: 'Edit {name}',
    listedNow: '{count, plural, =0 {No account so far.} one {# account so far.} other {# accounts so far.}}',
    submit: 'Save',
  },

  passwordLink: {
    title: 'Set-password link for {name}',
    explain:
      'Makes a link with which {name} sets a new password. It works once, within 72 hours; an earlier link stops working. Until then the current password stays.',
    explainFirst:
      'Makes a link with which {name} sets the first password. It works once, within 72 hours; an earlier link stops working.',
    submit: 'Make link',
    added: '{name} was added',
    made: 'The link for {name} is ready',
    once: 'Copy this link now: it is shown only once. Hand it to {name} in a way that nobody else can read.',
    forgotten: 'The link is no longer shown. If it was not handed over, make a new one.',
    link: 'Set-password link',
    validUntil: 'It works once, until {until}. If it gets lost, make a new one.',
  },

  deactivate: {
    title: 'Deactivate {name}?',
    yourself: 'This is you: you are signed out at once, and only somebody else can let you in again.',
    person: '{name} is signed out everywhere at once, open accounts included, and can no longer sign in.',
    service: 'No program can work as {name} any more.',
    noKeys: 'No API key is affected.',
    keys: '{count, plural, one {# API key that acts as {name} stops working.} other {# API keys that act as {name} stop working.}}',
    uses: '{count, plural, =0 {No use in the last 24 hours.} one {# use in the last 24 hours.} other {# uses in the last 24 hours.}}',
    keeps: 'Name, accounts and activity stay. You can reactivate at any time.',
    submit: 'Deactivate {name}',
  },

  reactivate: {
    title: 'Reactivate {name}?',
    person: '{name} can sign in again with the same password and open the same accounts as before.',
    service: 'Programs can work as {name} again.',
    keys: 'API keys that were not revoked work again. Sessions and refresh tokens that ended do not come back.',
    submit: 'Reactivate {name}',
  },

  accounts: {
    title: 'Accounts of {name}',
    sentence: '{name} may open {listed, plural, =0 {no account yet} one {# account} other {# accounts}}.',
    all: '{name} may open all accounts, so there is nothing to choose.',
    search: 'Search by name or account ID',
    views: 'Which accounts are shown',
    viewListed: 'May open ({count, number})',
    viewAll: 'All',
    caption: 'Accounts',
    columns: { account: 'Account', id: 'ID' },
    suspended: 'Suspended',
    submit: 'Save',
    saveFirst: 'Save before you search or turn the page.',
    changed:
      '{added, plural, =0 {No account} one {# account} other {# accounts}} added, {removed, plural, =0 {none} other {#}} removed.',
    nothing: 'Nothing found for “{search}”',
    nothingListed: 'No account yet',
    nothingListedHint: 'Look at all accounts and tick those that {name} may open, or add them by their IDs below.',
    showAll: 'Show all accounts',
    next: 'Next page',
    first: 'First page',
    pages: 'Pages of the accounts',
    byIdTitle: 'Add by ID',
    byIdWhy: 'For long lists: paste IDs separated by spaces, commas or line breaks.',
    byId: 'Account IDs',
    byIdSubmit: 'Add accounts',
    unknown:
      'Nothing was added. {count, plural, one {There is no account} other {There are no accounts}} with {count, plural, one {this ID} other {these IDs}}: {ids}{more, plural, =0 {.} other { and # more.}}',
    malformed: 'An ID has letters, digits, dots, hyphens and underscores, 64 at most.',
  },

  returnAddresses: {
    title: 'Return addresses',
    why: 'The origins that people may be sent back to when they leave an account; every other one is refused.',
    add: 'Add return address',
    caption: 'Return addresses',
    columns: { origin: 'Origin', created: 'Added' },
    by: 'by {name}',
    byCommandLine: 'on the command line',
    remove: 'Remove',
    removeNamed: 'Remove {origin}',
    none: 'No return address yet',
    noneHint: 'Until you add one, people can return to Latchkey itself only.',
  },

  addAddress: {
    title: 'Add return address',
    origin: 'Origin',
    hint: 'Such as https://app.example.com, with the port if it is an unusual one.',
    submit: 'Add return address',
    malformed: 'Enter an origin alone, such as https://app.example.com: no path, no user name, no password.',
    insecure: 'Use https. Plain http is accepted for this computer (localhost) only.',
    taken: 'This return address is on the list already.',
  },

  removeAddress: {
    title: 'Remove {origin}?',
    stops:
      'From now on no link leads back there: requests that name it are refused, and so are links issued a moment ago.',
    open: 'Accounts that are already open stay open.',
    submit: 'Remove return address',
  },

  ...apiKeys,
} as const
