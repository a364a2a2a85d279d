import { beforeEach, describe, expect, it } from 'vitest'
import { deactivateUser, reactivateUser, updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { getUser } from '#lib/domain/people/users/find-users.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let owner: User

beforeEach(async () => {
  services = await openTestServices()
  owner = await insertUser(services, { role: 'owner', name: 'First' })
})

const demote = (user: User, actor = personOf(services, user)) =>
  updateUser(services, actor, { userId: user.id, name: user.name, role: 'admin' })
const activeOwners = async () =>
  services.db.selectFrom('users').select('id').where('role', '=', 'owner').where('deactivated_at', 'is', null).execute()

describe('the last active owner', () => {
  it('can be neither demoted nor deactivated by any actor', async () => {
    await expect(demote(owner)).rejects.toMatchObject({ code: 'last_owner' })
    await expect(demote(owner, personOf(services, owner))).rejects.toMatchObject({ code: 'last_owner' })
    await expect(deactivateUser(services, root, owner.id)).rejects.toMatchObject({ code: 'last_owner' })
    expect(await getUser(services, root, owner.id)).toMatchObject({ role: 'owner', deactivatedAt: null })
  })

  it('remains the last one beside a deactivated owner', async () => {
    const other = await insertUser(services, { role: 'owner' })
    await deactivateUser(services, root, other.id)
    await expect(demote(owner)).rejects.toMatchObject({ code: 'last_owner' })
  })

  it('can be renamed', async () => {
    const renamed = await updateUser(services, root, { userId: owner.id, name: 'Renamed', role: 'owner' })
    expect(renamed).toMatchObject({ name: 'Renamed', role: 'owner' })
  })

  it('can be removed once there is another', async () => {
    await insertUser(services, { role: 'owner' })
    expect(await demote(owner)).toMatchObject({ role: 'admin' })
  })

  it('does not count a deactivated owner, who can be demoted', async () => {
    const other = await insertUser(services, { role: 'owner' })
    await deactivateUser(services, root, other.id)
    expect(await demote(other, personOf(services, owner))).toMatchObject({ role: 'admin' })
    await reactivateUser(services, root, other.id)
    expect(await activeOwners()).toEqual([{ id: owner.id }])
  })

  it('remains when twenty owners remove each other concurrently', async () => {
    const others = await Promise.all(Array.from({ length: 19 }, () => insertUser(services, { role: 'owner' })))
    const all = [owner, ...others]
    const attempts = all.flatMap((user, index) => {
      const actor = personOf(services, all[(index + 1) % all.length] ?? owner)
      return [deactivateUser(services, actor, user.id), demote(user, actor)]
    })
    const outcomes = await Promise.allSettled(attempts)
    expect(await activeOwners()).toHaveLength(1)
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
    expect(refusals.filter((code) => code !== 'conflict')).toContain('last_owner')
    expect(new Set(refusals)).not.toContain('server_error')
  })
})
