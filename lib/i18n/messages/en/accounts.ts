/** Managing accounts: the list and its forms. */
export const accounts = {
  title: 'Manage accounts',
  sentence: 'The accounts that people open from here, and where each of them lands.',
  add: 'Add an account',
  added: '“{name}” was added.',
  import: 'Import a CSV file',
  searchLabel: 'Search by name or account ID',
  filter: 'State',
  states: { all: 'All', active: 'Active', suspended: 'Suspended' },
  caption: 'Accounts',
  columns: {
    account: 'Account',
    locale: 'Locale',
    deepPath: 'Landing path',
    state: 'State',
    actions: 'Actions',
  },
  active: 'Active',
  suspendedSince: 'Suspended <when></when>',
  edit: 'Edit',
  editNamed: 'Edit {name}',
  suspend: 'Suspend',
  suspendNamed: 'Suspend {name}',
  resume: 'Resume',
  resumeNamed: 'Resume {name}',
  count: '{count, plural, one {# account} other {# accounts}}',
  onPage: '{count, plural, one {# account} other {# accounts}} on this page',
  matchMore:
    'More than {count, plural, one {# account matches} other {# accounts match}}. Type more to narrow the search.',
  pages: 'Pages of the accounts',
  firstPage: 'First page',
  nextPage: 'Next page',
  none: {
    title: 'No accounts yet',
    why: 'Add the first one, or import all of them from a CSV file.',
  },
  nothing: {
    title: 'Nothing found for “{query}”',
    why: 'The names and IDs of all accounts in this state were searched: one or two characters where words and IDs begin, three and more in any place. Try a part of the name, or another state.',
    titleWithoutQuery: 'No account is in this state',
    clear: 'Show all accounts',
  },
  form: {
    addTitle: 'Add an account',
    addSentence: 'Owners and admins can open it at once, agents as soon as it is on their list.',
    editTitle: 'Edit {name}',
    id: 'Account ID',
    idHint:
      'The ID of the account in your platform: letters, digits, and . _ - in between. It cannot be changed later.',
    name: 'Name',
    locale: 'Locale',
    localeHint: 'Language and region in which it opens, such as en-gb or de-at.',
    deepPath: 'Landing path',
    deepPathHint: 'Where inside the account people land, such as {example}.',
    add: 'Add the account',
    save: 'Save',
  },
  problems: {
    id: {
      malformed:
        '“{value}” isn’t an account ID: use letters, digits, dots, underscores and hyphens, at most 64 characters.',
      too_long: 'This ID is longer than 64 characters.',
      taken: 'There is an account with this ID already.',
    },
    name: {
      malformed: 'This name contains a line break or another control character.',
      too_long: 'This name is longer than 120 characters.',
    },
    locale: { malformed: '“{value}” isn’t a locale: use a language and a region in lower case, such as en-gb.' },
    deepPath: {
      malformed:
        '“{value}” isn’t a landing path of this account: start with /accounts/ and its ID, without “..”, “//” or encoded slashes, and use at most 512 characters.',
    },
  },
  suspension: {
    title: 'Suspend {name}?',
    sessions:
      '{count, plural, =0 {Nobody has it open at the moment.} one {It is open in one session: that one stops working at once.} other {It is open in # sessions: they stop working at once.}}',
    why: 'Nobody can open it, neither from here nor with an API key, until you resume it. Nothing is deleted.',
    confirm: 'Suspend the account',
  },
} as const
