import { sql } from 'kysely'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { parseLimit } from '#lib/api-keys/limits.ts'
import { scopeWords, toKeyScopes } from '#lib/api-keys/scopes.ts'
import { isActiveKey, toApiKeyState } from '#lib/api-keys/store.ts'
import { dayMs } from '#lib/clock.ts'
import { type Db, nowMs } from '#lib/db/database.ts'

/** The key as lists show it, without its hash. */
export async function findKey(db: Db, keyId: string): Promise<ApiKey | undefined> {
  const row = await selectKeys(db).where('api_keys.id', '=', keyId).executeTakeFirst()
  return row && toApiKey(row)
}

/** These keys, unordered. */
export async function findKeys(db: Db, keyIds: readonly string[]): Promise<ApiKey[]> {
  if (keyIds.length === 0) return []
  const rows = await selectKeys(db).where('api_keys.id', 'in', keyIds).execute()
  return rows.map(toApiKey)
}

/** The owner's active key with this name. */
export async function findActiveKeyNamed(db: Db, ownerId: string, name: string): Promise<ApiKey | undefined> {
  const rows = await selectKeys(db)
    .where('api_keys.owner_id', '=', ownerId)
    .where('api_keys.name', '=', name)
    .where('api_keys.revoked_at', 'is', null)
    .execute()
  return rows.map(toApiKey).find(({ state }) => state === 'active')
}

/** The newest unused key that this user generated within `recentMs`. */
export async function findLatestUnusedKey(db: Db, creatorId: string, recentMs: number): Promise<ApiKey | undefined> {
  const row = await selectKeys(db)
    .where('api_keys.created_by', '=', creatorId)
    .where('api_keys.created_at', '>', sql<number>`${nowMs} - ${recentMs}`)
    .where('api_keys.last_used_at', 'is', null)
    .where('api_keys.revoked_at', 'is', null)
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id')
    .executeTakeFirst()
  return row && toApiKey(row)
}

/** The number of the owner's active keys, and their uses within 24 hours. */
export async function summarizeActiveKeys(db: Db, ownerId: string): Promise<{ count: number; usesInLastDay: number }> {
  const keys = db.selectFrom('api_keys as k').where('k.owner_id', '=', ownerId).where(isActiveKey)
  const { count } = await keys.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const { uses } = await keys
    .innerJoin('refresh_families', 'refresh_families.key_id', 'k.id')
    .where(sql<number>`coalesce(rotated_at, issued_at)`, '>', sql<number>`${nowMs} - ${dayMs}`)
    .select(({ fn }) => fn.countAll<number>().as('uses'))
    .executeTakeFirstOrThrow()
  return { count: Number(count), usesInLastDay: Number(uses) }
}

/** All keys, newest first. */
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
      'owner.deactivated_at as owner_deactivated_at',
      'creator.name as creator_name',
      nowMs.as('now'),
      eb
        .selectFrom('refresh_families')
        .select((count) => count.fn.countAll<number>().as('families'))
        .whereRef('key_id', '=', 'api_keys.id')
        .where(sql<number>`coalesce(rotated_at, issued_at)`, '>', eb(nowMs, '-', dayMs))
        .as('uses'),
    ])
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectKeys>['executeTakeFirstOrThrow']>>

function toApiKey(row: ListedRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    state: toApiKeyState(row, row.now),
    owner: { id: row.owner_id, name: row.owner_name, role: row.owner_role },
    ownerActive: row.owner_deactivated_at === null,
    createdByName: row.creator_name ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    lastUsedFrom: row.last_used_from,
    usesInLastDay: row.uses ?? 0,
    scopes: toKeyScopes(scopeWords(row.scopes)),
    accountIds: parseLimit(row.account_ids),
    networks: parseLimit(row.networks),
  }
}
