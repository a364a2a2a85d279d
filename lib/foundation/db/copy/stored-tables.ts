import type { Tables } from '#lib/foundation/db/tables.ts'

export type TableName = keyof Tables

/**
 * What backup and restore do with a table. `kept`: backed up and restored. `united`: the same, but newer rows stay.
 * `chained`: backed up; a restore keeps the chain that goes on (`lib/domain/events/journal/restore-journal.ts`).
 * `void`: emptied by a restore, such as sessions, and links that may have been used since. `left`: transient; a restore
 * doesn't touch it.
 */
type Fate = 'kept' | 'united' | 'chained' | 'void' | 'left'

type StoredTable<Name extends TableName> = Readonly<{ key: readonly (keyof Tables[Name] & string)[]; fate: Fate }>

/** Every table with its primary key, after the tables that it references. */
export const storedTables: { readonly [Name in TableName]: StoredTable<Name> } = {
  users: { key: ['id'], fate: 'kept' },
  name_changes: { key: ['user_id'], fate: 'kept' },
  passkeys: { key: ['id'], fate: 'kept' },
  authenticator_apps: { key: ['user_id'], fate: 'kept' },
  // Some may have been used since. Their users get new ones.
  recovery_codes: { key: ['code_hash'], fate: 'void' },
  sign_in_policy: { key: ['id'], fate: 'kept' },
  accounts: { key: ['id'], fate: 'kept' },
  account_words: { key: ['word'], fate: 'kept' },
  user_accounts: { key: ['user_id', 'account_id'], fate: 'kept' },
  account_groups: { key: ['id'], fate: 'kept' },
  // After the accounts, whose triggers would match them with the rules.
  account_group_rules: { key: ['id'], fate: 'kept' },
  account_group_members: { key: ['group_id', 'account_id', 'rule_id'], fate: 'kept' },
  user_account_groups: { key: ['user_id', 'group_id'], fate: 'kept' },
  sign_in_providers: { key: ['id'], fate: 'kept' },
  provider_identities: { key: ['id'], fate: 'kept' },
  mapped_account_groups: { key: ['user_id', 'group_id', 'source'], fate: 'kept' },
  group_mappings: { key: ['id'], fate: 'kept' },
  scim_users: { key: ['user_id'], fate: 'kept' },
  scim_groups: { key: ['id'], fate: 'kept' },
  scim_group_members: { key: ['group_id', 'user_id'], fate: 'kept' },
  account_shortcuts: { key: ['user_id', 'account_id'], fate: 'kept' },
  access_requests: { key: ['id'], fate: 'kept' },
  account_imports: { key: ['id'], fate: 'kept' },
  return_addresses: { key: ['origin'], fate: 'kept' },
  webhooks: { key: ['id'], fate: 'kept' },
  // Would tell of attempts that the restored positions do not know.
  webhook_deliveries: { key: ['id'], fate: 'void' },
  // Would tell of keys that the restored database may not have.
  refusals: { key: ['request_id'], fate: 'void' },
  // A restore must not send them again.
  mails: { key: ['id'], fate: 'void' },
  api_keys: { key: ['id'], fate: 'kept' },
  key_secrets: { key: ['id'], fate: 'kept' },
  // Their secret may have been generated since.
  hand_overs: { key: ['id'], fate: 'void' },
  // Counts of the current minute and day.
  key_calls: { key: ['key_id', 'period'], fate: 'void' },
  key_excess_hours: { key: ['key_id', 'hour', 'mode'], fate: 'void' },
  // All revoked: the history of issued tokens.
  refresh_families: { key: ['id'], fate: 'kept' },
  signing_keys: { key: ['id'], fate: 'kept' },
  sso_grants: { key: ['token_hash'], fate: 'void' },
  account_sessions: { key: ['id'], fate: 'void' },
  portal_sessions: { key: ['id'], fate: 'void' },
  pending_sign_ins: { key: ['token_hash'], fate: 'void' },
  used_challenges: { key: ['challenge_hash'], fate: 'left' },
  used_logout_tokens: { key: ['token_hash'], fate: 'left' },
  // Of sessions that end.
  provider_tests: { key: ['id'], fate: 'void' },
  password_links: { key: ['token_hash'], fate: 'void' },
  sign_in_failures: { key: ['subject'], fate: 'left' },
  known_browsers: { key: ['browser_hash', 'user_id'], fate: 'void' },
  refused_sign_ins: { key: ['network'], fate: 'left' },
  audit_events: { key: ['id'], fate: 'united' },
  journal_entries: { key: ['seq'], fate: 'chained' },
  journal_checkpoints: { key: ['seq'], fate: 'chained' },
  journal_keys: { key: ['id'], fate: 'chained' },
  // Follows the audit events by its trigger.
  unsealed_events: { key: ['at', 'event_id'], fate: 'left' },
  activity_views: { key: ['user_id', 'name'], fate: 'kept' },
  settings: { key: ['name'], fate: 'kept' },
  organization: { key: ['id'], fate: 'kept' },
  // Follows the restored accounts by its triggers.
  counters: { key: ['name'], fate: 'left' },
  usage_hours: { key: ['name', 'hour'], fate: 'united' },
  key_usage: { key: ['key_id', 'period', 'since', 'name', 'secret_id'], fate: 'united' },
  account_usage: { key: ['account_id', 'day', 'opener'], fate: 'united' },
  // What they created may not be in the restored database.
  idempotency_keys: { key: ['key_id', 'name'], fate: 'void' },
  used_proofs: { key: ['id'], fate: 'left' },
  leases: { key: ['name'], fate: 'left' },
  locks: { key: ['name'], fate: 'left' },
}

/** In an order in which they can be filled; they can be emptied in the reverse order. */
export const tableNames = Object.keys(storedTables) as readonly TableName[]

/** The tables of a backup, in an order in which they can be filled. */
export const retainedTables = tableNames.filter((name) =>
  ['kept', 'united', 'chained'].includes(storedTables[name].fate),
)

export const chainedTables = tableNames.filter((name) => storedTables[name].fate === 'chained')

/** The tables that a restore copies as they are. */
export const copiedTables = retainedTables.filter((name) => !chainedTables.includes(name))

/** Tables in which a restore keeps the rows that exist. */
export const unitedTables = tableNames.filter((name) => storedTables[name].fate === 'united')

/** Tables that a copy of the whole database must not contain, in an order in which they can be emptied. */
export const excludedTables = tableNames.filter((name) => !retainedTables.includes(name)).toReversed()

/** Tables that a restore empties, in order. */
export const clearedTables = tableNames
  .filter((name) => ['kept', 'void'].includes(storedTables[name].fate))
  .toReversed()

/** Tables that are void after any restore. */
export const invalidatedTables = tableNames.filter((name) => storedTables[name].fate === 'void')
