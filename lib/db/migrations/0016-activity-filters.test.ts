import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate, migrations } from '#lib/db/migrate.ts'
import { openTestServices } from '#lib/testing/test-services.ts'

it('an upgrade knows which API key older events concern', async () => {
  const { db } = await openTestServices()
  for (const name of ['key', 'address', 'kind'])
    await sql`drop index if exists ${sql.id(`audit_events_by_${name}`)}`.execute(db)
  await db.schema.alterTable('audit_events').dropColumn('key_id').execute()
  await sql`delete from kysely_migration where name >= '0016'`.execute(db)
  const events = [
    ['evt_1', 'api_key.revoked', 'api_key', 'lkid_1', '{}'],
    ['evt_2', 'sso_grant.redeemed', 'account', 'acme', '{"via":"lkid_2"}'],
    ['evt_3', 'sso_grant.refused', 'account', 'acme', '{"reason":"tampered","via":"lkid_3"}'],
    ['evt_4', 'sso_grant.redeemed', 'account', 'acme', '{"via":"launch"}'],
    ['evt_5', 'database.restored', 'database', null, '{"via":"file"}'],
  ]
  for (const [id, kind, subjectKind, subjectId, details] of events) {
    await sql`
      insert into audit_events (id, at, kind, actor_kind, actor_name, subject_kind, subject_id, subject_name, address,
        request_id, details)
      values (${id}, 1, ${kind}, 'visitor', '', ${subjectKind}, ${subjectId}, '', '192.0.2.7', 'req_1', ${details})
    `.execute(db)
  }
  const steps = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0017'))
  expect(await migrate(db, steps)).toEqual(['0016-activity-filters'])
  const rows = await db.selectFrom('audit_events').select('key_id').orderBy('id').execute()
  expect(rows.map((row) => row.key_id)).toEqual(['lkid_1', 'lkid_2', 'lkid_3', null, null])
})
