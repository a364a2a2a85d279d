import { z } from 'zod'
import {
  type ApiKey,
  type ApiKeyOwner,
  type ApiKeyState,
  apiKeyState,
  isUseDue,
  useNotedEveryMs,
} from '#lib/api-keys/api-key.ts'
import { dayMs } from '#lib/clock.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import type { ApiKeyRow } from '#lib/db/schema.ts'
import { type Role, roles } from '#lib/users/roles.ts'

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
  /** Whether its use is to be noted again. */
  useDue: boolean
}>

export type NewApiKey = Readonly<{
  id: string
  name: string
  secretHash: string
  masterId: string
  ownerId: string
  createdBy: string
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
      created_at: nowMs,
      expires_at: key.lifeMs === null ? null : eb(nowMs, '+', key.lifeMs),
    }))
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { expiresAt: row.expires_at }
}

/** The active user whom a new key may belong to. */
export async function findActiveOwner(db: Db, userId: string): Promise<ApiKeyOwner | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'role'])
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  return row && toOwner(row)
}

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
      state: toState(row, row.now),
      secretHash: row.secret_hash,
      masterId: row.master_id,
      ownerId: row.owner_id,
      ownerActive: row.owner_deactivated_at === null,
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

export async function findKey(db: Db, keyId: string): Promise<ApiKey | undefined> {
  const row = await selectKeys(db).where('api_keys.id', '=', keyId).executeTakeFirst()
  return row && toApiKey(row)
}

/** All keys, the newest first. */
export async function listKeys(db: Db): Promise<ApiKey[]> {
  const rows = await selectKeys(db).orderBy('api_keys.created_at', 'desc').orderBy('api_keys.id').execute()
  return rows.map(toApiKey)
}

function selectKeys(db: Db) {
  return db
    .selectFrom('api_keys')
    .innerJoin('users as owner', 'owner.id', 'api_keys.owner_id')
    .leftJoin('users as creator', 'creator.id', 'api_keys.created_by')
    .selectAll('api_keys')
    .select((eb) => [
      'owner.name as owner_name',
      'owner.role as owner_role',
      'creator.name as creator_name',
      nowMs.as('now'),
      eb
        .selectFrom('refresh_families')
        .select((count) => count.fn.countAll<number>().as('families'))
        .whereRef('key_id', '=', 'api_keys.id')
        .where('issued_at', '>', eb(nowMs, '-', dayMs))
        .as('issued'),
      // Those issued on the same day are counted above.
      eb
        .selectFrom('refresh_families')
        .select((count) => count.fn.countAll<number>().as('families'))
        .whereRef('key_id', '=', 'api_keys.id')
        .where('rotated_at', '>', eb(nowMs, '-', dayMs))
        .where('issued_at', '<=', eb(nowMs, '-', dayMs))
        .as('rotated'),
    ])
}

type ListedRow = ApiKeyRow & {
  owner_name: string
  owner_role: string
  creator_name: string | null
  now: number
  issued: number | null
  rotated: number | null
}

function toApiKey(row: ListedRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    state: toState(row, row.now),
    owner: toOwner({ id: row.owner_id, name: row.owner_name, role: row.owner_role }),
    createdByName: row.creator_name ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    lastUsedFrom: row.last_used_from,
    usesInLastDay: (row.issued ?? 0) + (row.rotated ?? 0),
  }
}

function toState(row: Pick<ApiKeyRow, 'revoked_at' | 'expires_at' | 'disabled_at'>, now: number): ApiKeyState {
  return apiKeyState({ revokedAt: row.revoked_at, expiresAt: row.expires_at, disabledAt: row.disabled_at }, now)
}

function toOwner(row: Readonly<{ id: string; name: string; role: string }>): ApiKeyOwner {
  const role: Role = roleSchema.parse(row.role)
  return { id: row.id, name: row.name, role }
}
