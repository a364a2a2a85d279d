import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { recordEvent } from '#lib/audit/store.ts'
import { migrate, migrations } from '#lib/db/migrate.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices } from '#lib/testing/test-services.ts'
import { findUnprovenNames } from '#lib/users/proven-names-store.ts'
import { type User, userEvent } from '#lib/users/user.ts'

it('an upgrade knows from audit events which names users chose themselves', async () => {
  const services = await openTestServices()
  const { db } = services
  const users = {
    untouched: await insertUser(services),
    renamed: await insertUser(services),
    both: await insertUser(services),
    name: await insertUser(services),
    provisioned: await insertUser(services),
    owner: await insertUser(services, { role: 'owner' }),
  }
  const record = async (user: User, kind: 'user.profile_changed' | 'user.updated', details: Record<string, string>) => {
    services.clock.advance(1)
    const actor = kind === 'user.updated' ? root : personOf(services, user)
    await db.transaction().execute((trx) => recordEvent(trx, actor, userEvent(kind, user, details)))
  }
  await record(users.renamed, 'user.profile_changed', { formerUsername: 'was' })
  await record(users.both, 'user.updated', { formerEmail: 'first@example.com' })
  await record(users.both, 'user.profile_changed', { formerUsername: 'was', formerEmail: 'was@example.com' })
  await record(users.name, 'user.profile_changed', { formerName: '"formerEmail" is no name' })
  await record(users.provisioned, 'user.profile_changed', { formerEmail: 'was@example.com' })
  await record(users.provisioned, 'user.updated', { formerEmail: 'own@example.com' })
  await record(users.owner, 'user.profile_changed', { formerEmail: 'was@example.com' })

  await sql`drop table name_changes`.execute(db)
  for (const column of ['username_unproven_at', 'email_unproven_at']) {
    await db.schema.alterTable('users').dropColumn(column).execute()
  }
  await sql`delete from kysely_migration where name >= '0046'`.execute(db)
  const steps = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0047'))
  expect(await migrate(db, steps)).toEqual(['0046-proven-names'])
  const unproven = Object.fromEntries(
    await Promise.all(Object.entries(users).map(async ([name, { id }]) => [name, await findUnprovenNames(db, id)])),
  )
  expect(unproven).toEqual({
    ...{ untouched: [], renamed: ['username'], both: ['username', 'email'] },
    ...{ name: [], provisioned: [], owner: [] },
  })
})
