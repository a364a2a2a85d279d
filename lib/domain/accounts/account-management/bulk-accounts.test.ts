import { beforeEach, describe, expect, it } from 'vitest'
import { setStateOfAccounts, summarizeBulk } from '#lib/domain/accounts/account-management/bulk-accounts.ts'
import { maxBulkAccounts } from '#lib/domain/accounts/accounts/limits.ts'
import { suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { upsertAccounts } from '#lib/domain/accounts/accounts/store.ts'
import { confirmationMs } from '#lib/foundation/authorization/permissions.ts'
import { account } from '#lib/testing/accounts.ts'
import { openTestSession } from '#lib/testing/open-accounts.ts'
import { anyPerson, insertUser, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

async function addMany(count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, (_, index) => `acme-${index}`)
  await upsertAccounts(
    services.db,
    ids.map((id) => account({ id })),
  )
  return ids
}

async function countEvents(kind: string): Promise<number> {
  return (await services.db.selectFrom('audit_events').select('id').where('kind', '=', kind).execute()).length
}

describe('many accounts at once', () => {
  it('are suspended and resumed with one audit event each', async () => {
    const ids = await addMany(120)
    await suspendAccount(services, root, 'acme-7')
    const changed = await setStateOfAccounts(services, root, { state: 'suspended', ids: [...ids, 'acme-1', 'unknown'] })
    expect(changed.toSorted()).toEqual(ids.filter((id) => id !== 'acme-7').toSorted())
    expect(await countEvents('account.suspended')).toBe(120)
    expect(await setStateOfAccounts(services, root, { state: 'suspended', ids })).toEqual([])
    expect(await setStateOfAccounts(services, root, { state: 'active', ids: changed })).toHaveLength(119)
    expect(await countEvents('account.resumed')).toBe(119)
  })

  it('are suspended after a recent confirmation only, and resumed without one', async () => {
    const ids = await addMany(2)
    const owner = anyPerson('owner')
    const late = { ...owner, confirmedAt: owner.confirmedAt - confirmationMs }
    const refused = { code: 'confirmation_required' }
    await expect(setStateOfAccounts(services, late, { state: 'suspended', ids })).rejects.toMatchObject(refused)
    const inTime = { ...late, confirmedAt: late.confirmedAt + 1 }
    expect(await setStateOfAccounts(services, inTime, { state: 'suspended', ids })).toHaveLength(2)
    expect(await setStateOfAccounts(services, late, { state: 'active', ids })).toHaveLength(2)
  })

  it('are summarized before: what changes, what does not, and which are open', async () => {
    const ids = await addMany(3)
    const { id: userId } = await insertUser(services, { role: 'owner' })
    for (const browserHash of ['browser 1', 'browser 2']) {
      await openTestSession(services.db, services, { userId, accountId: 'acme-0', browserHash })
    }
    await suspendAccount(services, root, 'acme-2')
    expect(await summarizeBulk(services, root, { state: 'suspended', ids })).toEqual({
      ids: ['acme-0', 'acme-1'],
      unchanged: 1,
      open: 1,
    })
    expect(await summarizeBulk(services, root, { state: 'active', ids })).toEqual({
      ids: ['acme-2'],
      unchanged: 2,
      open: 0,
    })
  })

  it('are at least one, and at most a bounded number', async () => {
    const many = Array.from({ length: maxBulkAccounts + 1 }, (_, index) => `id-${index}`)
    for (const work of [summarizeBulk, setStateOfAccounts]) {
      await expect(work(services, root, { state: 'suspended', ids: [] })).rejects.toMatchObject({
        fields: { ids: 'required' },
      })
      await expect(work(services, root, { state: 'suspended', ids: many })).rejects.toMatchObject({
        fields: { ids: 'too_many' },
      })
      await expect(work(services, anyPerson('agent'), { state: 'suspended', ids: ['a'] })).rejects.toMatchObject({
        code: 'forbidden',
      })
    }
  })
})
