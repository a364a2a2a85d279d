import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { splitSearchWords } from '#lib/accounts/search-text.ts'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { expiringDays, type KeyFilter, unusedDays } from '#lib/api-keys/key-filter.ts'
import { findKeys } from '#lib/api-keys/listing-store.ts'
import { isActiveKey } from '#lib/api-keys/store.ts'
import { dayMs } from '#lib/clock.ts'
import { escapeLike } from '#lib/db/account-search.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import type { ApiKeyRow, Tables, UserRow } from '#lib/db/tables.ts'
import type { Role } from '#lib/roles.ts'

/** The keys that an actor may manage: those of owners with these roles, and their own. */
export type VisibleKeys = Readonly<{ roles: readonly Role[]; ownId: string }>

type Joined = Tables & { k: ApiKeyRow; owner: UserRow }
type Where = ExpressionBuilder<Joined, 'k' | 'owner'>

/** The number of keys, filtered or not. */
export async function countKeys(db: Db, visible: VisibleKeys, filter?: KeyFilter): Promise<number> {
  const keys = visibleKeys(db, visible)
  const { total } = await (filter ? keys.where((eb) => matches(eb, filter)) : keys)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** One page. Selects the IDs first, to count the uses of the listed keys only. */
export async function findKeyPage(
  db: Db,
  visible: VisibleKeys,
  { offset, limit, ...filter }: KeyFilter & Readonly<{ offset: number; limit: number }>,
): Promise<ApiKey[]> {
  const rows = await visibleKeys(db, visible)
    .where((eb) => matches(eb, filter))
    .select('k.id')
    .orderBy(orders[filter.sort])
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id')
    .offset(offset)
    .limit(limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  const keys = await findKeys(db, ids)
  return keys.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/** The owners of visible keys, by name. */
export async function listKeyHolders(db: Db, visible: VisibleKeys, limit: number) {
  return visibleKeys(db, visible)
    .select(['owner.id', 'owner.name'])
    .distinct()
    .orderBy('owner.name')
    .orderBy('owner.id')
    .limit(limit)
    .execute()
}

function visibleKeys(db: Db, { roles, ownId }: VisibleKeys) {
  return db
    .selectFrom('api_keys as k')
    .innerJoin('users as owner', 'owner.id', 'k.owner_id')
    .where(({ or, eb }) => or([eb('owner.role', 'in', roles), eb('owner.id', '=', ownId)]))
}

const orders = {
  newest: sql`k.created_at desc`,
  name: sql`lower(k.name)`,
  // Keys that were never used or never expire come last.
  'last-used': sql`coalesce(k.last_used_at, 0) desc`,
  expires: sql`case when k.expires_at is null then 1 else 0 end, k.expires_at`,
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

function matches(eb: Where, { search, state, age, ownerId }: KeyFilter) {
  const conditions = [states[state], ages[age], ownerId === '' ? undefined : eb('k.owner_id', '=', ownerId)]
  const words = splitSearchWords(search).map(containsWord)
  return eb.and([...conditions.filter((condition) => condition !== undefined), ...words])
}

/** `word` is case-folded. Names are stored as entered: `lower` ignores ASCII case only. */
function containsWord(word: string) {
  const pattern = `%${escapeLike(word)}%`
  return sql<SqlBool>`(lower(k.name) like ${pattern} escape '!' or lower(k.id) like ${pattern} escape '!'
    or owner.search_text like ${pattern} escape '!')`
}
