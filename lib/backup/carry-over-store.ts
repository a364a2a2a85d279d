import type { Db } from '#lib/db/database.ts'

const pageRows = 500

/** What may have been taken from a key since a backup. */
export type KeyState = Readonly<{ id: string; disabledAt: number | null; revokedAt: number | null }>

/** A key as a restore looks at it. */
export type RestoredKey = KeyState &
  Readonly<{ name: string; ownerId: string; ownerName: string; expiresAt: number | null; lastUsedAt: number | null }>

/** What may have been taken from a user since a backup: everything, or a password that others may know. */
export type UserState = Readonly<{
  id: string
  deactivatedAt: number | null
  passwordSetAt: number | null
  passwordHash: string | null
}>

/** Keys by their id, from behind `after` on. */
export async function listKeys(db: Db, after: string): Promise<RestoredKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.owner_id')
    .select(['api_keys.id', 'api_keys.disabled_at', 'api_keys.revoked_at', 'api_keys.expires_at'])
    .select(['api_keys.name', 'api_keys.owner_id', 'api_keys.last_used_at', 'users.name as owner_name'])
    .where('api_keys.id', '>', after)
    .orderBy('api_keys.id')
    .limit(pageRows)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    disabledAt: row.disabled_at,
    revokedAt: row.revoked_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }))
}

/** Those of these keys that are known here. */
export async function findKeyStates(db: Db, ids: readonly string[]): Promise<KeyState[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'disabled_at', 'revoked_at'])
    .where('id', 'in', ids)
    .execute()
  return rows.map((row) => ({ id: row.id, disabledAt: row.disabled_at, revokedAt: row.revoked_at }))
}

export async function setKeyState(db: Db, { id, disabledAt, revokedAt }: KeyState): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ disabled_at: disabledAt, revoked_at: revokedAt })
    .where('id', '=', id)
    .execute()
}

/** Users by their id, from behind `after` on. */
export async function listUserStates(db: Db, after: string): Promise<UserState[]> {
  const rows = await selectUsers(db).where('id', '>', after).orderBy('id').limit(pageRows).execute()
  return rows.map(toUserState)
}

/** Those of these users that are known here. */
export async function findUserStates(db: Db, ids: readonly string[]): Promise<UserState[]> {
  return (await selectUsers(db).where('id', 'in', ids).execute()).map(toUserState)
}

export async function setUserState(db: Db, state: UserState): Promise<void> {
  await db
    .updateTable('users')
    .set({
      deactivated_at: state.deactivatedAt,
      password_set_at: state.passwordSetAt,
      password_hash: state.passwordHash,
    })
    .where('id', '=', state.id)
    .execute()
}

/**
 * Puts the signing keys of the database that is replaced into the place of those from the backup, which may have been
 * retired since.
 * @returns false, and nothing is changed, where one of them cannot be read under these master secrets
 */
export async function takeOverSigningKeys(db: Db, replaced: Db, masterIds: readonly string[]): Promise<boolean> {
  const rows = await replaced.selectFrom('signing_keys').selectAll().execute()
  if (!rows.every((row) => row.retired_at !== null || masterIds.includes(row.master_id))) return false
  await deleteSigningKeys(db)
  if (rows.length > 0) await db.insertInto('signing_keys').values(rows).execute()
  return true
}

/** The next access token makes a new one. */
export async function deleteSigningKeys(db: Db): Promise<void> {
  await db.deleteFrom('signing_keys').execute()
}

function selectUsers(db: Db) {
  return db.selectFrom('users').select(['id', 'deactivated_at', 'password_set_at', 'password_hash'])
}

type StateRow = {
  id: string
  deactivated_at: number | null
  password_set_at: number | null
  password_hash: string | null
}

function toUserState(row: StateRow): UserState {
  return {
    id: row.id,
    deactivatedAt: row.deactivated_at,
    passwordSetAt: row.password_set_at,
    passwordHash: row.password_hash,
  }
}
