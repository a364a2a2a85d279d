import { type Kysely, sql } from 'kysely'
import { runScript } from '#lib/db/migrations/run-script.ts'
import { toAddressKey } from '#lib/networks.ts'

/** How many IP addresses one statement gives their keys. Bounds memory and the size of the statement. */
const batchSize = 400

/** Activity by network: a form of the IP address that sorts by number replaces its text in the index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runScript(db, 'alter table audit_events add column address_key text;')
  let last = ''
  for (;;) {
    const addresses = await listAddresses(db, last)
    if (addresses.length > 0) await storeKeys(db, addresses)
    if (addresses.length < batchSize) break
    last = addresses.at(-1) ?? ''
  }
  await runScript(
    db,
    `
    create index audit_events_by_network on audit_events (address_key, at);
    drop index audit_events_by_address;`,
  )
}

/** The next addresses in the order of their index. Skips from one to the next, and not over all of their events. */
async function listAddresses(db: Kysely<unknown>, after: string): Promise<readonly string[]> {
  const next = (than: ReturnType<typeof sql>) =>
    sql`(select address from audit_events where address > ${than} order by address limit 1)`
  const { rows } = await sql<{ address: string }>`
    with recursive found (address) as (
      select ${next(sql`${after}`)}
      union all
      select ${next(sql`found.address`)} from found where found.address is not null
    )
    select address from found where address is not null limit ${sql.lit(batchSize)}
  `.execute(db)
  return rows.map(({ address }) => address)
}

async function storeKeys(db: Kysely<unknown>, addresses: readonly string[]): Promise<void> {
  const pairs = addresses.map((address) => sql`(${address}, ${toAddressKey(address)})`)
  await sql`
    with keys (address, address_key) as (values ${sql.join(pairs)})
    update audit_events set address_key = keys.address_key from keys where audit_events.address = keys.address
  `.execute(db)
}
