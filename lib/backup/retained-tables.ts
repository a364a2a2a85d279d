import { type TableName, tableNames } from '#lib/db/copy/primary-keys.ts'

/**
 * What happens to a table. `kept`: backed up and restored. `united`: the same, but newer rows stay. `void`: emptied by
 * a restore, such as sessions, and links that may have been used since. `left`: transient; a restore doesn't touch it.
 */
type Fate = 'kept' | 'united' | 'void' | 'left'

const fates: Readonly<Record<TableName, Fate>> = {
  users: 'kept',
  accounts: 'kept',
  user_accounts: 'kept',
  account_shortcuts: 'kept',
  account_imports: 'kept',
  return_addresses: 'kept',
  api_keys: 'kept',
  // All revoked: the history of issued tokens.
  refresh_families: 'kept',
  signing_keys: 'kept',
  sso_grants: 'void',
  account_sessions: 'void',
  portal_sessions: 'void',
  password_links: 'void',
  sign_in_failures: 'left',
  known_browsers: 'void',
  refused_sign_ins: 'left',
  audit_events: 'united',
  settings: 'kept',
  leases: 'left',
  locks: 'left',
}

/** The tables of a backup, in an order in which they can be filled. */
export const retainedTables = tableNames.filter((name) => fates[name] === 'kept' || fates[name] === 'united')

/** Tables that a copy of the whole database must not contain, in an order in which they can be emptied. */
export const excludedTables = tableNames.filter((name) => !retainedTables.includes(name)).toReversed()

/** Tables that a restore empties, in order. */
export const clearedTables = tableNames.filter((name) => fates[name] === 'kept' || fates[name] === 'void').toReversed()

/** Tables that are void after any restore. */
export const invalidatedTables = tableNames.filter((name) => fates[name] === 'void')
