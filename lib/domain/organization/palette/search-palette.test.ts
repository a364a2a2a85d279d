import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { type PaletteResults, searchPalette } from '#lib/domain/organization/palette/search-palette.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { explain } from '#lib/testing/query-plans.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
})

async function addAccounts(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await createAccount(services, root, account({ id: toId(name), name }))
  }
}

const toId = (name: string) => name.toLowerCase().replaceAll(' ', '-')
const search = (user: User, query: string) => searchPalette(services, personOf(services, user), query)
const addKey = (owner: User, name: string) =>
  generateApiKey(services, root, { name, ownerId: owner.id, expiresInDays: null })

/** The names of what was found, by kind. */
function namesOf({ openable, accounts, users, keys }: PaletteResults) {
  const names = (found: readonly Readonly<{ name: string }>[]) => found.map(({ name }) => name)
  return { openable: names(openable), accounts: names(accounts), users: names(users), keys: names(keys) }
}

describe('a search for a word in everything', () => {
  let service: User

  beforeEach(async () => {
    await addAccounts('Solar One', 'Solar Two', 'Solar Three')
    await suspendAccount(services, root, 'solar-three')
    service = await insertUser(services, { role: 'service', name: 'Solar sync' })
    await addKey(service, 'Solar production')
  })

  it('shows an agent the accounts that the agent may open, and nothing else', async () => {
    const agent = await insertUser(services, { accountScope: 'list', accountIds: ['solar-two', 'solar-three'] })
    expect(namesOf(await search(agent, 'solar'))).toEqual({
      openable: ['Solar Two'],
      accounts: [],
      users: [],
      keys: [],
    })
  })

  it('shows an admin the accounts to open and to manage, users and keys', async () => {
    const admin = await insertUser(services, { role: 'admin' })
    expect(namesOf(await search(admin, 'solar'))).toEqual({
      openable: ['Solar One', 'Solar Two'],
      accounts: ['Solar One', 'Solar Three', 'Solar Two'],
      users: ['Solar sync'],
      keys: ['Solar production'],
    })
  })

  it('hides keys that an admin may not manage', async () => {
    const owner = await insertUser(services, { role: 'owner' })
    await addKey(owner, 'Solar of the owner')
    const admin = await insertUser(services, { role: 'admin' })
    const [asAdmin, asOwner] = [await search(admin, 'solar'), await search(owner, 'solar')]
    expect(namesOf(asAdmin).keys).toEqual(['Solar production'])
    expect(namesOf(asOwner).keys.toSorted()).toEqual(['Solar of the owner', 'Solar production'])
  })

  it('finds keys by the start of their ID', async () => {
    const { id } = await addKey(service, 'Billing')
    const admin = await insertUser(services, { role: 'admin' })
    expect(namesOf(await search(admin, ` ${id.slice(0, 15)} `)).keys).toEqual(['Billing'])
  })

  it('shows only the accounts opened last without words', async () => {
    const admin = await insertUser(services, { role: 'admin' })
    expect(namesOf(await search(admin, ' '))).toEqual({ openable: [], accounts: [], users: [], keys: [] })
    await openedAt(admin, { 'solar-one': 1, 'solar-two': 2, 'solar-three': 3 })
    expect(namesOf(await search(admin, ' ')).openable).toEqual(['Solar Two', 'Solar One'])
  })
})

/** Pins the accounts too. */
async function openedAt(user: User, accounts: Readonly<Record<string, number>>): Promise<void> {
  for (const [id, at] of Object.entries(accounts)) {
    await sql`insert into account_shortcuts (user_id, account_id, pinned_at, pin_order, opened_at)
      values (${user.id}, ${id}, 1, ${at}, ${at})`.execute(services.db)
  }
}

it('lists five accounts and three of each other kind, those that begin with the text first', async () => {
  await addAccounts('A Solar', 'B Solar', 'C Solar', 'D Solar', 'E Solar', 'Solar')
  for (const name of ['Ann Solberg', 'Ben Solberg', 'Cleo Solberg', 'Sol Zimmer']) await insertUser(services, { name })
  const found = namesOf(await search(await insertUser(services, { role: 'owner' }), 'sol'))
  expect(found.openable).toEqual(['Solar', 'A Solar', 'B Solar', 'C Solar', 'D Solar'])
  expect(found.accounts).toEqual(['Solar', 'A Solar', 'B Solar'])
  expect(found.users).toEqual(['Sol Zimmer', 'Ann Solberg', 'Ben Solberg'])
})

it.each(['\0', '%', 'lkid_%', "'", 'a'.repeat(5_000)])('survives the search %j', async (query) => {
  await insertUser(services, { name: 'Ann' })
  expect(namesOf(await search(await insertUser(services, { role: 'owner' }), query)).users).toEqual([])
})

it('reads users and keys from indexes', async () => {
  const owner = await insertUser(services, { role: 'owner' })
  await sql`
    insert into users (id, username, username_key, name, search_text, role, account_scope, created_at, created_by)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 6000)
    select 'usr_' || cast(i as text), 'u' || cast(i as text), 'u' || cast(i as text), 'Name', 'name ' || cast(i as text),
      'service', 'list', 1, 'root' from n`.execute(services.db)
  await sql`
    insert into api_keys (id, name, owner_id, created_at, created_by, scopes)
    select 'lkid_' || substr(id, 5), name, id, 1, 'root', 'sso' from users where role = 'service'`.execute(services.db)
  if (engineOf(services.db) === 'postgres') await sql`analyze users, api_keys`.execute(services.db)
  const plans = await explain(services.db, (db) =>
    searchPalette({ ...services, db }, personOf(services, owner), 'lkid_12'),
  )
  const about = plans.filter((plan) => /\b(users_by_name|api_keys)\b/.test(plan)).join('\n')
  expect(about).toMatch(/users_by_name \(search_text|users_by_name on users.*\n.*Index Cond: \(\(search_text/)
  expect(about).toMatch(/api_keys_by_creation/)
  // Neither all keys nor the keys of all owners.
  expect(about).not.toMatch(/Seq Scan on|SCAN (users|owner|api_keys)$|users_by_role|api_keys_by_owner|AUTOMATIC/m)
})
