import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { createSetPasswordLink, findLinkedUser } from '#lib/domain/people/password-links/set-password-link.ts'
import { deactivateUser, updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { changePassword, setPassword } from '#lib/domain/people/user-lifecycle/set-password.ts'
import { changeAccountAccess } from '#lib/domain/people/users/account-access.ts'
import { getUser } from '#lib/domain/people/users/find-users.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { account } from '#lib/testing/accounts.ts'
import { goodPassword, insertUser, personOf, root, signInAs, visitor } from '#lib/testing/people.ts'
import { meetAfter, settle } from '#lib/testing/rendezvous.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const newPassword = 'nine green figs on a plate'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

function tokenOf(link: Readonly<{ url: string }>): string {
  return new URL(link.url).searchParams.get('token') ?? ''
}

describe('two owners who remove each other concurrently', () => {
  const demote = (at: TestServices, actor: User, user: User) =>
    updateUser(at, personOf(at, actor), { userId: user.id, name: user.name, role: 'admin' })
  const deactivate = (at: TestServices, actor: User, user: User) => deactivateUser(at, personOf(at, actor), user.id)

  it.each([
    ['deactivate each other', deactivate, deactivate],
    ['demote each other', demote, demote],
    ['deactivate and demote each other', deactivate, demote],
  ])('%s: one succeeds, the other one remains', async (_, one, other) => {
    const owners = [
      await insertUser(services, { role: 'owner' }),
      await insertUser(services, { role: 'owner' }),
    ] as const
    const meeting = meetAfter(services, /^update "users"/)
    const outcomes = await settle([one(meeting, owners[0], owners[1]), other(meeting, owners[1], owners[0])])
    expect(outcomes.toSorted()).toEqual(['done', 'last_owner'])
    const states = await Promise.all(owners.map(({ id }) => getUser(services, root, id)))
    expect(states.filter((user) => user.role === 'owner' && user.deactivatedAt === null)).toHaveLength(1)
  })
})

describe('a user whom two managers change concurrently', () => {
  it('has no link that an admin made when becoming an owner', async () => {
    const agent = await insertUser(services, { role: 'agent' })
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    const meeting = meetAfter(services, /^select .* from "users"/)
    const making = createSetPasswordLink(meeting, admin, agent.id)
    const promoting = updateUser(meeting, root, { userId: agent.id, name: agent.name, role: 'owner' })
    const outcomes = await settle([making, promoting])
    expect(outcomes[1]).toBe('done')
    if (outcomes[0] === 'done') expect(await findLinkedUser(services, tokenOf(await making))).toBeUndefined()
    else expect(outcomes[0]).toBe('forbidden')
  })

  it('has one working link after concurrent creations', async () => {
    const { id } = await insertUser(services)
    const meeting = meetAfter(services, /^delete from "password_links"/)
    const links = await Promise.all([1, 2].map(() => createSetPasswordLink(meeting, root, id)))
    const usable = await Promise.all(links.map((link) => findLinkedUser(services, tokenOf(link))))
    expect(usable.filter(Boolean)).toHaveLength(1)
  })

  it('gets every change of the list of accounts in any order', async () => {
    for (const id of ['a', 'b', 'c']) await createAccount(services, root, account({ id }))
    const { id: userId } = await insertUser(services, { accountScope: 'list', accountIds: ['a', 'b'] })
    const meeting = meetAfter(services, /^delete from "user_accounts"/)
    await Promise.all([
      changeAccountAccess(meeting, root, { userId, removed: ['a'], added: ['b', 'c'] }),
      changeAccountAccess(meeting, root, { userId, removed: ['b'], added: ['a', 'c'] }),
    ])
    const rows = await services.db.selectFrom('user_accounts').select('account_id').execute()
    expect(rows.map((row) => row.account_id)).toContain('c')
    expect(rows).toHaveLength(2)
  })

  it('is deactivated and gets a password in sequence, without a deadlock', async () => {
    const { id } = await insertUser(services)
    const token = tokenOf(await createSetPasswordLink(services, root, id))
    const meeting = meetAfter(services, /^update "(users|password_links)"/)
    const outcomes = await settle([
      deactivateUser(meeting, root, id),
      setPassword(meeting, visitor, { token, password: goodPassword }),
    ])
    expect(outcomes[0]).toBe('done')
    expect(['done', 'link_unusable']).toContain(outcomes[1])
  })

  it('sets and changes the password in sequence', async () => {
    const user = await insertUser(services, { password: goodPassword })
    const { person } = await signInAs(services, user)
    const token = tokenOf(await createSetPasswordLink(services, root, user.id))
    const meeting = meetAfter(services, /^update "(users|password_links)"/)
    const outcomes = await settle([
      changePassword(meeting, person, { currentPassword: goodPassword, newPassword }),
      setPassword(meeting, visitor, { token, password: newPassword }),
    ])
    expect(outcomes[0]).toBe('done')
    expect(['done', 'link_unusable']).toContain(outcomes[1])
  })
})
