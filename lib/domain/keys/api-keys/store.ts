import { type Expression, type SqlBool, sql } from 'kysely'
import {
  type ApiKeyOwner,
  type ApiKeyState,
  apiKeyState,
  type KeyFields,
  useNotedEveryMs,
} from '#lib/domain/keys/api-keys/api-key.ts'
import { type KeyLimitName, keyLimitNames } from '#lib/domain/keys/api-keys/field-limits.ts'
import { keyFields } from '#lib/domain/keys/api-keys/fields.ts'
import { formatLimit } from '#lib/domain/keys/api-keys/limits.ts'
import type { Narrowing } from '#lib/domain/keys/api-keys/narrow-limits.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { takeLock } from '#lib/foundation/db/lock.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'
import { expandedSpellings, foldForSearch } from '#lib/kernel/fold-text.ts'

export type NewApiKey = Readonly<{
  id: string
  name: string
  ownerId: string
  createdBy: string
  scopes: string
  /** Space-separated, as stored; null: no limit. */
  accountIds: string | null
  networks: string | null
  rotatable: boolean
  dpop: boolean
  returnAddresses: string | null
  lifeMs: number | null
}>

export async function insertApiKey(db: Db, key: NewApiKey): Promise<{ expiresAt: number | null }> {
  return db
    .insertInto('api_keys')
    .values(({ eb }) => ({
      id: key.id,
      name: key.name,
      search_text: toSearchText(key.name),
      owner_id: key.ownerId,
      created_by: key.createdBy,
      scopes: key.scopes,
      account_ids: key.accountIds,
      networks: key.networks,
      rotatable_since: key.rotatable ? nowMs : null,
      dpop_since: key.dpop ? nowMs : null,
      return_addresses: key.returnAddresses,
      created_at: nowMs,
      expires_at: key.lifeMs === null ? null : eb(nowMs, '+', key.lifeMs),
    }))
    .returning('expires_at as expiresAt')
    .executeTakeFirstOrThrow()
}

export async function findActiveOwner(
  db: Db,
  userId: string,
): Promise<(ApiKeyOwner & Readonly<{ username: string }>) | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'role', 'username'])
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
}

/** Serializes requests with the same name, such as a form that is submitted twice. */
export function lockKeysOf(trx: Db, ownerId: string): Promise<void> {
  return takeLock(trx, `keys of ${ownerId}`)
}

export async function setKeyFields(db: Db, keyId: string, { name, ...texts }: KeyFields): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ name, ...keyFields.perColumn((field) => texts[field] || null), search_text: toSearchText(name) })
    .where('id', '=', keyId)
    .execute()
}

/** What searches match of a key's name: folded, and its other spelling if it differs. */
function toSearchText(name: string): string {
  return [foldForSearch(name), ...expandedSpellings([name])].join('\n')
}

const isUseDue = sql<SqlBool>`coalesce(last_used_at, 0) <= ${nowMs} - ${sql.lit(useNotedEveryMs)}`

/** The key's ID if a use of it has to be noted now, else null: once a minute, so that a busy key costs few writes. */
export function dueKeyId(keyId: Expression<string | null>) {
  return sql<string | null>`(select due.id from api_keys as due where due.id = ${keyId} and ${isUseDue})`
}

/** Notes when and from where a client used a key, unless a concurrent request has. */
export async function noteKeyUse(db: Db, keyId: string, address: string): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: nowMs, last_used_from: address })
    .where('id', '=', keyId)
    .where(isUseDue)
    .execute()
}

/** @returns whether this call changed the key */
export async function disableKey(db: Db, keyId: string): Promise<boolean> {
  return hasChanged(unrevoked(db, keyId).set({ disabled_at: nowMs }).where('disabled_at', 'is', null))
}

/** @returns whether this call changed the key */
export async function enableKey(db: Db, keyId: string): Promise<boolean> {
  return hasChanged(unrevoked(db, keyId).set({ disabled_at: null }).where('disabled_at', 'is not', null))
}

/** @returns whether this call changed the key */
export async function revokeKey(db: Db, keyId: string): Promise<boolean> {
  return hasChanged(unrevoked(db, keyId).set({ revoked_at: nowMs }))
}

function unrevoked(db: Db, keyId: string) {
  return db.updateTable('api_keys').where('id', '=', keyId).where('revoked_at', 'is', null)
}

async function hasChanged(update: ReturnType<typeof unrevoked>): Promise<boolean> {
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const limitColumns = {
  scopes: 'scopes',
  accountIds: 'account_ids',
  networks: 'networks',
  returnAddresses: 'return_addresses',
} as const satisfies Record<KeyLimitName, keyof Tables['api_keys']>

/**
 * Narrows a key that is neither revoked nor expired, if the limits are still those that the narrowing was made from: of
 * concurrent ones from the same limits, one changes the key. @returns whether this call did
 */
export async function narrowKey(db: Db, keyId: string, narrowing: Narrowing): Promise<boolean> {
  let update = unrevoked(db, keyId).where(({ or, eb }) =>
    or([eb('expires_at', 'is', null), eb('expires_at', '>', nowMs)]),
  )
  for (const name of keyLimitNames) {
    const change = narrowing[name]
    if (!change) continue
    const column = limitColumns[name]
    update = update.set({ [column]: formatLimit(change.to) })
    update = change.from === null ? update.where(column, 'is', null) : update.where(column, '=', change.from.join(' '))
  }
  return hasChanged(update)
}

/** Whether the key `k` of a statement is active: `apiKeyState` in SQL. `api-key-sql.test.ts` holds the two together. */
export const isActiveKey = sql<SqlBool>`
  (k.revoked_at is null and k.disabled_at is null and (k.expires_at is null or k.expires_at > ${nowMs}))`

/**
 * Whether the key `k` of a statement is active and may be used by this client. CIDR checks run in TypeScript; the
 * statement only requires the network list to be the one that was checked.
 */
export function isUsableKey(networks: Expression<string | null>) {
  return sql<SqlBool>`(${isActiveKey} and (k.networks is null or k.networks = ${networks}))`
}

/** The state that a row's instants say at `now`. */
export function toApiKeyState(
  row: Pick<Tables['api_keys'], 'revoked_at' | 'expires_at' | 'disabled_at'>,
  now: number,
): ApiKeyState {
  return apiKeyState({ revokedAt: row.revoked_at, expiresAt: row.expires_at, disabledAt: row.disabled_at }, now)
}

/** How many keys that are not revoked expire within a time from now. */
export function countExpiringKeys(db: Db, withinMs: number): Promise<number> {
  return countRows(
    db
      .selectFrom('api_keys')
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', nowMs)
      .where('expires_at', '<=', sql<number>`${nowMs} + ${sql.lit(withinMs)}`),
  )
}
