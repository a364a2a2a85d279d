import { keyPair } from '#lib/foundation/i18n/messages/en/key-pair.ts'
import { keyScopes } from '#lib/foundation/i18n/messages/en/key-scopes.ts'
import { newKey } from '#lib/foundation/i18n/messages/en/new-key.ts'

/** The section "API Keys" of the page "Users and access", and the forms that it opens. */
export const apiKeys = {
  keys: {
    title: 'API Keys',
    reference: 'API reference',
    leakDesk: 'Check a leaked secret',
    extend: 'Extend',
    add: 'Generate new key',
    caption: 'API keys',
    search: 'Search by name, key ID, or owner',
    searchShort: 'Name, key ID, or owner',
    filters: 'Filter keys',
    age: 'Needs attention',
    clear: 'Clear filters',
    pages: 'API key list pages',
    nothing: 'No matching keys',
    found: '{total} of {all, plural, one {# key} other {# keys}}',
    stateFilters: {
      current: 'Active or disabled',
      active: 'Active',
      disabled: 'Disabled',
      ended: 'Revoked or expired',
      all: 'All',
    },
    ageFilters: { expiring: 'Expires within 30 days', unused: 'Unused for 90 days' },
    sorts: { newest: 'Newest first' },
    purposes: {
      open: 'Open accounts',
      check: 'Check tokens',
      scim: 'Provision users',
      manage: 'Manage Latchkey',
    },
    columns: {
      key: 'Name',
      owner: 'Owner',
      purpose: 'Purpose',
      lastUsed: 'Last used',
      expires: 'Expires',
      state: 'State',
    },
    neverUsed: 'Never',
    noExpiry: 'No expiry',
    states: {
      active: 'Active',
      disabled: 'Disabled',
      revoked: 'Revoked',
      expired: 'Expired',
      ownerDeactivated: 'Owner deactivated',
    },
    attention: { expiring: 'Expires soon', unused: 'Unused 90 days' },
    allows: keyScopes.allows,
    accounts: '{count, plural, one {# account} other {# accounts}}',
    networks: '{count, plural, one {# network} other {# networks}}',
    edit: 'Edit',
    disable: 'Disable',
    enable: 'Enable',
    revoke: 'Revoke',
    none: 'No API keys yet',
    noneHint: 'An API key lets your program get access tokens and open accounts.',
  },

  keyPage: {
    title: 'API key',
    facts: 'Facts',
    generated: 'Generated',
    limits: 'Permissions and limits',
    allAccounts: 'All of the owner’s',
    anyNetwork: 'Any network',
    returnsTo: 'Returns to',
    anyReturnAddress: 'Any return address',
    from: 'from {address}',
    openSessions: 'Accounts open now',
    events: 'Events',
    allEvents: 'View all in Activity',
    noEvents: 'No events are stored for this key.',
  },

  /** The texts that a key may have. */
  keyTexts: {
    note: { label: 'Note', hint: 'For example where the program runs, or who to ask. Never the secret.' },
  },

  editKey: {
    title: 'Edit “{name}”',
    sameName: '{owner} already has an active key with this name.',
    submit: 'Save',
  },

  newKey,

  keyPair,

  extendKey: { title: 'Extend “{name}”?', submit: 'Extend key' },
  expiryNotice: {
    title:
      '{days, plural, one {This key expires within a day, on {date}} other {This key expires in # days, on {date}}}',
    calls:
      '{count, plural, one {# call} other {# calls}} in the last 30 days. Programs that use the key lose access when it expires.',
  },
  callLimit: {
    title: 'Call limit of “{name}”',
    change: 'Change limit',
    mode: 'Limit',
    modes: { off: 'Off', observe: 'Observe', enforce: 'Enforce' },
    hints: {
      off: 'Any number of calls is accepted',
      observe: 'Counts the calls that would be refused',
      enforce: 'Refuses calls beyond the limit with 429',
    },
    perMinute: 'Calls per minute',
    perDay: 'Calls per day (UTC)',
    number: 'Enter a whole number, or leave it empty.',
    required: 'Enter calls per minute, per day, or both.',
    counted: 'Token requests, sign-in links, and every other authenticated call of the key count.',
    submit: 'Save limit',
    row: 'Call limit',
    none: 'No limit',
    minute: '{count, number} per minute',
    day: '{count, number} per day',
    states: { observe: 'observed', enforce: 'enforced' },
    excess: {
      observe:
        '{count, plural, =0 {No call was beyond it in the last 24 hours.} one {# call would have been refused in the last 24 hours.} other {# calls would have been refused in the last 24 hours.}}',
      enforce:
        '{count, plural, =0 {No call was refused in the last 24 hours.} one {# call was refused in the last 24 hours.} other {# calls were refused in the last 24 hours.}}',
    },
  },

  narrowKey: {
    change: 'Limit access',
    title: 'Limit access of “{name}”',
    why: 'Access only gets narrower here, and at once. The secret stays the same.',
    hint: 'Only these stay. Leave the field as it is to change nothing.',
    submit: 'See what stops',
    confirm: 'Limit key',
    notNarrower:
      'The key may not use this now: {entries}{more, plural, =0 {} other { and # more}}. For wider access, generate another key.',
    wouldLift: 'Leave at least one entry. To stop the key, disable it.',
    unchanged: 'Remove something that the key should no longer be able to do.',
    now: {
      scopes: 'Permissions that stay',
      accountIds: 'Accounts that can still be opened',
      networks: 'Networks where it still works',
      returnAddresses: 'Return addresses that stay',
    },
    lost: 'Loses',
    lostAll: 'everything else',
    sessions:
      '{count, plural, =0 {No open account closes.} one {# open account closes.} other {# open accounts close.}}',
    stays: 'The secret and its tokens keep working within the limits.',
    final: 'You can’t undo this. For wider access, generate another key.',
  },

  keyCreated: {
    title: '“{name}” was generated',
    gone: 'Its secret can’t be shown again. If you didn’t copy it, revoke this key and generate another.',
    keep: 'Keep key',
  },

  secret: {
    title: 'Your new key “{name}”',
    once: 'Copy the secret now. You won’t see it again.',
    forgotten: 'The secret is no longer shown. If you didn’t store it, revoke this key and generate another.',
    keyId: 'Key ID',
    secret: 'Secret',
    lost: 'If you lose it, revoke this key and generate another.',
    copySecret: 'Copy secret',
    copySample: 'Copy {label}',
    samples: 'Samples',
    expires: 'It expires on {when}.',
    neverExpires: 'It doesn’t expire.',
    stored: 'I have stored the secret',
    storeFirst: 'Store the secret, then select this.',
    done: 'Done',
  },

  handOverLink: {
    title: 'The link to “{name}” is ready',
    once: 'Copy this link now. You won’t see it again. Send it to the integrator through a channel that no one else can read.',
    forgotten: 'The link is no longer shown. If you haven’t sent it, create a new one.',
    link: 'Hand-over link',
    validUntil: 'It works once, until {until}. The page of the key shows when and from where it was used.',
  },

  trial: {
    title: 'Try it',
    account: 'Account ID',
    hint: 'Latchkey requests a token and a link with this key, from your IP address.',
    submit: 'Try key',
    open: 'Open account',
    once: 'The link works once, within 15 seconds.',
  },

  disableKey: {
    title: 'Disable “{name}”?',
    effect: 'Programs using this key lose access immediately, and its tokens stop working. You can enable it again.',
    submit: 'Disable key',
    done: '“{name}” is disabled',
  },
  enableKey: {
    title: 'Enable “{name}”?',
    effect: 'The key works again immediately, and so do its unexpired access and refresh tokens.',
    submit: 'Enable key',
  },
  revokeKey: {
    title: 'Revoke “{name}”?',
    effect: 'Programs using this key lose access immediately, and its tokens stop working. You can’t undo this.',
    submit: 'Revoke key',
    sessions: '{count, plural, one {#{more} open account will close.} other {#{more} open accounts will close.}}',
    mistyped: 'Type the key’s name exactly: {name}',
  },
  keyUse: {
    inLastDay:
      '{count, plural, =0 {No calls in the last 24 hours.} one {# call in the last 24 hours.} other {# calls in the last 24 hours.}}',
    last: 'Last used <when></when> from {address}.',
    never: 'It has never been used.',
    actsAs: 'It acts as {owner}.',
  },
} as const
