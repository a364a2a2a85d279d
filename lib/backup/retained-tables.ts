import { type TableName, tableNames } from '#lib/db/copy/primary-keys.ts'

/**
 * What becomes of a table. `kept`: a backup holds it, a restore puts it back. `united`: likewise, and what is recorded
 * since stays. `void`: whoever was signed in then, and links that may have been used since, do not come back.
 * `left`: of the moment, so that a restore leaves what is there.
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
  // Revoked, all of them: the record of what was issued.
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

/** What the copy of a whole database has too much, in an order in which it can be emptied. */
export const excludedTables = tableNames.filter((name) => !retainedTables.includes(name)).toReversed()

/** What a restore empties, in that order. */
export const clearedTables = tableNames.filter((name) => fates[name] === 'kept' || fates[name] === 'void').toReversed()

/** What is void after a restore by any means. */
export const invalidatedTables = tableNames.filter((name) => fates[name] === 'void')
