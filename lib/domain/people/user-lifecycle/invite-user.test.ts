import { beforeEach, describe, expect, it } from 'vitest'
import { listOpenableIds } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { findLinkedUser } from '#lib/domain/people/password-links/set-password-link.ts'
import { inviteUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { listUsers } from '#lib/domain/people/users/find-users.ts'
import { account } from '#lib/testing/accounts.ts'
import { goodPassword, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const ann = { username: 'ann', email: 'ann@example.com', name: 'Ann', role: 'agent' }

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

describe('an invited user', () => {
  it('gets a link to set their password', async () => {
    const { user, link } = await inviteUser(services, root, ann)
    const token = new URL(link?.url ?? '').searchParams.get('token') ?? ''
    expect(await findLinkedUser(services, token)).toEqual(user)
  })

  it.each([
    { ...ann, password: goodPassword },
    { username: 'shop', name: 'Shop', role: 'service' },
  ])('gets no link if none is needed: $username, $role', async (input) => {
    expect((await inviteUser(services, root, input)).link).toBeUndefined()
  })

  it.each([
    [{ ...ann, username: ' ', email: 'ann.lee@example.com' }, 'ann.lee'],
    [{ username: '', name: 'Order system', role: 'service' }, 'order-system'],
  ])('without a username gets one: %o', async (input, username) => {
    expect((await inviteUser(services, root, input)).user.username).toBe(username)
  })

  it('opens the given accounts; unknown ones are named, and count for nobody who opens all', async () => {
    await createAccount(services, root, account({ id: 'acme' }))
    const { user } = await inviteUser(services, root, { ...ann, accountIds: ['acme'] })
    expect(await listOpenableIds(services.db, user.id, ['acme'])).toEqual(['acme'])
    const lost = { username: 'bob', email: 'bob@example.com', name: 'Bob', accountIds: ['acme', 'lost'] }
    await expect(inviteUser(services, root, { ...lost, role: 'agent' })).rejects.toMatchObject({
      fields: { accountIds: 'unknown' },
      entries: { accountIds: ['lost'] },
    })
    expect((await inviteUser(services, root, { ...lost, role: 'admin' })).user.role).toBe('admin')
  })

  it('is not created if the link cannot be', async () => {
    const db = services.db.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'InsertQueryNode' && JSON.stringify(node.into).includes('password_links')) {
          throw new Error('disk full')
        }
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await expect(inviteUser({ ...services, db }, root, ann)).rejects.toThrow('disk full')
    expect((await listUsers(services, root)).total).toBe(0)
  })
})
