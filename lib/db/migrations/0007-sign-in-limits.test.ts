import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate, migrations } from '#lib/db/migrate.ts'
import { insertUser, root, signInAs } from '#lib/testing/people.ts'
import { openTestServices, testStart } from '#lib/testing/test-services.ts'
import { deactivateUser } from '#lib/user-lifecycle/change-user.ts'

it('an upgrade knows the browsers that active people signed in with since they set their password', async () => {
  const services = await openTestServices()
  const { db, clock } = services
  const [jane, jill] = [await insertUser(services), await insertUser(services)]
  await signInAs(services, jane)
  clock.advance(1)
  const passwordSetAt = clock.now()
  await db.updateTable('users').set({ password_set_at: passwordSetAt }).execute()
  const since = await signInAs(services, { ...jane, passwordSetAt })
  clock.advance(1)
  await signInAs(services, { ...jane, passwordSetAt }, since.browserId)
  await signInAs(services, { ...jill, passwordSetAt })
  await deactivateUser(services, root, jill.id)
  await db.schema.dropTable('known_browsers').execute()
  await db.schema.dropTable('refused_sign_ins').execute()
  await sql`delete from kysely_migration where name >= '0007'`.execute(db)
  const steps = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0008'))
  expect(await migrate(db, steps)).toEqual(['0007-sign-in-limits'])
  expect(await db.selectFrom('known_browsers').selectAll().execute()).toEqual([
    { browser_hash: since.person.browserHash, user_id: jane.id, last_sign_in_at: testStart + 2 },
  ])
})
