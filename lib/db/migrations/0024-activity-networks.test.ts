import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate, migrations } from '#lib/db/migrate.ts'
import { toAddressKey } from '#lib/networks.ts'
import { openTestServices } from '#lib/testing/test-services.ts'

it('an upgrade gives older events the key of their IP address', async () => {
  const { db } = await openTestServices()
  await sql`drop index audit_events_by_network`.execute(db)
  await db.schema.alterTable('audit_events').dropColumn('address_key').execute()
  await sql`create index audit_events_by_address on audit_events (address, at)`.execute(db)
  await sql`delete from kysely_migration where name >= '0024'`.execute(db)
  // More than one batch, each address twice.
  const addresses = Array.from({ length: 900 }, (_, n) => `10.0.${n >> 8}.${n & 255}`)
  addresses.push('2001:DB8::7', '2001:db8::7', 'command line')
  for (const [n, address] of [...addresses, ...addresses].entries()) {
    await sql`
      insert into audit_events (id, at, kind, actor_kind, actor_name, subject_kind, subject_name, address, request_id, details)
      values (${`evt_${n}`}, ${n}, 'user.created', 'visitor', '', 'user', '', ${address}, 'req_1', '{}')
    `.execute(db)
  }
  const steps = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0025'))
  expect(await migrate(db, steps)).toEqual(['0024-activity-networks'])
  const rows = await db.selectFrom('audit_events').select(['address', 'address_key']).execute()
  expect(rows).toHaveLength(1_806)
  for (const { address, address_key } of rows) expect(address_key).toBe(toAddressKey(address))
})
