import { beforeEach, describe, expect, it } from 'vitest'
import { changeLogo } from '#lib/domain/organization/organization/manage-organization.ts'
import { readOrganization } from '#lib/domain/organization/organization/read-organization.ts'
import { changePolicy } from '#lib/domain/sign-in/sign-in-policy/change-policy.ts'
import { findPolicy } from '#lib/domain/sign-in/sign-in-policy/store.ts'
import { type ApiCaller, makeApiCaller } from '#lib/testing/api-client.ts'
import { root } from '#lib/testing/people.ts'
import { makePng } from '#lib/testing/png.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'

let services: TestServices
let sync: ApiCaller
beforeEach(async () => {
  services = await openTestServices()
  sync = await makeApiCaller(services, ['settings:read', 'settings:write'])
})

const untouched = { name: null, accent: null, logoUrl: null, secondFactor: 'offered' }
const get = (headers = {}) => sync.call('GET', '/settings', { headers })
const patch = (body: unknown, headers = {}, by = sync) => by.call('PATCH', '/settings', { body, headers })

function listChanges() {
  return services.db
    .selectFrom('audit_events')
    .select(['kind', 'actor_kind', 'actor_id', 'key_id', 'subject_name', 'details'])
    .where('kind', 'like', 'organization.%')
    .orderBy('id')
    .execute()
}

describe('GET /api/v1/settings', () => {
  it('shows the organization and who needs a second factor', async () => {
    expect((await get()).body).toEqual(untouched)
    await changePolicy(services, root, { policy: 'off' })
    await changeLogo(services, root, makePng(1, 1))
    const { body } = await get()
    const logoUrl = expect.stringMatching(/^https:\/\/login\.example\.com\/organization\/logo\/[0-9a-f]{64}$/)
    expect(body).toEqual({ ...untouched, logoUrl, secondFactor: 'off' })
    expect(body.logoUrl).toBe(`${testBaseUrl}/organization/logo/${(await readOrganization(services)).logo?.digest}`)
  })

  it('answers 304 to a client that has this version', async () => {
    const { headers } = await get()
    const match = { 'If-None-Match': headers.etag ?? '' }
    expect((await get(match)).status).toBe(304)
    await changePolicy(services, root, { policy: 'off' })
    expect((await get(match)).status).toBe(200)
  })
})

describe('PATCH /api/v1/settings', () => {
  it('changes name and accent color, and names the key as the actor', async () => {
    const { status, body, headers } = await patch({ name: ' Contoso ', accent: '#0A5FB4' })
    expect([status, body]).toEqual([200, { ...untouched, name: 'Contoso', accent: '#0a5fb4' }])
    expect((await get()).headers.etag).toBe(headers.etag)
    expect(await readOrganization(services)).toEqual({ name: 'Contoso', accent: '#0a5fb4', logo: null })
    const actor = { actor_kind: 'program', actor_id: sync.key.ownerId, key_id: sync.key.id }
    const details = JSON.stringify({ formerName: null, accent: '#0a5fb4', formerAccent: null })
    expect(await listChanges()).toEqual([{ kind: 'organization.updated', ...actor, subject_name: 'Contoso', details }])
  })

  it('keeps what is omitted, clears what is null, and records nothing if nothing changes', async () => {
    await patch({ name: 'Contoso', accent: '#0a5fb4' })
    expect((await patch({ accent: null })).body).toEqual({ ...untouched, name: 'Contoso' })
    expect((await patch({ name: '' })).body).toEqual(untouched)
    expect(await listChanges()).toHaveLength(3)
    expect((await patch({})).body).toEqual(untouched)
    expect((await patch((await get()).body)).body).toEqual(untouched)
    expect(await listChanges()).toHaveLength(3)
  })

  it.each(['managers', 'off', null, 5, { policy: 'off' }])(
    'can’t set the second factor to %j',
    async (secondFactor) => {
      const owner = await makeApiCaller(services, ['settings:read', 'settings:write'], 'owner')
      for (const by of [sync, owner]) {
        expect(await patch({ name: 'Contoso', secondFactor }, {}, by)).toMatchObject({
          status: 400,
          body: { error: 'invalid_request', fields: { secondFactor: 'fixed' } },
        })
      }
      expect([await findPolicy(services.db), (await get()).body.name]).toEqual(['offered', null])
    },
  )

  it.each([
    [{ name: 5 }, { name: 'malformed' }],
    [{ name: 'x'.repeat(61) }, { name: 'too_long' }],
    [{ name: 'a\u0000' }, { name: 'malformed' }],
    [{ accent: 'red' }, { accent: 'malformed' }],
    [{ accent: '#0a5fb4;}' }, { accent: 'malformed' }],
    [{ logoUrl: 'https://evil.example/logo.svg' }, { logoUrl: 'fixed' }],
    [{ providers: [] }, { providers: 'unknown' }],
  ])('refuses %j', async (body, fields) => {
    const answer = await patch(body)
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
    expect(answer.body.fields).toEqual(fields)
    expect(await listChanges()).toEqual([])
  })

  it('refuses a body that is no object, too large, or has a member of every object', async () => {
    expect(Object.keys((await patch('{"__proto__":{"name":"x"}}')).body.fields)).toEqual(['__proto__'])
    expect((await patch('[]')).status).toBe(400)
    expect((await patch('x')).status).toBe(400)
    expect((await patch({ name: 'x'.repeat(65 * 1024) })).status).toBe(413)
  })

  it('lets one of parallel changes with the same If-Match succeed', async () => {
    const headers = { 'If-Match': (await get()).headers.etag ?? '' }
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => patch({ name: `Name ${n}` }, headers)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status, body }) => status === 412 && body.error === 'precondition_failed')).toHaveLength(
      19,
    )
    expect(await listChanges()).toHaveLength(1)
  })
})
