import { beforeEach, describe, expect, it, vi } from 'vitest'
import { runForm } from '#app/(portal)/_forms/run-form.ts'
import { findWork } from '#app/(portal)/_lists/noun-action.ts'
import { optionalFields } from '#lib/domain/accounts/accounts/account.ts'
import { accountFields } from '#lib/domain/accounts/accounts/fields.ts'
import {
  createAccount,
  findManagedAccount,
  findPageStart,
  listAccounts,
} from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { upsertAccounts } from '#lib/domain/accounts/accounts/store.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { PortalRole } from '#lib/foundation/authorization/roles.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { accountActions, readAccount } from './account-actions.ts'
import { submitUpload } from './import/submit-upload.ts'

// next-auth can't be imported outside Next.
vi.mock('#app/(portal)/_session/auth.ts', () => ({ setSessionCookie: async () => {} }))

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
})

async function personWith(role: PortalRole): Promise<PortalUser> {
  return personOf(services, await insertUser(services, { role }))
}

function formOf(fields: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

async function add(role: PortalRole, form: FormData) {
  return runForm(services, await personWith(role), form, (_, actor) =>
    createAccount(services, actor, readAccount(form)),
  )
}

describe('the form of an account', () => {
  it('is refused to an agent before a field is read', async () => {
    const form = formOf({ id: 'acme', name: 'Acme' })
    const reads = [vi.spyOn(form, 'get'), vi.spyOn(form, 'entries')]
    expect(await add('agent', form)).toMatchObject({ result: { ok: false, code: 'forbidden' }, entered: [] })
    for (const read of reads) expect(read).not.toHaveBeenCalled()
  })

  it('of more than 65,536 characters is refused before it is parsed', async () => {
    const form = formOf({ id: 'acme', name: 'Acme', deepPath: `/accounts/acme/${'a'.repeat(65_536)}` })
    expect(await add('admin', form)).toMatchObject({ result: { ok: false, code: 'body_too_large' }, entered: [] })
  })

  it('names what is wrong, and keeps what was entered', async () => {
    const fields = { id: 'abc/def', name: 'A\u0000', locale: 'german', deepPath: `/accounts/${'a'.repeat(600)}` }
    const problems = { id: 'malformed', name: 'malformed', locale: 'malformed', deepPath: 'malformed' }
    expect(await add('admin', formOf(fields))).toMatchObject({
      result: { ok: false, fields: problems },
      entered: Object.entries(fields),
    })
  })

  it.each(optionalFields)('stores %s', async (field) => {
    const entered = { id: 'at-100021', name: 'Acme', [field]: accountFields.perField(({ example }) => example)[field] }
    expect(await add('admin', formOf(entered))).toMatchObject({ result: { ok: true } })
    expect(await findManagedAccount(services, root, 'at-100021')).toMatchObject(account(entered))
  })

  it('changes the account that it names, and clears what is empty', async () => {
    await createAccount(services, root, account({ id: 'acme', name: 'Acme', locale: 'de-at' }))
    const form = formOf({ do: 'edit', id: 'acme', name: 'Acme Ltd' })
    await findWork(accountActions, form)(services, await personWith('admin'))
    expect(await findManagedAccount(services, root, 'acme')).toMatchObject({ name: 'Acme Ltd', locale: null })
  })
})

describe('an upload', () => {
  it('from an agent is refused before the file is read', async () => {
    const file = new File(['id,name\na,A\n'], 'accounts.csv')
    const read = vi.spyOn(File.prototype, 'arrayBuffer')
    const result = await submitUpload(services, await personWith('agent'), formOf({ file }))
    expect(result).toMatchObject({ ok: false, code: 'forbidden' })
    expect(read).not.toHaveBeenCalled()
    read.mockRestore()
  })
})

describe('the page that begins with an account', () => {
  it('is the first one for the first fifty accounts, and another for all that follow', async () => {
    const accounts = Array.from({ length: 120 }, (_, index) => String(index).padStart(3, '0'))
    const rows = accounts.map((number) => account({ id: `a-${number}`, name: `Account ${number}` }))
    await upsertAccounts(services.db, rows)
    expect(await findPageStart(services, root, 'a-000')).toBeUndefined()
    expect(await findPageStart(services, root, 'a-049')).toBeUndefined()
    for (const id of ['a-050', 'a-119']) {
      const after = await findPageStart(services, root, id)
      expect((await listAccounts(services, root, { after })).accounts[0]?.id).toBe(id)
    }
  })
})
