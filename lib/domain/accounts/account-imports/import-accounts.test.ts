import { beforeEach, describe, expect, it } from 'vitest'
import { maxFileRows } from '#lib/domain/accounts/account-imports/account-file.ts'
import { importAccounts } from '#lib/domain/accounts/account-imports/import-accounts.ts'
import { parseAccountCsv } from '#lib/domain/accounts/account-imports/parse-account-csv.ts'
import { previewImport } from '#lib/domain/accounts/account-imports/review-account-import.ts'
import {
  createAccount,
  findManagedAccount,
  listAccounts,
  suspendAccount,
} from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { account } from '#lib/testing/accounts.ts'
import { anyPerson, root } from '#lib/testing/people.ts'
import { completeOnly } from '#lib/testing/sampling.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const fileName = 'accounts.csv'

function numbered(count: number): string {
  return `id,name\n${Array.from({ length: count }, (_, index) => `id-${index},Account ${index}\n`).join('')}`
}

describe('an import', () => {
  let services: TestServices
  beforeEach(async () => {
    services = await openTestServices()
  })

  async function importText(text: string, skipBad = false, onProgress = (_done: number) => {}) {
    const file = await parseAccountCsv(Buffer.from(text))
    return importAccounts(services, root, { file, fileName, skipBad, onProgress })
  }

  async function countAccounts() {
    const rows = await services.db.selectFrom('accounts').select('id').execute()
    return rows.length
  }

  async function importEvents() {
    const rows = await services.db
      .selectFrom('audit_events')
      .select(['subject_name', 'details'])
      .where('kind', '=', 'account.imported')
      .orderBy('id')
      .execute()
    return rows.map((row) => ({ file: row.subject_name, ...JSON.parse(row.details) }))
  }

  it('adds new accounts, changes others and keeps the rest', async () => {
    await createAccount(services, root, account({ id: 'same', name: 'Same', locale: 'de-at' }))
    await createAccount(
      services,
      root,
      account({ id: 'other', name: 'Old', locale: 'de-at', deepPath: '/accounts/other/x' }),
    )
    await suspendAccount(services, root, 'other')
    const text = 'id,name,locale\nsame,Same,de-at\nother,New,\nfresh,Fresh,nl-nl\n'
    const { rows } = await parseAccountCsv(Buffer.from(text))
    const counts = { created: 1, updated: 1, unchanged: 1 }
    expect((await previewImport(services, root, rows)).expected).toEqual(counts)
    expect(await importText(text)).toEqual(counts)
    const now = services.clock.now()
    expect(await findManagedAccount(services, root, 'other')).toEqual({
      ...account({ id: 'other', name: 'New', deepPath: '/accounts/other/x' }),
      createdAt: now,
      suspendedAt: now,
    })
    expect(await findManagedAccount(services, root, 'fresh')).toMatchObject({
      name: 'Fresh',
      locale: 'nl-nl',
      deepPath: null,
    })
    expect((await listAccounts(services, root, { query: 'new other' })).accounts).toHaveLength(1)
    expect((await listAccounts(services, root, { query: 'old other' })).accounts).toEqual([])
    expect(await importEvents()).toEqual([{ file: fileName, ...counts, fromLine: 2, toLine: 4 }])
  })

  it('writes nothing when a row is bad, unless bad rows are skipped', async () => {
    const text = 'id,name\ngood,Good\nb ad,Bad\n'
    await expect(importText(text)).rejects.toMatchObject({ code: 'input_invalid', fields: { file: 'bad_rows' } })
    expect(await countAccounts()).toBe(0)
    expect(await importText(text, true)).toEqual({ created: 1, updated: 0, unchanged: 0 })
  })

  it('continues after an interruption: every row is imported once, and audit events say when', async () => {
    const text = numbered(1_200)
    const stop = new Error('the power went')
    const onProgress = (done: number) => {
      if (done === 1_000) throw stop
    }
    await expect(importText(text, false, onProgress)).rejects.toBe(stop)
    expect(await countAccounts()).toBe(1_000)
    expect(await importText(text)).toEqual({ created: 200, updated: 0, unchanged: 1_000 })
    expect(await importText(text)).toEqual({ created: 0, updated: 0, unchanged: 1_200 })
    const created = (await importEvents()).map((event) => event.created)
    expect(created.sort()).toEqual([200, 500, 500])
  })

  it('rolls back a batch whose audit event cannot be written', async () => {
    await services.db.schema.alterTable('audit_events').renameTo('elsewhere').execute()
    await expect(importText(numbered(3))).rejects.toThrow('audit_events')
    expect(await countAccounts()).toBe(0)
  })

  it('reports its progress and lets others write in between', async () => {
    const progress: number[] = []
    const importing = importText(numbered(2_000), false, (done) => progress.push(done))
    await createAccount(services, root, account({ id: 'urgent', name: 'Urgent' }))
    expect(progress.length).toBeLessThan(4)
    await importing
    expect(progress).toEqual([500, 1_000, 1_500, 2_000])
  })

  // In `npm test`, parse-account-csv.test.ts counts rows, and smaller files are imported.
  completeOnly('imports the maximum number of rows', async () => {
    expect(await importText(numbered(maxFileRows))).toEqual({ created: maxFileRows, updated: 0, unchanged: 0 })
  })

  it('is refused unless the user is a manager', async () => {
    const file = await parseAccountCsv(Buffer.from(numbered(1)))
    const agent = anyPerson('agent')
    await expect(importAccounts(services, agent, { file, fileName, skipBad: false })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(previewImport(services, agent, file.rows)).rejects.toMatchObject({ code: 'forbidden' })
  })
})
