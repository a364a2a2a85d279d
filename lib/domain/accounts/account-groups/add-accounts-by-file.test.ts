import { beforeEach, describe, expect, it } from 'vitest'
import { addAccountsByFile, addAccountsById } from '#lib/domain/accounts/account-groups/add-accounts-by-file.ts'
import { readGroupPage } from '#lib/domain/accounts/account-groups/group-page.ts'
import { upsertAccounts } from '#lib/domain/accounts/accounts/store.ts'
import { makeGroup } from '#lib/testing/account-groups.ts'
import { account } from '#lib/testing/accounts.ts'
import { root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let groupId: string

beforeEach(async () => {
  services = await openTestServices()
  const accounts = ['acme', 'beta', 'gamma'].map((id) => account({ id }))
  await upsertAccounts(services.db, accounts)
  groupId = await makeGroup(services, [])
})

const addFile = (text: string) => addAccountsByFile(services, root, { groupId, bytes: Buffer.from(text) })

async function members(): Promise<readonly string[]> {
  const page = await readGroupPage(services, root, { groupId })
  return page?.members.accounts.map(({ id }) => id) ?? []
}

describe('a file of account IDs', () => {
  it('adds the accounts of its column id, and reports the other lines', async () => {
    const added = await addFile('\uFEFFname;ID\nAcme;acme\nNone;none\n;\nBad;a b\nGamma;gamma\nAcme;acme\n')
    expect(added).toEqual({
      added: 2,
      unknownCount: 2,
      unknown: [
        { line: 3, id: 'none' },
        { line: 5, id: 'a b' },
      ],
    })
    expect(await members()).toEqual(['acme', 'gamma'])
  })

  it('names the first hundred unknown lines, each cut to 64 characters', async () => {
    const lines = Array.from({ length: 150 }, (_, n) => `${n}-${'x'.repeat(100)}`)
    const { unknown, unknownCount, added } = await addFile(['id', ...lines].join('\n'))
    expect([added, unknownCount, unknown.length, unknown[0]?.id.length]).toEqual([0, 150, 100, 64])
  })

  it.each([
    ['name\nAcme', 'column_missing'],
    ['id\n', 'no_rows'],
    [`id\n${'a\n'.repeat(50_001)}`, 'too_many_rows'],
    ['PK\u0003\u0004', 'spreadsheet'],
  ])('%# is refused', async (text, file) => {
    await expect(addFile(text)).rejects.toMatchObject({ code: 'input_invalid', fields: { file } })
    expect(await members()).toEqual([])
  })
})

describe('entered account IDs', () => {
  it('are added, and others are reported by their place', async () => {
    const added = await addAccountsById(services, root, { groupId, ids: ['beta', '../x', 'none'] })
    expect(added).toEqual({
      added: 1,
      unknownCount: 2,
      unknown: [
        { line: 2, id: '../x' },
        { line: 3, id: 'none' },
      ],
    })
    await expect(addAccountsById(services, root, { groupId, ids: [] })).rejects.toMatchObject({
      fields: { ids: 'required' },
    })
  })
  it('are at most 500', async () => {
    const ids = Array.from({ length: 501 }, () => 'beta')
    const fields = { ids: 'too_many' }
    await expect(addAccountsById(services, root, { groupId, ids })).rejects.toMatchObject({ fields })
    expect(await members()).toEqual([])
    expect(await addAccountsById(services, root, { groupId, ids: ids.slice(1) })).toMatchObject({ added: 1 })
  })
})
