import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { apiCallsPerMinute } from '#lib/domain/keys/api-keys/call-limit.ts'
import type { ApiOperation } from '#lib/foundation/api/operation.ts'
import { readerOf } from '#lib/foundation/api/read-response.ts'
import { root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'
import { ManagementClient } from '#lib/web/management-api/client.ts'
import { contract } from '#lib/web/management-api/contract.ts'
import { inProcess } from '#lib/web/management-api/in-process.ts'
import { managementOperations } from '#lib/web/management-api/operations.ts'

let services: TestServices
let api: ManagementClient
beforeEach(async () => {
  services = await openTestServices()
  api = new ManagementClient(inProcess({ services, actor: root }))
})

const acme = { id: 'acme', name: 'Acme Ltd' }

describe('an operation in this process', () => {
  it('acts as the operator, and reads instants as Unix milliseconds', async () => {
    expect(await api.call('createAccount', { body: acme })).toEqual({
      ...{ ...acme, locale: null, deepPath: null, suspended: false, suspendedAt: null, createdAt: testStart },
    })
    const { kind, actor_kind, actor_name } = await services.db
      .selectFrom('audit_events')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect([kind, actor_kind, actor_name]).toEqual(['account.created', 'operator', root.name])
  })

  it('refuses what the API refuses: other fields, values, queries and IDs', async () => {
    const withOther = { ...acme, color: 'red' }
    await expect(api.call('createAccount', { body: withOther })).rejects.toMatchObject({ fields: { color: 'unknown' } })
    const params = { accountId: 'acme' }
    await expect(api.call('patchAccount', { params, body: {} })).rejects.toMatchObject({ code: 'not_found' })
    await api.call('createAccount', { body: acme })
    const body = { id: 'other', suspended: true }
    await expect(api.call('patchAccount', { params, body })).rejects.toMatchObject({ fields: { id: 'differs' } })
    await expect(api.list('listAccounts', { query: { locale: 'German' } })).rejects.toMatchObject({
      fields: { locale: 'malformed' },
    })
  })

  it('takes undefined for what is not given', async () => {
    await api.call('createAccount', { body: { ...acme, locale: 'de-at', deepPath: undefined } })
    const params = { accountId: 'acme' }
    const changed = await api.call('patchAccount', { params, body: { name: undefined, locale: null } })
    expect(changed).toMatchObject({ name: 'Acme Ltd', locale: null })
  })

  it('lists to the end, or as many as are asked for', async () => {
    for (let index = 0; index < 201; index++) {
      await api.call('createAccount', { body: { id: `a-${index}`, name: `Account ${index}` } })
    }
    expect(await api.list('listAccounts', {})).toHaveLength(201)
    expect(await api.list('listAccounts', {}, 2)).toHaveLength(2)
  })

  it('has no quota', async () => {
    for (let sent = 0; sent <= apiCallsPerMinute; sent++) await api.call('getSettings', {})
    expect(await api.call('getSettings', {})).toMatchObject({ secondFactor: 'offered' })
  })
})

it.each(Object.entries(contract))(
  'knows the route and the response of %s, which the operator can call',
  (id, known) => {
    const operation: ApiOperation | undefined = managementOperations.find((each) => each.id === id)
    const list = operation && 'list' in operation ? operation.list : undefined
    const facts: Readonly<{ route: string; list?: unknown; response?: unknown }> = known
    expect(facts.route).toBe(operation?.route)
    expect(facts.list).toBe(list)
    expect(facts.response).toBe(operation?.response)
    expect(operation?.scope === null ? operation.handleForOperator : operation?.handle).toBeDefined()
  },
)

it('reads responses of newer servers, with fields that it does not know', () => {
  const schema = z.strictObject({ at: z.iso.datetime().nullable(), items: z.array(z.strictObject({ id: z.string() })) })
  const sent = { at: '2026-11-21T12:00:00.000Z', items: [{ id: 'a', color: 'red' }], next: null }
  expect(readerOf(schema).parse(sent)).toEqual({ at: testStart, items: [{ id: 'a' }] })
  expect(readerOf(schema).safeParse({ at: null, items: [{}] }).success).toBe(false)
})
