import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import type { NewApiKeyInput } from '#lib/domain/keys/api-keys/schema.ts'
import { addReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { account } from '#lib/testing/accounts.ts'
import { anyPerson, insertUser, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let ownerId: string
beforeEach(async () => {
  services = await openTestServices()
  ownerId = (await insertUser(services)).id
  for (const origin of ['https://shop.example', 'http://localhost:4000']) {
    await addReturnAddress(services, root, { origin })
  }
  for (const id of ['acme', 'beta']) await createAccount(services, root, account({ id }))
})

const generate = (given: Partial<NewApiKeyInput>, actor: Parameters<typeof generateApiKey>[1] = root) =>
  generateApiKey(services, actor, { name: 'Key', ownerId, ...given })
const kept = () => services.db.selectFrom('api_keys').select(['scopes', 'account_ids', 'networks', 'return_addresses'])

describe('the scopes and limits of a new key', () => {
  it('are stored without duplicates in normalized spelling, and recorded', async () => {
    await generate({
      scopes: ['introspect', 'sso', 'introspect'],
      accountIds: ['beta', 'acme', 'beta'],
      networks: ['10.0.0.0/8', ' ::ffff:203.0.113.7 ', '203.0.113.7/32', '2001:DB8::/32'],
      returnAddresses: ['HTTPS://Shop.example:443/', 'https://shop.example', ' http://localhost:4000 '],
    })
    const [scopes, accountIds, networks] = ['sso introspect', 'beta acme', '10.0.0.0/8 203.0.113.7 2001:db8::/32']
    const returnAddresses = 'https://shop.example http://localhost:4000'
    const row = { scopes, account_ids: accountIds, networks, return_addresses: returnAddresses }
    expect(await kept().execute()).toEqual([row])
    const event = services.db.selectFrom('audit_events').select('details').where('kind', '=', 'api_key.generated')
    expect(JSON.parse((await event.executeTakeFirstOrThrow()).details)).toEqual({
      owner: 'Robin Example',
      ownerId,
      expiresAt: null,
      scopes,
      accountIds,
      networks,
      returnAddresses,
    })
  })

  it('default to the scope sso, all accounts, all networks and all return addresses', async () => {
    await generate({})
    await generate({ accountIds: [], networks: [], returnAddresses: [] })
    const nothing = { scopes: 'sso', account_ids: null, networks: null, return_addresses: null }
    expect(await kept().execute()).toEqual([nothing, nothing])
  })

  it('may name a suspended account, which can be resumed', async () => {
    await suspendAccount(services, root, 'acme')
    await generate({ accountIds: ['acme'] })
    expect(await kept().executeTakeFirst()).toMatchObject({ account_ids: 'acme' })
  })

  it('allow 100 accounts and 20 networks', async () => {
    const account = await services.db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow()
    const accountIds = Array.from({ length: 100 }, (_, n) => String(n).padStart(64, 'x'))
    await services.db
      .insertInto('accounts')
      .values(accountIds.map((id) => ({ ...account, id, search_text: id })))
      .execute()
    const networks = Array.from({ length: 20 }, (_, n) => `2001:db8:ffff:ffff:ffff:ffff:ffff:ff${10 + n}`)
    await generate({ accountIds, networks })
    expect(await kept().execute()).toEqual([
      { scopes: 'sso', account_ids: accountIds.join(' '), networks: networks.join(' '), return_addresses: null },
    ])
  })

  it.each([
    ['no scope', { scopes: [] }, { fields: { scopes: 'required' } }],
    [
      'a scope that there is not',
      JSON.parse('{"scopes":["sso","admin"]}'),
      { fields: { scopes: 'unknown' }, entries: { scopes: ['admin'] } },
    ],
    [
      'accounts that there are not, by name',
      { accountIds: ['nowhere', 'acme', 'ACME'] },
      { fields: { accountIds: 'unknown' }, entries: { accountIds: ['nowhere', 'ACME'] } },
    ],
    [
      'what is no account ID',
      { accountIds: ['acme', 'a/b', '..', 'a b'] },
      { fields: { accountIds: 'malformed' }, entries: { accountIds: ['a/b', '..', 'a b'] } },
    ],
    [
      'an ID that is too long',
      { accountIds: ['x'.repeat(65)] },
      { fields: { accountIds: 'too_long' }, entries: { accountIds: ['x'.repeat(65)] } },
    ],
    ['101 accounts', { accountIds: Array(101).fill('acme') }, { fields: { accountIds: 'too_many' } }],
    [
      'what is no network',
      { networks: ['10.0.0.0/8', '10.0.0.0/33', 'office'] },
      { fields: { networks: 'malformed' }, entries: { networks: ['10.0.0.0/33', 'office'] } },
    ],
    [
      'a network with bits beyond its prefix',
      { networks: ['10.0.0.7/8', '10.0.0.0/8', '2001:db8::1/32'] },
      { fields: { networks: 'host_bits' }, entries: { networks: ['10.0.0.7/8', '2001:db8::1/32'] } },
    ],
    [
      'origins that are not registered, by name',
      { returnAddresses: ['https://shop.example', 'https://shop.example:8443', 'https://www.shop.example'] },
      {
        fields: { returnAddresses: 'unknown' },
        entries: { returnAddresses: ['https://shop.example:8443', 'https://www.shop.example'] },
      },
    ],
    [
      'what is no origin',
      { returnAddresses: ['https://shop.example/path', 'shop.example'] },
      {
        fields: { returnAddresses: 'malformed' },
        entries: { returnAddresses: ['https://shop.example/path', 'shop.example'] },
      },
    ],
    [
      '21 return addresses',
      { returnAddresses: Array(21).fill('https://shop.example') },
      { fields: { returnAddresses: 'too_many' } },
    ],
    ['21 networks', { networks: Array(21).fill('192.0.2.1') }, { fields: { networks: 'too_many' } }],
  ])('are refused with %s', async (_, given, facts) => {
    const error = await generate(given).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'input_invalid', entries: undefined, ...facts })
    expect(await kept().execute()).toEqual([])
  })

  it('reveal nothing about accounts to users who may not generate keys', async () => {
    for (const accountIds of [['acme'], ['nowhere']]) {
      await expect(generate({ accountIds }, anyPerson('agent'))).rejects.toMatchObject({ code: 'forbidden' })
    }
  })
})
