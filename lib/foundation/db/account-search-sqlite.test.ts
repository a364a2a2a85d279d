import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { listAccounts } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { upsertAccounts } from '#lib/domain/accounts/accounts/store.ts'
import { findDamage } from '#lib/foundation/db/sqlite/health.ts'
import { account } from '#lib/testing/accounts.ts'
import { root } from '#lib/testing/people.ts'
import { explain } from '#lib/testing/query-plans.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

async function add(...names: string[]): Promise<void> {
  await upsertAccounts(
    services.db,
    names.map((name) => account({ id: `id-${name.toLowerCase()}`, name })),
  )
}

async function find(query: string): Promise<string[]> {
  return (await listAccounts(services, root, { query })).accounts.map(({ name }) => name)
}

const remove = (id: string) => services.db.deleteFrom('accounts').where('id', '=', id).execute()
/** How many rows the index would find, accounts or not. */
const countIndexed = async (word: string) => {
  const { rows } = await sql`select rowid from account_trigrams where account_trigrams match ${`"${word}"`}`.execute(
    services.db,
  )
  return rows.length
}

describe('the index of the embedded database', () => {
  it('finds the same after a vacuum, which numbers the rows of a table anew', async () => {
    await add('Alpha', 'Bravo', 'Charlie', 'Delta')
    await remove('id-bravo')
    await sql`vacuum`.execute(services.db)
    expect([await find('alp'), await find('charl'), await find('d'), await find('brav')]).toEqual([
      ['Alpha'],
      ['Charlie'],
      ['Delta'],
      [],
    ])
    await services.db
      .updateTable('accounts')
      .set({ search_text: 'echo\nid-charlie' })
      .where('id', '=', 'id-charlie')
      .execute()
    await add('Foxtrot')
    expect([await find('ech'), await find('charlie'), await find('lph'), await find('oxt')]).toEqual([
      ['Charlie'],
      ['Charlie'],
      ['Alpha'],
      ['Foxtrot'],
    ])
    expect([await countIndexed('charlie'), await countIndexed('brav')]).toEqual([1, 0])
  })

  it('forgets what is deleted, and finds it once where it comes back', async () => {
    await add('Alpha', 'Bravo')
    await remove('id-alpha')
    expect([await find('alpha'), await countIndexed('alpha')]).toEqual([[], 0])
    await add('Alpha', 'Alpha')
    expect([await find('alpha'), await countIndexed('alpha')]).toEqual([['Alpha'], 1])
    expect(await findDamage(services.db)).toEqual([])
  })

  it('writes nothing where an account changes in another way', async () => {
    await add('Alpha')
    const blocks = sql<{ block: unknown }>`select id, hex(block) as block from account_trigrams_data`
    const before = (await blocks.execute(services.db)).rows
    await add('Alpha')
    await services.db.updateTable('accounts').set({ suspended_at: 1, locale: 'de-at' }).execute()
    expect((await blocks.execute(services.db)).rows).toEqual(before)
  })

  it('takes a change back with the transaction that made it', async () => {
    await add('Alpha')
    const changing = services.db.transaction().execute(async (trx) => {
      await trx.updateTable('accounts').set({ search_text: 'bravo\nid-alpha' }).execute()
      throw new Error('changed its mind')
    })
    await expect(changing).rejects.toThrow('changed its mind')
    expect([await find('bravo'), await find('lph')]).toEqual([[], ['Alpha']])
  })

  it.each(['a', 'al', 'alp', 'alpha bravo', 'a alpha'])(
    'is asked for %j: accounts are not read one by one',
    async (query) => {
      for (const state of ['all', 'active', 'suspended'] as const) {
        const plans = await explain(services.db, (db) => listAccounts({ ...services, db }, root, { query, state }))
        const scans = plans.flatMap((plan) => plan.split('\n')).filter((line) => line.startsWith('SCAN'))
        expect(scans.filter((line) => !boundedScans.test(line))).toEqual([])
      }
    },
  )
})

/** What was found; the index itself; the suspended ones, where they are few; the first account, if there is one. */
const boundedScans =
  /^SCAN (named|identified|spelled|holding|ids|account_trigrams VIRTUAL.*|accounts USING COVERING INDEX (accounts_suspended|accounts_by_creation|sqlite_autoindex_accounts_1))$/
