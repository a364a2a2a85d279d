import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { confirmationMs } from '#lib/foundation/authorization/permissions.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { submitBulkAccounts } from './submit-bulk.ts'

// next-auth can't be imported outside Next.
vi.mock('#app/(portal)/_session/auth.ts', () => ({ setSessionCookie: async () => {} }))

let services: TestServices
let late: PortalUser

beforeEach(async () => {
  services = await openTestServices()
  for (const id of ['a', 'b']) await createAccount(services, root, account({ id }))
  const admin = personOf(services, await insertUser(services, { role: 'admin' }))
  late = { ...admin, confirmedAt: admin.confirmedAt - confirmationMs }
})

function submit(fields: Readonly<Record<string, string>>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return submitBulkAccounts(services, late, form)
}

const byPassword = { passkey: false, code: false }

describe('the form of selected accounts, with an expired confirmation', () => {
  it('asks before the summary of a suspension, and again if it expires after that', async () => {
    const summary = { verb: 'suspended', ids: ['a', 'b'], unchanged: 0, open: 0 }
    expect(await submit({ verb: 'suspended', pick: 'a b' })).toEqual({
      result: { ok: true, value: undefined },
      summary,
      confirmBy: byPassword,
      confirmFirst: true,
    })
    expect(await submit({ verb: 'suspended', pick: 'a b', confirmed: '1' })).toMatchObject({
      result: { ok: false, code: 'confirmation_required' },
      summary,
      confirmBy: byPassword,
      confirmFirst: false,
    })
  })

  it('does not ask if nothing would change', async () => {
    await suspendAccount(services, root, 'a')
    const state = await submit({ verb: 'suspended', pick: 'a' })
    expect(state).toMatchObject({ summary: { ids: [], unchanged: 1 }, confirmBy: false, confirmFirst: false })
  })

  it('resumes without one, and says that Undo would need one', async () => {
    await suspendAccount(services, root, 'a')
    const asked = await submit({ verb: 'active', pick: 'a b' })
    expect(asked).toMatchObject({ summary: { ids: ['a'], unchanged: 1 }, confirmBy: false, confirmFirst: false })
    const state = await submit({ verb: 'active', pick: 'a', confirmed: '1' })
    expect(state).toEqual({
      result: { ok: true, value: undefined },
      done: { verb: 'active', ids: ['a'] },
      confirmBy: byPassword,
    })
  })
})
