import { sql } from 'kysely'
import { z } from 'zod'
import { type ApiKeyOwner, type ApiKeyState, apiKeyState, isUseDue, useNotedEveryMs } from '#lib/api-keys/api-key.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import type { ApiKeyRow } from '#lib/db/tables.ts'
import { roles } from '#lib/roles.ts'

const roleSchema = z.enum(roles)

/** What authentication looks at. */
export type KeyCredential = Readonly<{
  id: string
  name: string
  state: ApiKeyState
  secretHash: string
  masterId: string
  ownerId: string
  ownerActive: boolean
  scopes: string
  /** As the row has them: what is compared with it is this text. */
  networks: string | null
  useDue: boolean
}>

export type NewApiKey = Readonly<{
  id: string
  name: string
  secretHash: string
  masterId: string
  ownerId: string
  createdBy: string
  scopes: string
  /** Words with a space between them, as they are kept; null: no limit. */
  accountIds: string | null
  networks: string | null
  lifeMs: number | null
}>

/** @returns when it expires, by the clock of the database */
export async function insertApiKey(db: Db, key: NewApiKey): Promise<{ expiresAt: number | null }> {
  const row = await db
    .insertInto('api_keys')
    .values(({ eb }) => ({
      id: key.id,
      name: key.name,
      secret_hash: key.secretHash,
      master_id: key.masterId,
      owner_id: key.ownerId,
      created_by: key.createdBy,
      scopes: key.scopes,
      account_ids: key.accountIds,
      networks: key.networks,
      created_at: nowMs,
      expires_at: key.lifeMs === null ? null : eb(nowMs, '+', key.lifeMs),
    }))
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { expiresAt: row.expires_at }
}

/** The active user whom a new key may belong to. */
export async function findActiveOwner(
  db: Db,
  userId: string,
): Promise<(ApiKeyOwner & Readonly<{ username: string }>) | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'role', 'username'])
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, role: roleSchema.parse(row.role) }
}

/** What authenticating needs of a key, in whatever state: the caller judges. */
export async function findCredential(db: Db, keyId: string): Promise<KeyCredential | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.owner_id')
    .selectAll('api_keys')
    .select(['users.deactivated_at as owner_deactivated_at', nowMs.as('now')])
    .where('api_keys.id', '=', keyId)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      name: row.name,
      state: toApiKeyState(row, row.now),
      secretHash: row.secret_hash,
      masterId: row.master_id,
      ownerId: row.owner_id,
      ownerActive: row.owner_deactivated_at === null,
      scopes: row.scopes,
      networks: row.networks,
      useDue: isUseDue(row.last_used_at, row.now),
    }
  )
}

/** Moves a row to a newer master secret, unless somebody else has. */
export async function updateSecretHash(
  db: Db,
  key: Readonly<{ id: string; masterId: string }>,
  renewed: Readonly<{ secretHash: string; masterId: string }>,
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ secret_hash: renewed.secretHash, master_id: renewed.masterId })
    .where('id', '=', key.id)
    .where('master_id', '=', key.masterId)
    .execute()
}

/** Notes a use, at most once a minute. */
export async function updateLastUse(db: Db, keyId: string, address: string): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: nowMs, last_used_from: address })
    .where('id', '=', keyId)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', eb(nowMs, '-', useNotedEveryMs))]))
    .execute()
}

/** @returns whether this call changed it */
export async function disableKey(db: Db, keyId: string): Promise<boolean> {
  const changed = await db
    .updateTable('api_keys')
    .set({ disabled_at: nowMs })
    .where('id', '=', keyId)
    .where('disabled_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** @returns whether this call changed it */
export async function enableKey(db: Db, keyId: string): Promise<boolean> {
  const changed = await db
    .updateTable('api_keys')
    .set({ disabled_at: null })
    .where('id', '=', keyId)
    .where('disabled_at', 'is not', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** @returns whether this call changed it */
export async function revokeKey(db: Db, keyId: string): Promise<boolean> {
  const changed = await db
    .updateTable('api_keys')
    .set({ revoked_at: nowMs })
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Whether the key that a statement calls `k` is active at its instant: as {@link toApiKeyState} has it. */
export const isActiveKeyRow = sql<boolean>`
  (k.revoked_at is null and k.disabled_at is null and (k.expires_at is null or k.expires_at > ${nowMs}))`

/** The state that a row's instants say. */
export function toApiKeyState(
  row: Pick<ApiKeyRow, 'revoked_at' | 'expires_at' | 'disabled_at'>,
  now: number,
): ApiKeyState {
  return apiKeyState({ revokedAt: row.revoked_at, expiresAt: row.expires_at, disabledAt: row.disabled_at }, now)
}
