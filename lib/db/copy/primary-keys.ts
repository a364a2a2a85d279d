import type { Tables } from '#lib/db/tables.ts'

export type TableName = keyof Tables

/** Every table with its primary key, after the tables that it references. */
export const primaryKeys: Readonly<{ [Name in TableName]: readonly (keyof Tables[Name] & string)[] }> = {
  users: ['id'],
  accounts: ['id'],
  user_accounts: ['user_id', 'account_id'],
  account_shortcuts: ['user_id', 'account_id'],
  account_imports: ['id'],
  return_addresses: ['origin'],
  api_keys: ['id'],
  refresh_families: ['id'],
  signing_keys: ['id'],
  sso_grants: ['token_hash'],
  account_sessions: ['id'],
  portal_sessions: ['id'],
  password_links: ['token_hash'],
  sign_in_failures: ['subject'],
  known_browsers: ['browser_hash', 'user_id'],
  refused_sign_ins: ['network'],
  audit_events: ['id'],
  settings: ['name'],
  leases: ['name'],
  locks: ['name'],
}

/** In insertion order; deletion uses the reverse. */
export const tableNames = Object.keys(primaryKeys) as readonly TableName[]
