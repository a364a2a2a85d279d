import { expect, it } from 'vitest'
import { createAccount } from '#lib/accounts/manage-accounts.ts'
import { migrate, migrations } from '#lib/db/migrate.ts'
import { checkJournal } from '#lib/journal/check-journal.ts'
import { addFinalCheckpoint } from '#lib/journal/checkpoint.ts'
import { claimIssuer } from '#lib/journal/issuer.ts'
import { sealEvents } from '#lib/journal/seal-events.ts'
import { account } from '#lib/testing/accounts.ts'
import { root } from '#lib/testing/people.ts'
import { openTestServices, testBaseUrl } from '#lib/testing/test-services.ts'

const steps = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0046'))

it('an upgrade explains the checkpoints of commands without BASE_URL, and of earlier origins', async () => {
  const services = await openTestServices()
  const { db } = services
  for (const [index, issuer] of ['http://localhost:3000', 'https://old.example.com', testBaseUrl].entries()) {
    await createAccount(services, root, account({ id: `acc-${index}`, name: 'Account' }))
    await sealEvents(services)
    await db.deleteFrom('settings').where('name', '=', 'issuer').execute()
    await addFinalCheckpoint({ ...services, env: { ...services.env, baseUrl: issuer } })
  }
  await db.deleteFrom('settings').where('name', '=', 'issuer').execute()
  await db.insertInto('journal_checkpoints').values({ seq: 0, created_at: 0, token: 'unreadable' }).execute()
  await db
    .withTables<{ kysely_migration: { name: string } }>()
    .deleteFrom('kysely_migration')
    .where('name', '>=', '0045')
    .execute()
  expect(await migrate(db, steps)).toEqual(['0045-issuer'])
  await db.deleteFrom('journal_checkpoints').where('seq', '=', 0).execute()
  await claimIssuer(services)
  expect(await checkJournal(services, root, undefined)).toMatchObject({ issuer: testBaseUrl, to: 5, checkpoints: 4 })
})

it('an upgrade of a database without checkpoints leaves the issuer to the first start', async () => {
  const { db } = await openTestServices()
  await db
    .withTables<{ kysely_migration: { name: string } }>()
    .deleteFrom('kysely_migration')
    .where('name', '>=', '0045')
    .execute()
  expect(await migrate(db, steps)).toEqual(['0045-issuer'])
  expect(await db.selectFrom('settings').select('value').where('name', '=', 'issuer').execute()).toEqual([])
})
