import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate, migrations } from '#lib/db/migrate.ts'
import { checkJournal } from '#lib/journal/check-journal.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { openTestServices, testEngine } from '#lib/testing/test-services.ts'

it('an upgrade seals the events from before, and those that follow', async () => {
  const services = await openTestServices()
  const { db } = services
  const table = testEngine() === 'postgres' ? sql` on audit_events` : sql``
  await sql`drop trigger audit_events_unsealed${table}`.execute(db)
  if (testEngine() === 'postgres') await sql`drop function latchkey_mark_unsealed`.execute(db)
  for (const name of ['journal_entries', 'journal_checkpoints', 'journal_keys', 'unsealed_events']) {
    await db.schema.dropTable(name).execute()
  }
  await sql`delete from kysely_migration where name >= '0026'`.execute(db)
  await insertUser(services)
  await insertUser(services)
  const steps = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0027'))
  expect(await migrate(db, steps)).toEqual(['0026-journal'])
  await insertUser(services)
  expect(await checkJournal(services, root, undefined)).toMatchObject({ from: 1, to: 3 })
})
