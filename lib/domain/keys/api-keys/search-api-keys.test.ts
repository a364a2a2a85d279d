import { exportJWK, generateKeyPair } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { disableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { findUnusedNewKey, listActiveKeysOf, searchApiKeys } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { generateApiKey, registerApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { type KeyFilter, keyAttention, keyUse, keyUses } from '#lib/domain/keys/api-keys/key-filter.ts'
import { updateApiKey } from '#lib/domain/keys/api-keys/update-api-key.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { dayMs, minuteMs } from '#lib/kernel/clock.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let orders: User
let crm: User

beforeEach(async () => {
  services = await openTestServices()
  orders = await insertUser(services, { role: 'service', username: 'orders', name: 'Bestellungen Müller' })
  crm = await insertUser(services, { role: 'service', username: 'crm', name: 'CRM' })
})

async function generate(name: string, owner = orders, expiresInDays: number | null = null): Promise<string> {
  services.clock.advance(1)
  return (await generateApiKey(services, root, { name, ownerId: owner.id, expiresInDays })).id
}

const everything = { search: '', state: 'all', age: 'any', ownerId: '', sort: 'newest', page: 1 } as const

async function namesOf(filter: Partial<KeyFilter & { page: number }>, actor: Actor = root): Promise<string[]> {
  return (await searchApiKeys(services, actor, { ...everything, ...filter })).keys.map(({ name }) => name)
}

describe('the keys that are found', () => {
  it('match every word of the search in name, key ID or owner', async () => {
    const id = await generate('Nightly 100%')
    await generate('Hourly', crm)
    expect(await namesOf({ search: 'NIGHT muller' })).toEqual(['Nightly 100%'])
    expect(await namesOf({ search: id.slice(0, 20).toUpperCase() })).toEqual(['Nightly 100%'])
    expect(await namesOf({ search: id.slice(-4) })).toEqual(['Nightly 100%'])
    expect(await namesOf({ search: '100%' })).toEqual(['Nightly 100%'])
    expect(await namesOf({ search: 'night crm' })).toEqual([])
    expect(await namesOf({ ownerId: crm.id })).toEqual(['Hourly'])
  })

  it.each([
    ['Müller Shop', ['Müller', 'MULLER', 'mueller', 'shop müll']],
    ['Übergabe', ['übergabe', 'ubergabe', 'UEBERGABE']],
    ['Łódź Đorđe', ['lodz', 'łódź', 'dorde']],
    ['Заказы', ['заказы', 'ЗАКАЗЫ']],
    ['東京 orders', ['東京']],
  ])('match %s by its letters in any case and spelling, also after a change of the name', async (name, searches) => {
    const id = await generate('Plain', crm)
    await updateApiKey(services, root, { keyId: id, name })
    await generate(name, orders)
    for (const search of searches) expect(await namesOf({ search }), search).toEqual([name, name])
    expect(await namesOf({ search: 'plain' })).toEqual([])
  })

  it('don’t match three characters of a random key ID', async () => {
    const id = await generate('Nightly')
    expect(await namesOf({ search: id.slice(0, 3) })).toEqual([])
  })

  it('have the requested state, to the millisecond', async () => {
    await generate('expired', orders, 1)
    await generate('active', orders, 2)
    await disableApiKey(services, root, await generate('disabled'))
    await revokeApiKey(services, root, await generate('revoked'))
    services.clock.advance(dayMs - 4)
    expect(await namesOf({ state: 'active' })).toEqual(['active', 'expired'])
    services.clock.advance(1)
    expect(await namesOf({ state: 'active' })).toEqual(['active'])
    expect(await namesOf({ state: 'disabled' })).toEqual(['disabled'])
    expect(await namesOf({ state: 'current' })).toEqual(['disabled', 'active'])
    expect(await namesOf({ state: 'ended' })).toEqual(['revoked', 'expired'])
  })

  it('expire within 30 days, or were unused for 90', async () => {
    await generate('old')
    const used = await generate('used')
    services.clock.advance(90 * dayMs)
    await generate('soon', orders, 30)
    await generate('later', orders, 31)
    await services.db
      .updateTable('api_keys')
      .set({ last_used_at: services.clock.now() })
      .where('id', '=', used)
      .execute()
    expect(await namesOf({ age: 'expiring' })).toEqual(['soon'])
    expect(await namesOf({ age: 'unused' })).toEqual(['old'])
    const { keys } = await searchApiKeys(services, root, everything)
    const now = services.clock.now()
    expect(keys.map((key) => [key.name, keyAttention(key, now)])).toEqual([
      ['later', undefined],
      ['soon', 'expiring'],
      ['used', undefined],
      ['old', 'unused'],
    ])
  })

  it('have one purpose each, by their scopes', async () => {
    const { id: ownerId } = await insertUser(services, { role: 'service_admin', username: 'admin' })
    const scopes = [
      ['sso', 'introspect', 'users:read'],
      ['introspect'],
      ['introspect', 'scim'],
      ['users:read'],
      ['introspect', 'events:read'],
    ]
    for (const each of scopes) await generateApiKey(services, root, { name: each.join(' '), ownerId, scopes: each })
    const { keys } = await searchApiKeys(services, root, everything)
    const found: Record<string, string[]> = {}
    for (const purpose of keyUses) {
      found[purpose] = (await namesOf({ purpose, sort: 'name' })).toSorted()
      const same = keys.filter((key) => keyUse(key.scopes) === purpose).map(({ name }) => name)
      expect(found[purpose]).toEqual(same.toSorted())
    }
    expect(found).toEqual({
      open: ['sso introspect users:read'],
      check: ['introspect'],
      scim: ['introspect scim'],
      manage: ['introspect events:read', 'users:read'],
    })
  })

  it('are sorted, with missing dates last', async () => {
    const used = await generate('b', orders, 5)
    await generate('C')
    await generate('a', orders, 3)
    await services.db.updateTable('api_keys').set({ last_used_at: 1 }).where('id', '=', used).execute()
    expect(await namesOf({})).toEqual(['a', 'C', 'b'])
    expect(await namesOf({ sort: 'name' })).toEqual(['a', 'b', 'C'])
    expect(await namesOf({ sort: 'expires' })).toEqual(['a', 'b', 'C'])
    expect(await namesOf({ sort: 'last-used' })).toEqual(['b', 'a', 'C'])
  })

  it('come in pages of 20; a page after the last one is the last one', async () => {
    for (let index = 0; index < 21; index++) await generate(`Key ${index}`)
    await revokeApiKey(services, root, await generate('revoked'))
    const last = await searchApiKeys(services, root, { ...everything, state: 'current', page: 9 })
    expect({ ...last, keys: last.keys.map(({ name }) => name) }).toEqual({
      keys: ['Key 0'],
      total: 21,
      all: 22,
      hasMore: false,
      page: 2,
      pages: 2,
      owners: [{ id: orders.id, name: 'Bestellungen Müller', distinctName: 'Bestellungen Müller' }],
    })
  })

  it('are only those that the actor may manage', async () => {
    const owner = await insertUser(services, { role: 'owner' })
    const admin = await insertUser(services, { role: 'admin' })
    for (const [name, user] of [
      ['of the owner', owner],
      ['of the admin', admin],
      ['of a program', crm],
    ] as const) {
      await generate(name, user)
    }
    expect(await namesOf({}, personOf(services, admin))).toEqual(['of a program', 'of the admin'])
    expect(await namesOf({}, personOf(services, owner))).toEqual(['of a program', 'of the admin', 'of the owner'])
  })
})

it('lists the keys that deactivating a user would stop', async () => {
  const id = await generate('Nightly')
  await disableApiKey(services, root, await generate('disabled'))
  expect((await listActiveKeysOf(services, root, orders.id)).map((key) => key.id)).toEqual([id])
  await revokeApiKey(services, root, id)
  expect(await listActiveKeysOf(services, root, orders.id)).toEqual([])
})

it('finds the new unused key of its creator for ten minutes', async () => {
  const person = personOf(services, await insertUser(services, { role: 'owner' }))
  const other = personOf(services, await insertUser(services, { role: 'owner' }))
  const { id } = await generateApiKey(services, person, { name: 'Lost', ownerId: crm.id })
  services.clock.advance(10 * minuteMs - 1)
  expect((await findUnusedNewKey(services, person))?.id).toBe(id)
  expect(await findUnusedNewKey(services, other)).toBeUndefined()
  services.clock.advance(1)
  expect(await findUnusedNewKey(services, person)).toBeUndefined()
  services.clock.advance(-1)
  await services.db.updateTable('api_keys').set({ last_used_at: 1 }).execute()
  expect(await findUnusedNewKey(services, person)).toBeUndefined()
})

it('finds no unused key without a secret: nothing of it is shown once', async () => {
  const person = personOf(services, await insertUser(services, { role: 'owner' }))
  const { publicKey } = await generateKeyPair('ES256', { extractable: true })
  const publicJwk = await exportJWK(publicKey)
  await registerApiKey(services, person, { name: 'Signer', ownerId: crm.id, publicJwk })
  expect(await findUnusedNewKey(services, person)).toBeUndefined()
})
