import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createGroup } from '#lib/account-groups/manage-groups.ts'
import { createAccount } from '#lib/accounts/manage-accounts.ts'
import { generateApiKey } from '#lib/api-keys/generate-api-key.ts'
import { migrate, migrations } from '#lib/db/migrate.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { openTestServices } from '#lib/testing/test-services.ts'

it('an upgrade folds the stored names again; a group whose name another group has by now keeps its own', async () => {
  const services = await openTestServices()
  const { db } = services
  await createAccount(services, root, account({ id: 'at-1', name: 'Łódź Żabka' }))
  await createAccount(services, root, account({ id: 'at-2', name: 'Acme' }))
  const owner = await insertUser(services, { role: 'service', name: 'Đorđe', username: 'dorde' })
  for (const name of ['Müller Shop', 'Plain Key']) {
    await generateApiKey(services, root, { name, ownerId: owner.id, expiresInDays: null })
  }
  const groups = await Promise.all(['Łódź', 'Ħamrun'].map((name) => createGroup(services, root, { name })))
  const read = async () => ({
    accounts: await db.selectFrom('accounts').select(['id', 'search_text']).orderBy('id').execute(),
    users: await db.selectFrom('users').select(['id', 'search_text']).orderBy('id').execute(),
    keys: await db.selectFrom('api_keys').select(['name', 'search_text']).orderBy('name').execute(),
  })
  const after = await read()
  expect(after.accounts[0]?.search_text).toBe('lodz zabka\nat-1')
  expect(after.users[0]?.search_text).toMatch(/^dorde\ndorde\n/)
  expect(after.keys).toEqual([
    { name: 'Müller Shop', search_text: 'muller shop\nmueller shop' },
    { name: 'Plain Key', search_text: 'plain key' },
  ])

  await sql`drop index accounts_by_plain_id`.execute(db)
  await sql`create index accounts_by_folded_id on accounts (lower(id))`.execute(db)
  await db.schema.alterTable('api_keys').dropColumn('search_text').execute()
  await db.updateTable('accounts').set({ search_text: 'łodz zabka\nat-1' }).where('id', '=', 'at-1').execute()
  await db.updateTable('users').set({ search_text: 'đorđe' }).where('id', '=', owner.id).execute()
  for (const [index, key] of ['łodz', 'ħamrun'].entries()) {
    await db
      .updateTable('account_groups')
      .set({ name_key: key })
      .where('id', '=', groups[index]?.id ?? '')
      .execute()
  }
  const twin = await createGroup(services, root, { name: 'Lodz' })
  await db
    .withTables<{ kysely_migration: { name: string } }>()
    .deleteFrom('kysely_migration')
    .where('name', '>=', '0047')
    .execute()
  const steps = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0048'))
  expect(await migrate(db, steps)).toEqual(['0047-search-letters'])
  expect(await read()).toEqual(after)
  const keys = await db.selectFrom('account_groups').select(['id', 'name_key']).execute()
  expect(Object.fromEntries(keys.map(({ id, name_key }) => [id, name_key]))).toEqual({
    [groups[0]?.id ?? '']: 'łodz',
    [groups[1]?.id ?? '']: 'hamrun',
    [twin.id]: 'lodz',
  })
})
