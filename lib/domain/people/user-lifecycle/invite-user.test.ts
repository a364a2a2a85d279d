import { beforeEach, describe, expect, it } from 'vitest'
import { findLinkedUser } from '#lib/domain/people/password-links/set-password-link.ts'
import { inviteUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { listUsers } from '#lib/domain/people/users/find-users.ts'
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
