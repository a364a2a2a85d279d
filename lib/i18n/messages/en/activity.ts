/**
 * The page "Activity": the record of who did what. In `sentences`, `actor` is whoever did it and `subject` what it was
 * done to; the other names are facts of the event.
 */
export const activity = {
  title: 'Activity',
  why: 'Who did what, when and from where. The record grows by itself; nobody can change it.',
  export: 'Export as CSV',

  filter: 'Filter',
  person: 'Person',
  personHint: 'Name or e-mail',
  account: 'Account ID',
  kind: 'Kind',
  anyKind: 'Everything',
  from: 'From day',
  to: 'To day',
  apply: 'Apply',
  showAll: 'Clear filters',
  unknownPerson: 'No user matches “{value}”.',
  severalPersons: 'Several users match “{value}”. Enter a username or an email address.',
  notADay: 'Enter a valid date.',
  unknownKind: 'There is no kind of event “{value}”.',
  longAccount: 'Use at most {max} characters.',

  caption: 'Recorded events, newest first',
  columns: { when: 'When', what: 'Event', where: 'From' },
  pages: 'Pages of the activity',
  newer: 'Newer',
  older: 'Older',
  emptyTitle: 'No matching events',
  emptyWhy: 'Try another person, account or kind, or more days.',

  somebody: 'Someone',
  /** The event `user.created` of the first owner. */
  setUp: '<subject></subject> set up Latchkey and became its owner',
  operator: '{name} (operator)',
  program: '{name} (program)',
  commandLine: 'Command line',

  groups: {
    user: 'Users',
    portal_session: 'Sign-ins',
    api_key: 'API keys',
    refresh_family: 'Refresh tokens',
    signing_key: 'Signing keys',
    account: 'Accounts',
    return_address: 'Return addresses',
    sso_grant: 'Opened accounts',
    account_session: 'Account sessions',
    database: 'Database',
  },
  kinds: {
    user: {
      created: 'User added',
      updated: 'User changed',
      deactivated: 'User deactivated',
      reactivated: 'User reactivated',
      password_link_created: 'Set-password link made',
      password_set: 'Password set by link',
      password_changed: 'Password changed',
    },
    portal_session: { started: 'Signed in', refused: 'Sign-in refused', ended: 'Signed out' },
    api_key: {
      generated: 'API key generated',
      disabled: 'API key disabled',
      enabled: 'API key enabled',
      revoked: 'API key revoked',
    },
    refresh_family: { revoked: 'Refresh token revoked' },
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
    return_address: { added: 'Return address added', removed: 'Return address removed' },
    sso_grant: { redeemed: 'Account opened', obtained: 'Account opened elsewhere', refused: 'Opening refused' },
    account_session: { ended: 'Account session ended' },
    database: { restored: 'Database restored' },
  },

  sentences: {
    user: {
      created:
        '<actor></actor> added <subject></subject> as {role, select, owner {an owner} admin {an admin} agent {an agent} other {a service user}}',
      updated: '<actor></actor> changed <subject></subject>',
      deactivated: '<actor></actor> deactivated <subject></subject>',
      reactivated: '<actor></actor> reactivated <subject></subject>',
      password_link_created: '<actor></actor> made a link for <subject></subject> to set a password',
      password_set: '<subject></subject> set a password by a link',
      password_changed: '<subject></subject> changed the password',
    },
    portal_session: {
      started: '<subject></subject> signed in',
      refused:
        '{reason, select, beyond_limit {{attempts, plural, one {# more failed sign-in} other {# more failed sign-ins}} from {network} within 15 minutes} beyond_limit_elsewhere {{attempts, plural, one {# more failed sign-in} other {# more failed sign-ins}} from other networks within 15 minutes} unknown_name {Somebody tried to sign in with a name that does not exist} service_user {Somebody tried to sign in as the service user <subject></subject>} deactivated {<subject></subject> was not let in: deactivated} no_password {<subject></subject> was not let in: no password has been set yet} wrong_confirmation {<subject></subject> gave a wrong password when asked for it again} other {A wrong password was given for <subject></subject>}}',
      ended:
        '{reason, select, signed_out {<subject></subject> signed out} other {<subject></subject> ended {sessions, plural, =1 {another session} other {# other sessions}}}}',
    },
    api_key: {
      generated: '<actor></actor> generated the API key <subject></subject> for {owner}',
      disabled: '<actor></actor> disabled the API key <subject></subject> of {owner}',
      enabled: '<actor></actor> enabled the API key <subject></subject> of {owner}',
      revoked: '<actor></actor> revoked the API key <subject></subject> of {owner}',
    },
    refresh_family: {
      revoked:
        '{reason, select, client_asked {All tokens that came from one request with the API key <subject></subject> were revoked, because a program asked for it} other {An old refresh token of the API key <subject></subject> was presented again: all that came from it were revoked}}',
    },
    signing_key: {
      announced: '<actor></actor> published the signing key <subject></subject>, which is to sign in an hour',
      rotated: '<actor></actor> put the signing key <subject></subject> into use',
    },
    account: {
      created: '<actor></actor> added the account <subject></subject>',
      updated: '<actor></actor> changed the account <subject></subject>',
      suspended: '<actor></actor> suspended the account <subject></subject>',
      resumed: '<actor></actor> resumed the account <subject></subject>',
      imported:
        '<actor></actor> imported <subject></subject>: {created, plural, =0 {no account} one {# account} other {# accounts}} added, {updated, number} changed',
    },
    return_address: {
      added: '<actor></actor> added the return address <subject></subject>',
      removed: '<actor></actor> removed the return address <subject></subject>',
    },
    sso_grant: {
      redeemed:
        '{via, select, launch {<actor></actor> opened the account <subject></subject>} other {<actor></actor> opened the account <subject></subject> with an API key}}',
      obtained: '<actor></actor> went to {platform} to open the account <subject></subject>',
      refused:
        '{reason, select, tampered {A changed sign-on link for {userName} to the account <subject></subject> was refused} other {A sign-on link for {userName} to the account <subject></subject> was refused: access had been withdrawn}}',
    },
    account_session: { ended: 'The session of {userName} in the account <subject></subject> was ended' },
    database: {
      restored:
        '{via, select, file {<actor></actor> restored the database from the backup <subject></subject>} other {<actor></actor> restored the database by other means}}',
    },
  },

  facts: {
    formerName: 'Former name: {value}',
    formerRole: 'Former role: {value, select, owner {owner} admin {admin} agent {agent} other {service user}}',
    role: 'Role: {value, select, owner {owner} admin {admin} agent {agent} other {service user}}',
    listedAccounts: '{value, plural, =0 {No account listed} one {# account listed} other {# accounts listed}}',
    addedAccounts: '{value, plural, one {# account added} other {# accounts added}}',
    removedAccounts: '{value, plural, one {# account removed} other {# accounts removed}}',
    failures: '{value, plural, one {# failure} other {# failures}} in a row',
    algorithm: 'Algorithm: {value}',
    keysToEnable: '{value, plural, one {# API key waits to be enabled} other {# API keys wait to be enabled}}',
  },
}
