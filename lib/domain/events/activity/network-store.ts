import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Condition } from '#lib/domain/events/activity/conditions-store.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'
import { type KeyRange, toKeyRange } from '#lib/kernel/networks.ts'

/** A network from which more IP addresses sent events is not searched address by address. */
const maxAddresses = 32

/** All events of a network with at most this many are read. */
export const smallNetwork = 5_000

/** How many events are read to find those of another network. Rows lie in the order of time, which makes this fast. */
export const timeScanLimit = 20_000

const eb = expressionBuilder<Tables, 'audit_events'>()

/**
 * The events of a network. Its index has them in the order of time only within one IP address, so these are the ways to
 * find the newest: from each of a few addresses, among all if there are few events, or among all networks' newest.
 */
export async function findNetworkCondition(db: Db, network: string): Promise<Condition> {
  const range = toKeyRange(network)
  const addresses = range.first === range.last ? [range.first] : await listAddressKeys(db, range)
  if (addresses.length <= maxAddresses) {
    // Without any, the first address of the network, which has no event.
    const keys = addresses.length === 0 ? [range.first] : addresses
    return { alternatives: keys.map((key) => ({ indexed: eb('address_key', '=', key) })) }
  }
  const inside = eb.between('address_key', range.first, range.last)
  if (await isSmall(db, inside)) {
    return { alternatives: [{ indexed: inside }], scan: { order: 'address_key', max: Infinity } }
  }
  return { alternatives: [{ indexed: eb.and([]), also: inside }], scan: { order: 'at', max: timeScanLimit } }
}

/**
 * The keys of the IP addresses that sent events, up to one more than {@link maxAddresses}. Skips from one to the next.
 */
async function listAddressKeys(db: Db, { first, last }: KeyRange): Promise<readonly string[]> {
  const next = (start: ReturnType<typeof sql>) => sql`(
    select address_key from audit_events where address_key ${start} and address_key <= ${last} order by address_key limit 1
  )`
  const { rows } = await sql<{ address_key: string }>`
    with recursive found (address_key, number) as (
      select ${next(sql`>= ${first}`)}, 1
      union all
      select ${next(sql`> found.address_key`)}, number + 1 from found
      where found.address_key is not null and number <= ${sql.lit(maxAddresses)}
    )
    select address_key from found where address_key is not null
  `.execute(db)
  return rows.map((row) => row.address_key)
}

async function isSmall(db: Db, inside: Expression<SqlBool>): Promise<boolean> {
  const query = db.selectFrom('audit_events').select('address_key').where(inside).orderBy('address_key')
  return (await query.limit(1).offset(smallNetwork).executeTakeFirst()) === undefined
}
