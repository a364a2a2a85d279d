import { sql } from 'kysely'
import type { KeyCount, KeyUsageName } from '#lib/foundation/buffers/usage-counts.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'
import { dayMs, hourMs } from '#lib/kernel/clock.ts'

/** How long the counts of hours and days are kept. */
const periods = [
  { period: 'hour', lengthMs: hourMs, retentionMs: 61 * dayMs },
  { period: 'day', lengthMs: dayMs, retentionMs: 366 * dayMs },
] as const

type Period = (typeof periods)[number]['period']

/** Rows per statement: PostgreSQL takes 65,535 parameters, and other writers wait. */
const batchSize = 500

/** Adds to the counts of this hour and of this day, by the database's clock. Unknown keys are left out. */
export async function addKeyUsage(trx: Db, counts: readonly KeyCount[]): Promise<void> {
  const known = await findKnownKeys(trx, [...new Set(counts.map(({ keyId }) => keyId))])
  const ofKeys = counts.filter(({ keyId }) => known.has(keyId))
  const byKey = sumBy(ofKeys, ({ keyId, name, secretId }) => `${keyId} ${name} ${secretId}`)
  for (const batch of toBatches(byKey)) await insertKeyRows(trx, batch)
}

async function findKnownKeys(trx: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for (const batch of toBatches(ids)) {
    const rows = await trx.selectFrom('api_keys').select('id').where('id', 'in', batch).execute()
    for (const { id } of rows) known.add(id)
  }
  return known
}

/** One count for each key, in an order that is the same in every process: two that write at once can't deadlock. */
function sumBy(counts: readonly KeyCount[], toKey: (count: KeyCount) => string): KeyCount[] {
  const sums = new Map<string, KeyCount>()
  for (const each of counts) {
    const sum = sums.get(toKey(each))
    sums.set(toKey(each), { ...each, count: each.count + (sum?.count ?? 0) })
  }
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
}

function toBatches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / batchSize) }, (_, index) =>
    all.slice(index * batchSize, (index + 1) * batchSize),
  )
}

const startOf = (lengthMs: number) => sql<number>`${nowMs} - ${nowMs} % ${sql.lit(lengthMs)}`

async function insertKeyRows(trx: Db, counts: readonly KeyCount[]): Promise<void> {
  const rows = periods.flatMap(({ period, lengthMs, retentionMs }) =>
    counts.map(({ keyId, name, secretId, count }) => ({
      key_id: keyId,
      period,
      since: startOf(lengthMs),
      name,
      secret_id: secretId,
      count,
      expires_at: sql<number>`${startOf(lengthMs)} + ${sql.lit(retentionMs)}`,
    })),
  )
  await trx
    .insertInto('key_usage')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['key_id', 'period', 'since', 'name', 'secret_id'])
        .doUpdateSet((eb) => ({ count: eb('key_usage.count', '+', eb.ref('excluded.count')) })),
    )
    .execute()
}

export type KeyUsageRow = Readonly<{ since: number; name: KeyUsageName; secretId: string; count: number }>

/** The counts of one key since an instant. */
export function listKeyUsage(
  db: Db,
  keyId: string,
  { period, since }: Readonly<{ period: Period; since: number }>,
): Promise<KeyUsageRow[]> {
  return db
    .selectFrom('key_usage')
    .select(['since', 'name', 'secret_id as secretId', 'count'])
    .where('key_id', '=', keyId)
    .where('period', '=', period)
    .where('since', '>=', since)
    .execute()
}

/** The secret that became current last, and when. */
export async function findCurrentSecret(db: Db, keyId: string) {
  const row = await db
    .selectFrom('key_secrets')
    .select(['id', 'current_since as since', 'lapses_at'])
    .where('key_id', '=', keyId)
    .where('current_since', 'is not', null)
    .orderBy('current_since', 'desc')
    .executeTakeFirst()
  return row && { id: row.id, since: row.since, isFirst: row.lapses_at === null }
}

/** Deletes hours after 61 days and days after 366. @returns how many */
export function deleteOldKeyUsage(db: Db, limit: number): Promise<number> {
  return deleteOldest(db, 'key_usage', { instant: sql`expires_at`, limit })
}

/** Deletes days after 61 days. @returns how many */
export function deleteOldAccountUsage(db: Db, limit: number): Promise<number> {
  return deleteOldest(db, 'account_usage', { instant: sql`expires_at`, limit })
}

/** Of a key: what its programs were given, and not what they were refused. */
const calls = ['token-issued', 'token-refreshed', 'link-issued'] as const satisfies readonly KeyUsageName[]

/** The calls with each secret of a key since an hour. */
export async function countCallsBySecret(db: Db, keyId: string, since: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('key_usage')
    .select(({ fn }) => ['secret_id as secretId', fn.sum<number>('count').as('count')])
    .where('key_id', '=', keyId)
    .where('period', '=', 'hour')
    .where('since', '>=', since)
    .where('name', 'in', calls)
    .groupBy('secret_id')
    .execute()
  return new Map(rows.map(({ secretId, count }) => [secretId, Number(count)]))
}

/** The calls of these keys since an hour. */
export async function countCallsByKey(db: Db, ids: readonly string[], since: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('key_usage')
    .select(({ fn }) => ['key_id as keyId', fn.sum<number>('count').as('count')])
    .where('key_id', 'in', ids)
    .where('period', '=', 'hour')
    .where('since', '>=', since)
    .where('name', 'in', calls)
    .groupBy('key_id')
    .execute()
  return new Map(rows.map(({ keyId, count }) => [keyId, Number(count)]))
}

/** The calls of these keys on each day since an instant. */
export function listDailyCalls(db: Db, keyIds: readonly string[], since: number) {
  return db
    .selectFrom('key_usage')
    .select(({ fn }) => ['key_id as keyId', 'since', fn.sum<number>('count').as('count')])
    .where('key_id', 'in', keyIds)
    .where('period', '=', 'day')
    .where('since', '>=', since)
    .where('name', 'in', calls)
    .groupBy(['key_id', 'since'])
    .execute()
}
