import { beforeEach, describe, expect, it } from 'vitest'
import { parseAccountLine } from '#lib/domain/accounts/account-imports/account-line.ts'
import { importAccounts } from '#lib/domain/accounts/account-imports/import-accounts.ts'
import { parseAccountCsv } from '#lib/domain/accounts/account-imports/parse-account-csv.ts'
import { optionalFields } from '#lib/domain/accounts/accounts/account.ts'
import { accountFields } from '#lib/domain/accounts/accounts/fields.ts'
import { findManagedAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { account } from '#lib/testing/accounts.ts'
import { type ApiCaller, makeApiCaller } from '#lib/testing/api-client.ts'
import { root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const id = 'at-100021'
const examples = accountFields.perField(({ example }) => example)

let services: TestServices
let sync: ApiCaller
beforeEach(async () => {
  services = await openTestServices()
  sync = await makeApiCaller(services, ['accounts:read', 'accounts:write'])
})

async function stored() {
  return findManagedAccount(services, root, id)
}

async function importFile(text: string) {
  const file = await parseAccountCsv(Buffer.from(text))
  return importAccounts(services, root, { file, fileName: 'accounts.csv', skipBad: false })
}

describe.each(optionalFields)('the field %s of an account', (field) => {
  const value = { [field]: examples[field] }
  const filled = account({ id, ...value })

  it('is cleared by a body without it', async () => {
    await sync.call('PUT', `/accounts/${id}`, { body: { name: id, ...value } })
    expect(await stored()).toMatchObject(filled)
    expect((await sync.call('PUT', `/accounts/${id}`, { body: { name: id } })).body).toMatchObject(account({ id }))
    expect(await stored()).toMatchObject(account({ id }))
  })

  it('comes from a file, which keeps what it has no column for', async () => {
    const created = { created: 1, updated: 0, unchanged: 0 }
    const updated = { created: 0, updated: 1, unchanged: 0 }
    expect(await importFile(`id,name,${field}\n${id},${id},${examples[field]}\n`)).toEqual(created)
    expect(await stored()).toMatchObject(filled)
    expect(await importFile(`id,name\n${id},New\n`)).toEqual(updated)
    expect(await stored()).toMatchObject({ ...filled, name: 'New' })
    expect(await importFile(`id,name,${field}\n${id},${id},\n`)).toEqual(updated)
    expect(await stored()).toMatchObject(account({ id }))
    expect(await importFile(`id,name,${field}\n${id},${id},${examples[field]}\n`)).toEqual(updated)
    expect(await stored()).toMatchObject(filled)
  })

  it('comes from a line, where null clears it and nothing keeps it', () => {
    const read = (line: object) => parseAccountLine({ line: 1, text: JSON.stringify({ id, name: id, ...line }) })
    expect(read(value)).toMatchObject({ account: value })
    expect(read({ [field]: null })).toMatchObject({ account: { [field]: null } })
    expect(read({})).toMatchObject({ account: { [field]: undefined } })
  })
})
