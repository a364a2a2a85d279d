import { beforeEach, describe, expect, it } from 'vitest'
import { createGroup } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import type { Repeatable } from '#lib/foundation/idempotency/repeatable.ts'
import { runOnce } from '#lib/foundation/idempotency/run-once.ts'
import type { Services } from '#lib/foundation/services.ts'
import { root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

const repeatable: Repeatable = { keyId: 'lkid_x', name: 'k1', fingerprint: 'POST' }
const create = async (within: Services) => (await createGroup(within, root, { name: 'Alpine' })).id
const countGroups = async () => (await services.db.selectFrom('account_groups').select('id').execute()).length

describe('a request with an Idempotency-Key', () => {
  it('runs its use case once, and gets the kept response after that', async () => {
    const first = await runOnce(services, repeatable, create)
    expect(await runOnce(services, repeatable, create)).toBe(first)
    expect(await countGroups()).toBe(1)
  })

  it('reads what its use case wrote before anything is committed', async () => {
    const names = await runOnce(services, repeatable, async (within) => {
      await create(within)
      const rows = await within.db.selectFrom('account_groups').select('name').execute()
      return rows.map(({ name }) => name).join()
    })
    expect(names).toBe('Alpine')
  })

  it('takes back what its use case committed if the response can’t be kept, and can be sent again', async () => {
    const fail = async (within: Services) => {
      await create(within)
      throw new Error('no space left')
    }
    await expect(runOnce(services, repeatable, fail)).rejects.toThrow('no space left')
    expect(await countGroups()).toBe(0)
    await runOnce(services, repeatable, create)
    expect(await countGroups()).toBe(1)
  })
})
