import { beforeEach, describe, expect, it } from 'vitest'
import { acceptsBackUrl } from '#lib/domain/links/return-addresses/back-url.ts'
import { addReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { type ApiCaller, makeApiCaller } from '#lib/testing/api-client.ts'
import { root } from '#lib/testing/people.ts'
import { fewOf } from '#lib/testing/sampling.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'

let services: TestServices
let sync: ApiCaller
beforeEach(async () => {
  services = await openTestServices()
  sync = await makeApiCaller(services, ['return-addresses:read', 'return-addresses:write'])
})

const origin = 'https://crm.example'
const path = `/return-addresses/${encodeURIComponent(origin)}`
const createdAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const add = (body: object, headers = {}) => sync.call('POST', '/return-addresses', { body, headers })
const accepts = () => acceptsBackUrl(services.db, testBaseUrl, `${origin}/case`)

describe('POST /api/v1/return-addresses', () => {
  it('adds an origin in the spelling of browsers, and names the key as the actor', async () => {
    const { status, headers, body } = await add({ origin: ' https://CRM.example:443/ ' })
    expect([status, body]).toEqual([201, { origin, createdAt }])
    expect(headers.location).toBe(`${testBaseUrl}/api/v1${path}`)
    expect(await accepts()).toBe(true)
    const event = await services.db
      .selectFrom('audit_events')
      .select(['actor_kind', 'actor_id', 'actor_name', 'key_id', 'subject_id'])
      .where('kind', '=', 'return_address.added')
      .executeTakeFirst()
    const actor = { actor_kind: 'program', actor_id: sync.key.ownerId, actor_name: 'Sync', key_id: sync.key.id }
    expect(event).toEqual({ ...actor, subject_id: origin })
  })

  it('adds it once for one Idempotency-Key', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => add({ origin }, { 'Idempotency-Key': 'k1' })))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    const other = await add({ origin: 'https://other.example' }, { 'Idempotency-Key': 'k1' })
    expect([other.status, other.body.error]).toEqual([422, 'idempotency_key_reused'])
  })

  it.each([
    [{}, 400, { origin: 'required' }],
    [{ origin: 5 }, 400, { origin: 'malformed' }],
    [{ origin: '' }, 400, { origin: 'required' }],
    [{ origin: 'crm.example' }, 400, { origin: 'scheme_missing' }],
    [{ origin: 'http://crm.example' }, 400, { origin: 'insecure' }],
    [{ origin: 'https://crm.example/path' }, 400, { origin: 'path' }],
    [{ origin: 'https://a@crm.example' }, 400, { origin: 'credentials' }],
    [{ origin: `https://${'x'.repeat(300)}.example` }, 400, { origin: 'too_long' }],
    [{ origin, name: 'CRM' }, 400, { name: 'unknown' }],
    [{ origin: 'https://taken.example' }, 409, { origin: 'taken' }],
  ])('refuses %j with %i', async (body, status, fields) => {
    await addReturnAddress(services, root, { origin: 'https://taken.example' })
    expect(await add(body)).toMatchObject({ status, body: { fields } })
  })
})

describe('GET /api/v1/return-addresses', () => {
  it('lists every origin once, page by page', async () => {
    for (const name of ['c', 'a', 'b']) await addReturnAddress(services, root, { origin: `https://${name}.example` })
    const first = await sync.call('GET', '/return-addresses?limit=2')
    expect(first.body).toEqual({
      items: [
        { origin: 'https://a.example', createdAt, createdByName: null },
        { origin: 'https://b.example', createdAt, createdByName: null },
      ],
      next: expect.any(String),
    })
    const second = await sync.call('GET', `/return-addresses?limit=2&cursor=${first.body.next}`)
    expect(second.body).toEqual({
      items: [{ origin: 'https://c.example', createdAt, createdByName: null }],
      next: null,
    })
  })

  it('refuses the cursor of another list, and a limit out of range', async () => {
    const accounts = await makeApiCaller(services, ['accounts:read', 'accounts:write'])
    for (const id of ['a', 'b']) await accounts.call('POST', '/accounts', { body: { id, name: 'A' } })
    const { next } = (await accounts.call('GET', '/accounts?limit=1')).body
    const answer = await sync.call('GET', `/return-addresses?cursor=${next}`)
    expect(answer).toMatchObject({ status: 400, body: { fields: { cursor: 'malformed' } } })
    expect((await sync.call('GET', '/return-addresses?limit=201')).body.fields).toEqual({ limit: 'out_of_range' })
  })
})

describe('GET and DELETE /api/v1/return-addresses/<origin>', () => {
  it('show one, and remove it: links that return there are refused', async () => {
    await addReturnAddress(services, root, { origin })
    const shown = await sync.call('GET', path)
    expect([shown.status, shown.body]).toEqual([200, { origin, createdAt }])
    const headers = { 'If-None-Match': shown.headers.etag ?? '' }
    expect((await sync.call('GET', path, { headers })).status).toBe(304)
    const removed = await sync.call('DELETE', path)
    expect([removed.status, removed.text]).toEqual([204, ''])
    expect(await accepts()).toBe(false)
  })

  it.each(fewOf(2, ['https%3A%2F%2Fnone.example', 'none', '%00', 'https%3A%2F%2F%5Bx']))(
    'answer 404 for %s',
    async (segment) => {
      for (const method of ['GET', 'DELETE']) {
        const { status, body } = await sync.call(method, `/return-addresses/${segment}`)
        expect([method, status, body.error]).toEqual([method, 404, 'not_found'])
      }
    },
  )
})
