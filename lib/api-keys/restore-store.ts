import type { Db } from '#lib/db/database.ts'

const pageRows = 500

/** The state of a key that may have changed since a backup. */
export type KeyState = Readonly<{ id: string; disabledAt: number | null; revokedAt: number | null }>

export type RestoredKey = KeyState &
  Readonly<{ name: string; ownerId: string; ownerName: string; expiresAt: number | null; lastUsedAt: number | null }>

/** One page of keys, by id. */
export async function listKeysAfter(db: Db, afterId: string): Promise<RestoredKey[]> {
  return db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.owner_id')
    .select(['api_keys.id', 'api_keys.disabled_at as disabledAt', 'api_keys.revoked_at as revokedAt', 'api_keys.name'])
    .select(['api_keys.owner_id as ownerId', 'users.name as ownerName', 'api_keys.expires_at as expiresAt'])
    .select('api_keys.last_used_at as lastUsedAt')
    .where('api_keys.id', '>', afterId)
    .orderBy('api_keys.id')
    .limit(pageRows)
    .execute()
}

export async function findKeyStates(db: Db, ids: readonly string[]): Promise<KeyState[]> {
  return db
    .selectFrom('api_keys')
    .select(['id', 'disabled_at as disabledAt', 'revoked_at as revokedAt'])
    .where('id', 'in', ids)
    .execute()
}

export async function setKeyState(db: Db, { id, disabledAt, revokedAt }: KeyState): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ disabled_at: disabledAt, revoked_at: revokedAt })
    .where('id', '=', id)
    .execute()
}
