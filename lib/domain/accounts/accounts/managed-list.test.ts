import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AccountFilter, AccountOrder } from '#lib/domain/accounts/accounts/account.ts'
import { setOpened } from '#lib/domain/accounts/accounts/launcher-store.ts'
import {
  createAccount,
  listAccountLocales,
  listAccounts,
  suspendAccount,
} from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { hourMs } from '#lib/kernel/clock.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { explain } from '#lib/testing/query-plans.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

async function add(id: string, name: string, locale: string | null = null): Promise<void> {
  await createAccount(services, root, account({ id, name, locale }))
  services.clock.advance(1)
}

async function list(order: AccountOrder, filter: AccountFilter = {}): Promise<readonly string[]> {
  return (await listAccounts(services, root, { order, ...filter })).accounts.map(({ id }) => id)
}

async function lastOpened(id: string): Promise<number | null | undefined> {
  return (await listAccounts(services, root, { query: id })).accounts[0]?.lastOpenedAt
}

describe('the accounts list', () => {
  it('sorts by name, ID, creation and last opening, in both directions', async () => {
    await add('c', 'Alpha')
    await add('a', 'Charlie')
    await add('b', 'Bravo')
    const user = await insertUser(services, { role: 'agent' })
    await setOpened(services.db, { userId: user.id, accountId: 'b' })
    services.clock.advance(1)
    await setOpened(services.db, { userId: user.id, accountId: 'a' })
    for (const [by, expected] of [
      ['name', ['c', 'b', 'a']],
      ['id', ['a', 'b', 'c']],
      ['created', ['c', 'a', 'b']],
      ['opened', ['c', 'b', 'a']],
    ] as const) {
      expect(await list({ by, descending: false }), by).toEqual(expected)
      expect(await list({ by, descending: true }), by).toEqual(expected.toReversed())
    }
  })

  it.each(['name', 'id', 'created', 'opened'] as const)('shows each account once on the pages by %s', async (by) => {
    const accounts = Array.from({ length: 120 }, (_, index) => ({
      id: `id-${index}`,
      name: `Acme ${index % 7}`,
      search_text: `acme ${index % 7}`,
      created_at: index % 3,
      last_opened_at: index % 2,
    }))
    await services.db.insertInto('accounts').values(accounts).execute()
    for (const descending of [false, true]) {
      const shown: string[] = []
      for (let after: string | null | undefined; after !== null; ) {
        const page = await listAccounts(services, root, { order: { by, descending }, after })
        shown.push(...page.accounts.map(({ id }) => id))
        after = page.next
      }
      expect(shown).toHaveLength(120)
      expect(new Set(shown).size).toBe(120)
    }
  })

  it('filters by state, locale and whether an account was ever opened', async () => {
    await add('a', 'Alpha', 'de-at')
    await add('b', 'Bravo', 'de-at')
    await add('c', 'Charlie', 'fr-be')
    const user = await insertUser(services, { role: 'agent' })
    await setOpened(services.db, { userId: user.id, accountId: 'b' })
    await suspendAccount(services, root, 'a')
    const byName = { by: 'name', descending: false } as const
    expect(await list(byName, { locale: 'de-at' })).toEqual(['a', 'b'])
    expect(await list(byName, { neverOpened: true })).toEqual(['a', 'c'])
    expect(await list(byName, { neverOpened: true, state: 'active' })).toEqual(['c'])
    expect(await list(byName, { locale: 'de-at', neverOpened: true, state: 'suspended' })).toEqual(['a'])
    expect(await list({ by: 'id', descending: true }, { locale: 'de-at' })).toEqual(['b', 'a'])
    const found = await listAccounts(services, root, { query: 'bravo', neverOpened: true })
    expect(found.accounts).toEqual([])
    expect(await listAccountLocales(services, root)).toEqual(['de-at', 'fr-be'])
  })

  it('knows the last opening to the hour', async () => {
    await add('a', 'Alpha')
    expect(await lastOpened('a')).toBeNull()
    const [one, other] = [await insertUser(services, { role: 'agent' }), await insertUser(services, { role: 'agent' })]
    const first = services.clock.now()
    await setOpened(services.db, { userId: one.id, accountId: 'a' })
    services.clock.advance(hourMs)
    await setOpened(services.db, { userId: other.id, accountId: 'a' })
    expect(await lastOpened('a')).toBe(first)
    services.clock.advance(1)
    await setOpened(services.db, { userId: one.id, accountId: 'a' })
    expect(await lastOpened('a')).toBe(first + hourMs + 1)
  })

  it('reads pages in each order from an index', async () => {
    // A busy machine takes longer for all of them than a statement may.
    for (let first = 1; first < 20_000; first += 4_000) {
      await sql`insert into accounts (id, name, search_text, created_at, last_opened_at, locale)
        with recursive n (i) as (
          select ${sql.lit(first)} union all select i + 1 from n where i < ${sql.lit(first + 3_999)}
        )
        select 'a' || i, 'A' || i, 'a' || i, i, i % 9000, case when i % 3 = 0 then 'de-at' end from n`.execute(
        services.db,
      )
    }
    await sql`analyze`.execute(services.db)
    const orders = [
      ['name', 'accounts_by_(name|locale)'],
      ['id', 'accounts(_1|_pkey)'],
      ['created', 'accounts_by_creation'],
      ['opened', 'accounts_by_opening'],
    ] as const
    const filters = [{}, { locale: 'de-at' }, { state: 'active' }] as const
    const requests = orders.flatMap(([by, index]) =>
      filters.flatMap((filter) => [false, true].map((descending) => ({ index, filter, order: { by, descending } }))),
    )
    for (const { index, filter, order } of requests) {
      const request = { ...filter, order, after: 'a5000' }
      const plans = await explain(services.db, (db) => listAccounts({ ...services, db }, root, request))
      const plan = plans.join('\n')
      expect(plan, JSON.stringify(request)).toMatch(new RegExp(index))
      expect(plan).not.toMatch(engineOf(services.db) === 'sqlite' ? /SCAN a$/m : /Seq Scan on accounts/)
    }
  })
})
