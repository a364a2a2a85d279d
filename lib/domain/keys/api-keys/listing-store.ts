import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { splitSearchWords } from '#lib/domain/accounts/accounts/search-text.ts'
import { type ApiKey, apiKeyState } from '#lib/domain/keys/api-keys/api-key.ts'
import { toCallLimit } from '#lib/domain/keys/api-keys/call-limit.ts'
import { keyFields } from '#lib/domain/keys/api-keys/fields.ts'
import {
  expiringDays,
  type KeyFilter,
  type KeyMatch,
  type KeyUse,
  unusedDays,
} from '#lib/domain/keys/api-keys/key-filter.ts'
import { parseLimit } from '#lib/domain/keys/api-keys/limits.ts'
import { type KeyScope, scopeWords, toKeyScopes } from '#lib/domain/keys/api-keys/scopes.ts'
import { isActiveKey } from '#lib/domain/keys/api-keys/store.ts'
import type { KeyOwners } from '#lib/foundation/authorization/permissions.ts'
import { escapeLike } from '#lib/foundation/db/account-search.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'
import { dayMs } from '#lib/kernel/clock.ts'

/** The key as lists show it, without its hash. */
export async function findKey(db: Db, keyId: string): Promise<ApiKey | undefined> {
  const row = await selectKeys(db).where('k.id', '=', keyId).executeTakeFirst()
  return row && toApiKey(row)
}

/** The user who generated a key; undefined if it was generated via CLI. */
export function findKeyCreator(db: Db, keyId: string): Promise<Readonly<{ id: string; name: string }> | undefined> {
  return db
    .selectFrom('api_keys as k')
    .innerJoin('users as creator', 'creator.id', 'k.created_by')
    .select(['creator.id', 'creator.name'])
    .where('k.id', '=', keyId)
    .executeTakeFirst()
}

export async function findActiveKeyNamed(db: Db, ownerId: string, name: string): Promise<ApiKey | undefined> {
  const ofOwner = selectKeys(db).where('k.owner_id', '=', ownerId)
  const row = await ofOwner.where('k.name', '=', name).where(isActiveKey).executeTakeFirst()
  return row && toApiKey(row)
}

/** The newest unused key that this user generated within `recentMs`, and did not hand over. */
export async function findLatestUnusedKey(db: Db, creatorId: string, recentMs: number): Promise<ApiKey | undefined> {
  const row = await selectKeys(db)
    .where('k.created_by', '=', creatorId)
    .where('k.created_at', '>', sql<number>`${nowMs} - ${recentMs}`)
    .where('k.last_used_at', 'is', null)
    .where('k.revoked_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('hand_overs as h').select('h.id').whereRef('h.key_id', '=', 'k.id'))),
    )
    // Nothing of a key without a secret is shown once.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('key_secrets as s')
            .select('s.id')
            .whereRef('s.key_id', '=', 'k.id')
            .where('s.public_jwk', 'is not', null),
        ),
      ),
    )
    .orderBy(orders.newest)
    .executeTakeFirst()
  return row && toApiKey(row)
}

/** The owner's active keys. */
export async function listActiveKeys(db: Db, ownerId: string): Promise<ApiKey[]> {
  const rows = await selectKeys(db).where('k.owner_id', '=', ownerId).where(isActiveKey).execute()
  return rows.map(toApiKey)
}

/** The number of active keys of these owners. */
export async function countActiveKeysOf(db: Db, ownerIds: readonly string[]): Promise<number> {
  if (ownerIds.length === 0) return 0
  return countRows(db.selectFrom('api_keys as k').where('k.owner_id', 'in', ownerIds).where(isActiveKey))
}

/** The number of visible keys, or of those that the filter finds: counts up to `limit`. */
export async function countKeys(
  db: Db,
  visible: KeyOwners,
  { limit, filter }: Readonly<{ limit: number; filter?: KeyFilter | undefined }>,
): Promise<number> {
  const keys = visibleKeys(db, visible)
  const counted = (filter ? keys.where((eb) => matches(eb, filter)) : keys).select('k.id').limit(limit)
  return countRows(db.selectFrom(counted.as('counted')))
}

/** All visible keys, newest first, or one page of those that the filter finds. */
export async function listKeys(
  db: Db,
  visible: KeyOwners,
  page?: KeyFilter & Readonly<{ offset: number; limit: number }>,
): Promise<ApiKey[]> {
  const order = orders[page?.sort ?? 'newest']
  const ids = visibleKeys(db, visible).select('k.id')
  // Selects the IDs first, to count the uses of the listed keys only.
  const listed =
    page &&
    ids
      .where((eb) => matches(eb, page))
      .orderBy(order)
      .offset(page.offset)
      .limit(page.limit)
  const rows = await selectKeys(db)
    .where('k.id', 'in', listed ?? ids)
    .orderBy(order)
    .execute()
  return rows.map(toApiKey)
}

export type KeySelection = KeyMatch & Readonly<{ after: string; limit: number }>

/** The visible keys that match and whose ID comes after `after`, in the order of their IDs. */
export async function listKeysAfter(db: Db, owners: KeyOwners, { after, limit, ...match }: KeySelection) {
  const rows = await selectKeys(db)
    .where(hasVisibleOwner(owners))
    .where((eb) => matches(eb, match))
    .where('k.id', '>', after)
    .orderBy('k.id')
    .limit(limit)
    .execute()
  return rows.map(toApiKey)
}

/** These keys, newest first. */
export async function listKeysById(db: Db, ids: readonly string[]): Promise<ApiKey[]> {
  if (ids.length === 0) return []
  const rows = await selectKeys(db).where('k.id', 'in', ids).orderBy(orders.newest).execute()
  return rows.map(toApiKey)
}

export async function listKeyHolders(db: Db, visible: KeyOwners, limit: number) {
  return visibleKeys(db, visible)
    .select(['owner.id', 'owner.name'])
    .distinct()
    .orderBy('owner.name')
    .orderBy('owner.id')
    .limit(limit)
    .execute()
}

function keysWithOwner(db: Db) {
  return db.selectFrom('api_keys as k').innerJoin('users as owner', 'owner.id', 'k.owner_id')
}

function visibleKeys(db: Db, visible: KeyOwners) {
  return keysWithOwner(db).where(hasVisibleOwner(visible))
}

/** Whether the `owner` of a statement owns visible keys; null without an owner. */
export function hasVisibleOwner({ roles, ownId }: KeyOwners) {
  return sql<SqlBool>`(owner.role in (${sql.join(roles)}) or owner.id = ${ownId})`
}

const keyText = sql<string>`coalesce(k.search_text, lower(k.name))`

/** Keys that were never used or never expire come last. */
const orders = {
  newest: sql`k.created_at desc, k.id desc`,
  name: sql`${keyText}, k.created_at desc, k.id desc`,
  'last-used': sql`coalesce(k.last_used_at, 0) desc, k.created_at desc, k.id desc`,
  expires: sql`case when k.expires_at is null then 1 else 0 end, k.expires_at, k.created_at desc, k.id desc`,
} as const

const isEnded = sql<SqlBool>`(k.revoked_at is not null or k.expires_at <= ${nowMs})`
const hasNotEnded = sql<SqlBool>`(k.revoked_at is null and (k.expires_at is null or k.expires_at > ${nowMs}))`

const states: Readonly<Record<KeyFilter['state'], Expression<SqlBool> | undefined>> = {
  current: hasNotEnded,
  active: isActiveKey,
  disabled: sql<SqlBool>`(k.disabled_at is not null and ${hasNotEnded})`,
  ended: isEnded,
  all: undefined,
}

const ages: Readonly<Record<KeyFilter['age'], Expression<SqlBool> | undefined>> = {
  any: undefined,
  expiring: sql<SqlBool>`(${isActiveKey} and k.expires_at <= ${nowMs} + ${sql.lit(expiringDays * dayMs)})`,
  unused: sql<SqlBool>`(${isActiveKey} and coalesce(k.last_used_at, k.created_at) <= ${nowMs} - ${sql.lit(unusedDays * dayMs)})`,
}

const hasWord = (scope: KeyScope) => sql<SqlBool>`(' ' || k.scopes || ' ' like ${sql.lit(`% ${scope} %`)})`
const opens = hasWord('sso')
const provisions = sql<SqlBool>`(not ${opens} and ${hasWord('scim')})`
const checks = sql<SqlBool>`(k.scopes = 'introspect')`

const purposes: Readonly<Record<KeyUse, Expression<SqlBool>>> = {
  open: opens,
  scim: provisions,
  check: checks,
  manage: sql<SqlBool>`(not ${opens} and not ${provisions} and not ${checks})`,
}

function matches(
  eb: ExpressionBuilder<Tables & { k: Tables['api_keys']; owner: Tables['users'] }, 'k' | 'owner'>,
  { search, state, age, ownerId, purpose }: KeyMatch,
) {
  const conditions = [
    states[state],
    ages[age],
    ownerId === '' ? undefined : eb('k.owner_id', '=', ownerId),
    purpose && purposes[purpose],
  ]
  const words = splitSearchWords(search).map((word) => containsWord(word, sql.ref('owner.search_text')))
  return eb.and([...conditions.filter((condition) => condition !== undefined), ...words])
}

/** Lists show as many characters at each end of an ID. Shorter words are in many random IDs by chance. */
const minIdFragment = 4

/** `word` is folded. */
export function containsWord(word: string, ownerText: RawBuilder<unknown>) {
  const pattern = `%${escapeLike(word)}%`
  const isInId = sql<SqlBool>`lower(k.id) like ${pattern} escape '!'`
  return sql<SqlBool>`(${keyText} like ${pattern} escape '!' or ${ownerText} like ${pattern} escape '!'
    or ${word.length < minIdFragment ? sql`false` : isInId})`
}

function selectKeys(db: Db) {
  return keysWithOwner(db)
    .leftJoin('users as creator', 'creator.id', 'k.created_by')
    .select(keyFields.columns.map((column) => `k.${column}` as const))
    .select([
      'k.id',
      'k.name',
      'k.created_at as createdAt',
      'k.expires_at as expiresAt',
      'creator.name as creator_name',
    ])
    .select(['k.last_used_at as lastUsedAt', 'k.last_used_from as lastUsedFrom', 'k.disabled_at', 'k.revoked_at'])
    .select(['k.scopes', 'k.account_ids', 'k.networks', 'k.return_addresses', nowMs.as('now')])
    .select(['k.rotatable_since', 'k.dpop_since'])
    .select(['k.limit_mode', 'k.calls_per_minute', 'k.calls_per_day'])
    .select(['owner.id as owner_id', 'owner.name as owner_name', 'owner.role', 'owner.deactivated_at'])
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectKeys>['executeTakeFirstOrThrow']>>

function toApiKey(row: ListedRow): ApiKey {
  const { id, name, createdAt, expiresAt, lastUsedAt, lastUsedFrom } = row
  return {
    id,
    name,
    createdAt,
    expiresAt,
    lastUsedAt,
    lastUsedFrom,
    ...keyFields.perField((_, field) => row[field]),
    state: apiKeyState({ expiresAt, revokedAt: row.revoked_at, disabledAt: row.disabled_at }, row.now),
    owner: { id: row.owner_id, name: row.owner_name, role: row.role },
    ownerActive: row.deactivated_at === null,
    createdByName: row.creator_name ?? undefined,
    scopes: toKeyScopes(scopeWords(row.scopes)),
    accountIds: parseLimit(row.account_ids),
    networks: parseLimit(row.networks),
    returnAddresses: parseLimit(row.return_addresses),
    isRotatable: row.rotatable_since !== null,
    requiresDpop: row.dpop_since !== null,
    callLimit: toCallLimit(row),
  }
}
