import { beforeEach, describe, expect, it } from 'vitest'
import { createGroup } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { purposeScopes } from '#lib/domain/keys/api-keys/key-purpose.ts'
import { keyScopes } from '#lib/domain/keys/api-keys/scopes.ts'
import { generateKeyForPurpose, type KeyForPurpose } from '#lib/domain/keys/key-management/generate-for-purpose.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { getUserByName, withAccounts } from '#lib/domain/people/users/find-users.ts'
import type { Actor, PortalUser } from '#lib/foundation/authorization/actor.ts'
import { managementScopes } from '#lib/foundation/authorization/management-scopes.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let owner: PortalUser
let admin: PortalUser

beforeEach(async () => {
  services = await openTestServices()
  await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
  owner = personOf(services, await insertUser(services, { role: 'owner' }))
  admin = personOf(services, await insertUser(services, { role: 'admin' }))
})

const shop = { name: 'Order system', accountIds: ['acme'], accountGroupIds: [] as string[] }
const open = { purpose: 'open', name: 'Shop', owner: shop, scopes: [], secretTo: 'show', expiresInDays: '90' } as const

const generate = (actor: Actor, input: Partial<KeyForPurpose>) =>
  generateKeyForPurpose(services, actor, { ...open, ...input } as KeyForPurpose)

/** Everything that a refused form must leave as it was. */
async function leftBehind() {
  const counts = await Promise.all(
    (['users', 'api_keys', 'user_accounts', 'user_account_groups', 'audit_events'] as const).map((table) =>
      services.db.selectFrom(table).selectAll().execute(),
    ),
  )
  return counts.map((rows) => rows.length)
}

describe('a key with a new service user', () => {
  it('belongs to the service user, who opens what was chosen, in one transaction', async () => {
    const group = await createGroup(services, root, { name: 'Germany' })
    const key = await generate(admin, { owner: { ...shop, accountGroupIds: [group.id] }, scopes: ['introspect'] })
    expect(key).toMatchObject({ ownerUsername: 'order-system', scopes: ['sso', 'introspect'] })
    const added = await withAccounts(services.db, await getUserByName(services, root, 'order-system'))
    expect(added).toMatchObject({
      name: 'Order system',
      role: 'service',
      accountScope: 'list',
      accountIds: ['acme'],
      accountGroupIds: [group.id],
    })
  })

  it('gets a free username, from names of any script too', async () => {
    await generate(admin, {})
    expect(await generate(admin, {})).toMatchObject({
      ownerUsername: expect.stringMatching(/^order-system-[0-9A-Za-z]{6}$/),
    })
    expect(await generate(admin, { owner: { ...shop, name: 'Заказы' } })).toMatchObject({
      ownerUsername: expect.stringMatching(/^user-[0-9A-Za-z]{6}$/),
    })
  })

  it('is handed over by link, or registered with a public key', async () => {
    expect(await generate(admin, { secretTo: 'link' })).toMatchObject({ url: expect.stringContaining('token=') })
    const before = await leftBehind()
    const refused = generate(admin, { secretTo: 'publicKey', publicJwk: { kty: 'EC' } })
    await expect(refused).rejects.toMatchObject({ fields: { publicJwk: expect.any(String) } })
    expect(await leftBehind()).toEqual(before)
  })
})

describe('refuses, and leaves nothing behind', () => {
  const refusals: readonly (readonly [string, Partial<KeyForPurpose>, object])[] = [
    ['a name that the key must not have', { name: '' }, { fields: { name: 'required' } }],
    [
      'an unknown account',
      { owner: { ...shop, accountIds: ['nowhere'] } },
      { fields: { newOwnerAccounts: 'unknown' }, entries: { newOwnerAccounts: ['nowhere'] } },
    ],
    [
      'a group that is gone',
      { owner: { ...shop, accountGroupIds: ['grp_gone'] } },
      { fields: { newOwnerAccounts: 'unknown' } },
    ],
    ['a service user without a name', { owner: { ...shop, name: ' ' } }, { fields: { newOwnerName: 'required' } }],
    ['a purpose that there is not', { purpose: 'all' }, { fields: { purpose: 'malformed' } }],
    ['permissions of another purpose', { scopes: ['users:write'] }, { fields: { scopes: 'not_allowed' } }],
    [
      'sign-in links by a key that manages',
      { purpose: 'manage', scopes: ['sso'] },
      { fields: { scopes: 'not_allowed' } },
    ],
    ['SCIM by a key that manages', { purpose: 'manage', scopes: ['scim'] }, { fields: { scopes: 'not_allowed' } }],
    ['a key that manages nothing', { purpose: 'manage' }, { fields: { scopes: 'required' } }],
  ]
  it.each(refusals)('%s', async (_why, input, refusal) => {
    const before = await leftBehind()
    await expect(generate(owner, input)).rejects.toMatchObject({ code: 'input_invalid', ...refusal })
    expect(await leftBehind()).toEqual(before)
  })

  it('the key after the service user was added', async () => {
    const before = await leftBehind()
    await services.db.schema.alterTable('api_keys').renameTo('api_keys_away').execute()
    await expect(generate(owner, {})).rejects.toThrow()
    await services.db.schema.alterTable('api_keys_away').renameTo('api_keys').execute()
    expect(await leftBehind()).toEqual(before)
  })

  it('permissions that the owner may not have', async () => {
    const program = await insertUser(services, { role: 'service', accountScope: 'all' })
    const input = { purpose: 'manage', owner: program.id, scopes: ['accounts:read'] }
    await expect(generate(owner, input)).rejects.toMatchObject({ fields: { scopes: 'owner_role' } })
  })

  it('purposes that the actor may not use: an admin adds no service user with the role of an admin', async () => {
    const before = await leftBehind()
    for (const input of [{ purpose: 'scim' }, { purpose: 'manage', scopes: ['accounts:read'] }]) {
      await expect(generate(admin, input)).rejects.toMatchObject({ code: 'forbidden' })
    }
    await generate(owner, { purpose: 'scim' })
    await expect(generate(admin, { purpose: 'scim', name: 'Mine' })).rejects.toMatchObject({ code: 'forbidden' })
    expect((await leftBehind())[1]).toBe((before[1] ?? 0) + 1)
  })

  it('a client program that may generate keys but not add users', async () => {
    const { userId } = owner
    const program = (scopes: readonly (typeof managementScopes)[number][]) =>
      ({ ...owner, kind: 'program', userId, management: { role: 'owner', scopes } }) as unknown as Actor
    const before = await leftBehind()
    await expect(generate(program(['keys:write']), {})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(generate(program(['users:write']), {})).rejects.toMatchObject({ code: 'forbidden' })
    expect(await leftBehind()).toEqual(before)
  })

  it('agents, and managers whose confirmation is too old', async () => {
    const agent = personOf(services, await insertUser(services, { role: 'agent' }))
    await expect(generate(agent, {})).rejects.toMatchObject({ code: 'forbidden' })
    services.clock.advance(10 * minuteMs)
    await expect(generate(owner, {})).rejects.toMatchObject({ code: 'confirmation_required' })
  })
})

describe('a key that manages', () => {
  it('has what was chosen, and a new owner with the role of an admin', async () => {
    const key = await generate(owner, { purpose: 'manage', scopes: ['accounts:read', 'introspect'] })
    expect(key.scopes).toEqual(['introspect', 'accounts:read'])
    expect(await getUserByName(services, root, key.ownerUsername)).toMatchObject({ role: 'service_admin' })
  })

  it('is offered every permission but those of the other purposes', () => {
    const offered = new Set(purposeScopes.manage.choices)
    expect(keyScopes.filter((scope) => !offered.has(scope))).toEqual(['sso', 'scim'])
    expect(managementScopes.every((scope) => offered.has(scope))).toBe(true)
  })
})

describe('a key for a directory', () => {
  it('belongs to the service user "Provisioning", has no limits and no expiry', async () => {
    const form = { purpose: 'scim', name: 'Entra', networks: ['10.0.0.0/8'], dpop: true, rotatable: true }
    const first = await generate(owner, { ...form, scopes: ['users:write'], secretTo: 'link' })
    expect(first).toMatchObject({ scopes: ['scim'], ownerUsername: 'provisioning', expiresAt: null })
    expect(first).toHaveProperty('secret')
    expect(
      await services.db.selectFrom('api_keys').select(['networks', 'dpop_since', 'rotatable_since']).execute(),
    ).toEqual([{ networks: null, dpop_since: null, rotatable_since: null }])
    expect(await generate(owner, { ...form, name: 'Okta' })).toMatchObject({ ownerUsername: 'provisioning' })
  })

  it('never belongs to a person or program that took the username', async () => {
    await insertUser(services, { role: 'agent', username: 'provisioning' })
    expect(await generate(owner, { purpose: 'scim' })).toMatchObject({
      ownerUsername: expect.stringMatching(/^provisioning-/),
      scopes: ['scim'],
    })
  })

  it('gets another owner while that one is deactivated', async () => {
    await generate(owner, { purpose: 'scim' })
    await deactivateUser(services, root, (await getUserByName(services, root, 'provisioning')).id)
    const next = await generate(owner, { purpose: 'scim' })
    expect(next.ownerUsername).toMatch(/^provisioning-/)
  })
})
