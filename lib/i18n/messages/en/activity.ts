/** The live mode of Activity, which its script shows. */
export const liveEvents = {
  label: 'Live',
  newEvents: '{count, plural, =1 {1 new event} other {# new events}}',
  manyNewEvents: '{count, number}+ new events',
} as const

/**
 * The page "Activity": audit events, to filter and read. In `sentences`, `actor` did it and `subject` is the object of
 * the event; the other names are its facts. Not `as const`: the event chooses the sentence, so no call can be checked.
 */
export const activity = {
  title: 'Activity',
  why: 'Read-only log of who did what, when, and from where.',
  export: 'Export CSV',

  filter: 'Filter events',
  person: 'User',
  personHint: 'Name, username, or email',
  account: 'Account ID',
  accountName: 'Account',
  key: 'API key',
  keyId: 'API key ID',
  network: 'IP address',
  networkHint: 'IP address, range such as 203.0.113.0/24, or CLI',
  kind: 'Event',
  anyKind: 'All events',
  from: 'From date',
  to: 'To date',
  period: 'Period',
  lastDays: '{days, plural, =1 {Today} other {Last # days}}',
  lastHour: 'Last hour',
  sinceDay: 'since {day}',
  untilDay: 'until {day}',
  unknownPerson: 'No user matches “{value}”.',
  severalPersons: 'Several users match “{value}”. Enter a username or an email address.',
  notADay: 'Enter a valid date.',
  unknownKind: 'There’s no event type “{value}”.',
  longAccount: 'Use at most {max} characters.',
  notANetwork: '“{value}” isn’t an IP address or a range. Enter one such as 203.0.113.7 or 203.0.113.0/24.',
  notTheFirst: '“{value}” doesn’t start with the first IP address of its range. Enter one such as 203.0.113.0/24.',

  fields: {
    when: 'Time',
    kind: 'Kind',
    requestId: 'Request ID',
    actor: 'Actor',
    where: 'Source',
    subject: 'Subject',
    accountId: 'Account ID',
    id: 'Event ID',
  },
  actorKinds: { person: 'user', operator: 'operator', program: 'program', visitor: 'not signed in' },
  today: 'Today',
  yesterday: 'Yesterday',
  timesIn: '{count, number} times in {span}',
  firstAndLast: 'First at {first}, last at {last}',
  pages: 'Activity pages',
  newer: 'Newer',
  older: 'Older',
  emptyTitle: 'No matching events',
  emptyWhy: 'Try another user, account, or event, or a longer period.',
  searchedTo: 'Searched back to {day}. Older events may match too.',

  views: {
    title: 'Saved views',
    builtIn: 'Built in',
    failedSignIns: 'Failed sign-ins, last 7 days',
    refusedLinks: 'Refused sign-in links, last 30 days',
    keyChanges: 'API key changes, last 30 days',
    userChanges: 'User changes, last 30 days',
    own: 'Yours',
    name: 'Name of this view',
    save: 'Save view',
    delete: 'Delete view “{name}”',
    taken: 'You already have a view with this name.',
    tooMany: 'You can save up to {max} views. Delete one first.',
  },

  somebody: 'Someone',
  /** The event `user.created` of the first owner. */
  setUp: '<subject></subject> set up Latchkey and became its owner',
  operator: '{name} (operator)',
  program: '{name} (program)',
  commandLine: 'CLI',

  groups: {
    user: 'Users',
    portal_session: 'Sign-ins',
    api_key: 'API keys',
    refresh_family: 'Refresh tokens',
    signing_key: 'Signing keys',
    account: 'Accounts',
    account_group: 'Account groups',
    access_request: 'Access requests',
    return_address: 'Return addresses',
    webhook: 'Webhooks',
    sso_grant: 'Opened accounts',
    account_session: 'Account sessions',
    organization: 'Organization',
    database: 'Database',
  },
  kinds: {
    user: {
      created: 'User added',
      updated: 'User changed',
      deactivated: 'User deactivated',
      reactivated: 'User reactivated',
      password_link_created: 'Set-password link created',
      password_set: 'Password set with a link',
      password_changed: 'Password changed',
      profile_changed: 'Profile changed',
    },
    portal_session: { started: 'Signed in', refused: 'Sign-in failed', ended: 'Signed out' },
    api_key: {
      generated: 'API key generated',
      updated: 'API key changed',
      disabled: 'API key disabled',
      enabled: 'API key enabled',
      revoked: 'API key revoked',
    },
    refresh_family: { revoked: 'Refresh tokens revoked' },
    signing_key: {
      announced: 'Signing key published',
      rotated: 'Signing key rotated',
    },
    account: {
      created: 'Account added',
      updated: 'Account changed',
      suspended: 'Account suspended',
      resumed: 'Account resumed',
      imported: 'Accounts imported',
    },
    account_group: {
      created: 'Account group added',
      updated: 'Account group changed',
      accounts_added: 'Accounts added to group',
      accounts_removed: 'Accounts removed from group',
      rule_added: 'Group rule added',
      rule_removed: 'Group rule removed',
      deleted: 'Account group deleted',
    },
    access_request: {
      created: 'Access requested',
      approved: 'Access request approved',
      declined: 'Access request declined',
    },
    return_address: { added: 'Return address added', removed: 'Return address removed' },
    webhook: {
      added: 'Webhook added',
      updated: 'Webhook changed',
      removed: 'Webhook removed',
      secret_rotated: 'Webhook secret rotated',
      secret_ended: 'Previous webhook secret ended',
      paused: 'Webhook paused',
      resumed: 'Webhook resumed',
      replayed: 'Webhook replay started',
    },
    sso_grant: {
      redeemed: 'Account opened',
      obtained: 'Account opened on another platform',
      refused: 'Sign-in link refused',
    },
    account_session: { ended: 'Account session ended' },
    organization: {
      updated: 'Organization changed',
      logo_changed: 'Logo changed',
      logo_removed: 'Logo removed',
    },
    database: { restored: 'Database restored' },
  },

  sentences: {
    user: {
      created:
        '<actor></actor> added <subject></subject> as {role, select, owner {an owner} admin {an admin} agent {an agent} other {a service user}}',
      updated: '<actor></actor> changed <subject></subject>',
      deactivated: '<actor></actor> deactivated <subject></subject>',
      reactivated: '<actor></actor> reactivated <subject></subject>',
      password_link_created: '<actor></actor> created a set-password link for <subject></subject>',
      password_set: '<subject></subject> set a password with a link',
      password_changed: '<subject></subject> changed the password',
      profile_changed: '<subject></subject> changed their profile',
    },
    portal_session: {
      started: '<subject></subject> signed in',
      refused:
        '{reason, select, beyond_limit {{attempts, plural, one {# more failed sign-in} other {# more failed sign-ins}} from {network} within 15 minutes} beyond_limit_elsewhere {{attempts, plural, one {# more failed sign-in} other {# more failed sign-ins}} from other networks within 15 minutes} unknown_name {Someone tried to sign in with an unknown name} service_user {Someone tried to sign in as the service user <subject></subject>} deactivated {<subject></subject> tried to sign in while deactivated} no_password {<subject></subject> tried to sign in before setting a password} wrong_confirmation {<subject></subject> entered a wrong password when asked to confirm it} other {Wrong password entered for <subject></subject>}}',
      ended:
        '{reason, select, signed_out {<subject></subject> signed out} other {<subject></subject> ended {sessions, plural, =1 {another session} other {# other sessions}}}}',
    },
    api_key: {
      generated: '<actor></actor> generated the API key <subject></subject> for {owner}',
      updated: '<actor></actor> changed the API key <subject></subject> of {owner}',
      disabled: '<actor></actor> disabled the API key <subject></subject> of {owner}',
      enabled: '<actor></actor> enabled the API key <subject></subject> of {owner}',
      revoked: '<actor></actor> revoked the API key <subject></subject> of {owner}',
    },
    refresh_family: {
      revoked:
        '{reason, select, client_asked {A program revoked all tokens from one token request with the API key <subject></subject>} other {An old refresh token of the API key <subject></subject> was used again, so all tokens from the same token request were revoked}}',
    },
    signing_key: {
      announced: '<actor></actor> published the signing key <subject></subject>, which signs tokens from an hour later',
      rotated: '<actor></actor> started signing with the signing key <subject></subject>',
    },
    account: {
      created: '<actor></actor> added the account <subject></subject>',
      updated: '<actor></actor> changed the account <subject></subject>',
      suspended: '<actor></actor> suspended the account <subject></subject>',
      resumed: '<actor></actor> resumed the account <subject></subject>',
      imported:
        '<actor></actor> imported <subject></subject>: {created, plural, =0 {no accounts} one {# account} other {# accounts}} added, {updated, number} changed',
    },
    account_group: {
      created: '<actor></actor> added the account group <subject></subject>',
      updated: '<actor></actor> changed the account group <subject></subject>',
      accounts_added:
        '<actor></actor> added {accounts, plural, one {# account} other {# accounts}} to the group <subject></subject>',
      accounts_removed:
        '<actor></actor> removed {accounts, plural, one {# account} other {# accounts}} from the group <subject></subject>',
      rule_added: '<actor></actor> added a rule to the group <subject></subject>',
      rule_removed: '<actor></actor> removed a rule from the group <subject></subject>',
      deleted: '<actor></actor> deleted the account group <subject></subject>',
    },
    access_request: {
      created: '<actor></actor> requested access to the account {account}',
      approved: '<actor></actor> gave <subject></subject> access to the account {account} on request',
      declined: '<actor></actor> declined the request of <subject></subject> for the account {account}',
    },
    return_address: {
      added: '<actor></actor> added the return address <subject></subject>',
      removed: '<actor></actor> removed the return address <subject></subject>',
    },
    webhook: {
      added: '<actor></actor> added the webhook <subject></subject>',
      updated: '<actor></actor> changed the webhook <subject></subject>',
      removed: '<actor></actor> removed the webhook <subject></subject>',
      secret_rotated: '<actor></actor> rotated the signing secret of the webhook <subject></subject>',
      secret_ended: '<actor></actor> ended the previous signing secret of the webhook <subject></subject>',
      paused:
        '{reason, select, failing {The webhook <subject></subject> was paused: no delivery succeeded for 3 days} gone {The webhook <subject></subject> was paused: it answered 410 Gone} events_lost {The webhook <subject></subject> was paused: events were deleted before they were sent} restored {The webhook <subject></subject> was paused: the database was restored} other {<actor></actor> paused the webhook <subject></subject>}}',
      resumed: '<actor></actor> resumed the webhook <subject></subject>',
      replayed: '<actor></actor> started a replay to the webhook <subject></subject>',
    },
    sso_grant: {
      redeemed:
        '{via, select, launch {<actor></actor> opened the account <subject></subject>} other {<actor></actor> opened the account <subject></subject> with an API key}}',
      obtained: '<actor></actor> was sent to {platform} to open the account <subject></subject>',
      refused:
        '{reason, select, tampered {A sign-in link for {userName} to the account <subject></subject> was refused: it had been altered} other {A sign-in link for {userName} to the account <subject></subject> was refused: access had been revoked}}',
    },
    organization: {
      updated: '<actor></actor> changed the name or the accent color of <subject></subject>',
      logo_changed: '<actor></actor> changed the logo of <subject></subject>',
      logo_removed: '<actor></actor> removed the logo of <subject></subject>',
    },
    account_session: { ended: 'The session of {userName} in the account <subject></subject> was ended' },
    database: {
      restored:
        '{via, select, file {<actor></actor> restored the database from the backup <subject></subject>} other {<actor></actor> restored the database without the restore command}}',
    },
  },

  facts: {
    formerName: 'Previous name: {value}',
    formerUsername: 'Previous username: {value}',
    formerEmail: 'Previous email: {value}',
    formerRole: 'Previous role: {value, select, owner {owner} admin {admin} agent {agent} other {service user}}',
    role: 'Role: {value, select, owner {owner} admin {admin} agent {agent} other {service user}}',
    listedAccounts:
      '{value, plural, =0 {Access to no accounts} one {Access to # account} other {Access to # accounts}}',
    addedAccounts: '{value, plural, one {# account added} other {# accounts added}}',
    removedAccounts: '{value, plural, one {# account removed} other {# accounts removed}}',
    addedGroups: 'Account groups added: {value}',
    removedGroups: 'Account groups removed: {value}',
    idPrefix: 'Account ID starts with {value}',
    locale: 'Language and region: {value}',
    users: '{value, plural, one {# user had access} other {# users had access}}',
    failures: '{value, plural, one {# failed attempt} other {# failed attempts}} in a row',
    note: 'Note: {value}',
    accent: 'Accent color: {value}',
    formerAccent: 'Previous accent color: {value}',
    algorithm: 'Algorithm: {value}',
    keysToEnable: '{value, plural, one {# API key must be enabled} other {# API keys must be enabled}} before use',
    formerOrigin: 'Previous origin: {value}',
    fromSeq: 'From number {value, number}',
    lostFrom: 'Not sent: from number {value, number}',
    lostTo: 'Not sent: up to number {value, number}',
  },
}
