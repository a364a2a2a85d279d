import { apiKeys } from '#lib/foundation/i18n/messages/en/api-keys.ts'
import { addresses } from '#lib/foundation/i18n/messages/en/return-addresses.ts'

/** The page "Users and access" and the forms that it opens. */
export const usersAndAccess = {
  title: 'Users and access',
  sections: 'On this page',
  you: 'you',
  by: 'by {name}',
  byCommandLine: 'via CLI',
  actions: 'Actions',
  actionsFor: 'Actions for {name}',
  chooseAccounts: 'Select accounts',
  doneWithAll: 'Done',
  roles: {
    owner: 'Owner',
    admin: 'Admin',
    agent: 'Agent',
    service: 'Service user',
    service_admin: 'Service user (admin)',
  },
  roleHints: {
    owner: 'Opens all accounts and manages everything, including other owners.',
    admin: 'Opens all accounts. Manages agents, service users, accounts, return addresses, and API keys.',
    agent: 'Opens accounts, nothing else.',
    service: 'A program. It can’t sign in here and uses API keys instead.',
    service_admin: 'A program that manages what an admin manages, as far as its API keys allow.',
  },
  userTexts: {
    note: { label: 'Note', hint: 'For example a department, or who to ask. Only owners and admins see it.' },
  },
  gone: {
    title: 'You can’t change this anymore',
    why: 'It was removed or changed in the meantime, or your role doesn’t allow it. The list shows the current state.',
    way: 'Show the list',
  },

  users: {
    title: 'Users',
    why: 'People who sign in, and service users that own API keys.',
    add: 'Add user',
    caption: 'Users',
    search: 'Search by name, username, or email',
    found: '{total, plural, one {# user} other {# users}}',
    foundFor: '{total, plural, =0 {No users} one {# user} other {# users}} found',
    showAll: 'Show all users',
    searchShort: 'Name or email',
    attention:
      '{count, plural, =0 {Most recently active first} one {# needs attention, then the most recently active} other {# need attention, then the most recently active}}',
    all: '{count, plural, one {# user} other {All # users}}',
    allFound: '{count, plural, one {# result in the full list} other {All # results}}',
    nobody: 'No users match “{search}”',
    noneWithFilters: 'No users pass these filters',
    filters: 'Filter users',
    nobodyHint: 'Try part of the name, username, or email address.',
    pages: 'User list pages',
    columns: { name: 'Name', role: 'Role', access: 'Access', lastSignIn: 'Last sign-in', state: 'State' },
    access: {
      all: 'All accounts',
      listed: '{count, plural, =0 {No accounts} one {# account} other {# accounts}}',
      grouped:
        '{groups, plural, one {# group} other {# groups}}{count, plural, =0 {} one {, # account} other {, # accounts}}',
    },
    never: 'Never',
    doesNotSignIn: 'Doesn’t sign in',
    hasFactor: 'With a second factor',
    factor: 'Second factor',
    noFactor: 'None',
    states: {
      active: 'Active',
      neverSignedIn: 'Never signed in',
      noFactor: 'No second factor',
      deactivated: 'Deactivated',
    },
    edit: 'Edit',
    newLink: 'New set-password link',
    resetFactors: 'Reset second factor',
    deactivate: 'Deactivate',
    reactivate: 'Reactivate',
  },

  bulk: {
    select: 'Select {name}',
    selectPage: 'Select all users on this page',
    bar: 'Selected users',
    all: 'All {count, number} results',
    verbs: { give: 'Give access', take: 'Remove access', reactivate: 'Reactivate', deactivate: 'Deactivate' },
    none: 'Select at least one user.',
    tooMany: 'Select at most {max, number} users. A search or a filter makes the list shorter.',
    title: {
      give: '{count, plural, =0 {No user to give access to} one {Give # user access?} other {Give # users access?}}',
      take: '{count, plural, =0 {No user to remove access from} one {Remove access from # user?} other {Remove access from # users?}}',
      reactivate: '{count, plural, =0 {No user to reactivate} one {Reactivate # user?} other {Reactivate # users?}}',
      deactivate: '{count, plural, =0 {No user to deactivate} one {Deactivate # user?} other {Deactivate # users?}}',
    },
    why: {
      give: 'They can open these accounts from their next request. Accounts they already have stay.',
      take: 'They can no longer open these accounts from their next request. What another account group gives them stays.',
      reactivate:
        'They can sign in with the same password and open the same accounts as before. API keys that weren’t revoked work again.',
      deactivate:
        'They’re signed out everywhere immediately, including open accounts, and can’t sign in anymore. You can reactivate them at any time.',
    },
    keys: '{count, plural, =0 {No API keys are affected.} one {# API key that acts as them stops working.} other {# API keys that act as them stop working.}}',
    leftOut: '{count, plural, one {# selected user is left out:} other {# selected users are left out:}}',
    reasons: {
      yourself: 'Your own account. Change it from its row.',
      notAllowed:
        '{count, plural, one {# owner or admin. Only owners can manage them.} other {# owners and admins. Only owners can manage them.}}',
      opensAll:
        '{count, plural, one {# user who opens all accounts anyway.} other {# users who open all accounts anyway.}}',
      lastOwner: 'The last active owner. Make another user an owner first.',
      tooManyGroups:
        '{count, plural, one {# user who would have more than {max, number} account groups.} other {# users who would have more than {max, number} account groups.}}',
      gone: '{count, plural, one {# user who wasn’t found.} other {# users who weren’t found.}}',
    },
    unchanged: {
      give: '{count, plural, one {# user who already has this access.} other {# users who already have this access.}}',
      take: '{count, plural, one {# user who doesn’t have this access.} other {# users who don’t have this access.}}',
      reactivate: '{count, plural, one {# user who is active.} other {# users who are active.}}',
      deactivate:
        '{count, plural, one {# user who is already deactivated.} other {# users who are already deactivated.}}',
    },
    submit: {
      give: 'Give access',
      take: 'Remove access',
      reactivate: '{count, plural, one {Reactivate user} other {Reactivate users}}',
      deactivate: '{count, plural, one {Deactivate user} other {Deactivate users}}',
    },
    done: {
      give: '{count, plural, =0 {No user got access} one {# user got access} other {# users got access}}',
      take: '{count, plural, =0 {No user lost access} one {# user lost access} other {# users lost access}}',
      reactivate: '{count, plural, =0 {No user was reactivated} one {# user reactivated} other {# users reactivated}}',
      deactivate: '{count, plural, =0 {No user was deactivated} one {# user deactivated} other {# users deactivated}}',
    },
    accounts: 'Account IDs',
    accountsHint: 'At most {max, number}, separated by spaces, commas, or line breaks.',
    accountsMany: 'Enter at most {max, number} account IDs. Give more as an account group.',
    accountsNone: 'Enter an account ID or select an account group.',
    accountsUnknown: '{count, plural, one {No account has this ID:} other {No accounts have these IDs:}} {ids}',
    groups: 'Account groups',
    groupGone: 'One of these account groups was deleted. Close this dialog and start again.',
    everything: 'All accounts and account groups',
    everythingHint: 'They keep no access. You can’t undo this.',
  },

  /** The fields for accounts and networks, whose entries are chips. */
  chips: {
    accountPlaceholder: 'Name or ID',
    networkPlaceholder: 'IP address or range',
    suggestions: 'Matching accounts',
    added: '{count, plural, one {{entry} added} other {# entries added}}',
    removed: '{entry} removed',
    remove: 'Remove {entry}',
    wrong: 'Not valid',
  },

  addUser: {
    title: 'Add user',
    kind: 'Who will use it?',
    kinds: { person: 'A person', program: 'A program' },
    kindHints: {
      person: 'Signs in and opens accounts in the browser',
      program: 'Owns API keys, never signs in, and stays when people leave',
    },
    role: 'Role',
    name: 'Name',
    email: 'Email',
    username: 'Username',
    usernameHint: 'For signing in and for API requests.',
    access: 'Accounts',
    accessAll: 'All accounts',
    accessAllHint: 'Including accounts added later.',
    accessList: 'Selected accounts',
    accessListHint: 'You select them in the next step.',
    accountsHint: 'Add them here, or leave the field empty and select them in the next step.',
    submit: 'Add user',
    usernameMalformed: 'Use only letters, digits, dots, hyphens, and underscores.',
    emailMalformed: 'Enter a full email address, for example ada@example.com.',
  },

  editUser: {
    title: 'Edit {name}',
    listedNow: '{count, plural, =0 {No accounts selected.} one {# account selected.} other {# accounts selected.}}',
    submit: 'Save',
  },

  passwordLink: {
    title: 'Set-password link for {name}',
    explain:
      '{name} can set a new password with this link. It works once, within 72 hours, and replaces earlier links. Until then, the current password keeps working.',
    explainFirst:
      '{name} can set a first password with this link. It works once, within 72 hours, and replaces earlier links.',
    submit: 'Create link',
    added: '{name} was added',
    made: 'The link for {name} is ready',
    once: 'Copy this link now. You won’t see it again. Send it to {name} over a channel that no one else can read.',
    forgotten: 'The link is no longer shown. If you didn’t send it, create a new one.',
    link: 'Set-password link',
    mailed: 'We also sent the link to {email}.',
    validUntil: 'It works once, until {until}. If it gets lost, create a new one.',
  },

  resetFactors: {
    title: 'Reset the second factor of {name}?',
    removed:
      'The passkeys, authenticator app, and recovery codes of {name} stop working, and {name} is signed out everywhere, including open accounts.',
    required: 'At the next sign-in with the password, {name} must set up a new second factor immediately.',
    optional: 'Until {name} sets up a new second factor, the password alone is enough to sign in.',
    mailed: 'We tell {name} by email.',
    sure: 'Make sure that the request really comes from {name}, for example by calling back.',
    submit: 'Reset second factor',
  },

  deactivate: {
    title: 'Deactivate {name}?',
    yourself: 'This is you. You’re signed out immediately, and only someone else can reactivate you.',
    person: '{name} is signed out everywhere immediately, including open accounts, and can’t sign in anymore.',
    service: 'Programs can no longer act as {name}.',
    secrets: 'Secrets that {name} has seen keep working. Then rotate them on the page of {name}.',
    noKeys: 'No API keys are affected.',
    keys: '{count, plural, one {# API key that acts as {name} stops working.} other {# API keys that act as {name} stop working.}}',
    uses: '{count, plural, =0 {No calls in the last 24 hours.} one {# call in the last 24 hours.} other {# calls in the last 24 hours.}}',
    keeps: 'Name, account access, and activity are kept. You can reactivate at any time.',
    submit: 'Deactivate {name}',
  },

  reactivate: {
    title: 'Reactivate {name}?',
    person: '{name} can sign in with the same password and open the same accounts as before.',
    service: 'Programs can act as {name} again.',
    keys: 'API keys that weren’t revoked work again. Ended sessions and refresh tokens don’t come back.',
    submit: 'Reactivate {name}',
  },

  accounts: {
    title: 'Accounts of {name}',
    sentence: '{name} can open {listed, plural, =0 {no accounts yet} one {# account} other {# accounts}}.',
    sentenceWithGroups:
      '{name} can open the accounts of {groups, plural, one {# group} other {# groups}}{listed, plural, =0 {} one { and # other account} other { and # other accounts}}.',
    all: '{name} can open all accounts, so there’s nothing to select.',
    search: 'Search by name or account ID',
    views: 'Accounts shown',
    viewListed: 'With access ({count, number})',
    viewAll: 'All',
    caption: 'Accounts',
    columns: { account: 'Account', id: 'ID', change: 'Change' },
    suspended: 'Suspended',
    submit: 'Save',
    kept: 'Your selection is kept while you search and turn pages, until you save.',
    pending: '{added, number} added\u00a0· {removed, number} removed',
    discard: 'Discard',
    toAdd: 'To add',
    toRemove: 'To remove',
    tooMany: 'Save at most {max, number} changes at once. Discard some and make them in a second step.',
    leave: {
      title: 'Leave without saving?',
      why: 'Your changes to the accounts of {name} aren’t saved: {added, number} added, {removed, number} removed.',
      leave: 'Discard and leave',
      stay: 'Keep editing',
    },
    saveFirst: 'Save before you search or turn the page.',
    changed:
      '{added, plural, =0 {No accounts} one {# account} other {# accounts}} added, {removed, plural, =0 {none} other {#}} removed.',
    nothing: 'No accounts match “{search}”',
    nothingListed: 'No accounts yet',
    nothingListedHint: 'Show all accounts and select the ones {name} can open, or add them by ID below.',
    showAll: 'Show all accounts',
    byIdTitle: 'Add by ID',
    byIdWhy: 'For long lists: paste IDs separated by spaces, commas, or line breaks.',
    byId: 'Account IDs',
    byIdSubmit: 'Add accounts',
    unknown:
      'Nothing was added. There {count, plural, one {is no account with this ID} other {are no accounts with these IDs}}: {ids}{more, plural, =0 {} other { and # more}}',
    malformed: 'Use letters, digits, dots, hyphens, and underscores, at most 64 characters.',
  },

  ...addresses,
  ...apiKeys,
} as const
