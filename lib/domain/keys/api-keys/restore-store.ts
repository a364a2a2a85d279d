import { isUnretiredSecret } from '#lib/domain/keys/api-keys/secrets-store.ts'
import { insertRows } from '#lib/foundation/db/copy/rows.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'

const pageRows = 500

/** The state of a key that may have changed since a backup. */
export type KeyState = Readonly<{ id: string; disabledAt: number | null; revokedAt: number | null }>

export type RestoredKey = KeyState &
  Readonly<{ name: string; ownerId: string; ownerName: string; expiresAt: number | null; lastUsedAt: number | null }>

/** One page of keys, by id. */
export async function listStoredKeysAfter(db: Db, afterId: string): Promise<RestoredKey[]> {
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

/** Gives these keys the secrets that they have in another database. */
export async function copySecrets(from: Db, to: Db, keyIds: readonly string[]): Promise<void> {
  const rows = await from.selectFrom('key_secrets').selectAll().where('key_id', 'in', keyIds).execute()
  await to.deleteFrom('key_secrets').where('key_id', 'in', keyIds).execute()
  for (let start = 0; start < rows.length; start += pageRows) {
    await insertRows(to, 'key_secrets', rows.slice(start, start + pageRows))
  }
}

/** The secrets of these keys that are retired. */
export async function listRetiredSecretIds(db: Db, keyIds: readonly string[]): Promise<readonly string[]> {
  const secrets = db.selectFrom('key_secrets as s').select('s.id').where('s.key_id', 'in', keyIds)
  const rows = await secrets.where(({ not }) => not(isUnretiredSecret)).execute()
  return rows.map(({ id }) => id)
}

export async function retireSecrets(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await retiring(db).where('id', 'in', ids).execute()
}

/** Retires the secrets of these keys that were not used yet. */
export async function retirePendingSecrets(db: Db, keyIds: readonly string[]): Promise<void> {
  await retiring(db).where('key_id', 'in', keyIds).where('current_since', 'is', null).execute()
}

function retiring(db: Db) {
  return db.updateTable('key_secrets').set({ retired_at: nowMs }).where('retired_at', 'is', null)
}
