import { exportJWK, generateKeyPair } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { disableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { handOverKey } from '#lib/domain/keys/hand-over/hand-over-key.ts'
import { reportHandOver } from '#lib/domain/keys/hand-over/report-hand-over.ts'
import { takeHandOver } from '#lib/domain/keys/hand-over/take-hand-over.ts'
import { rotateSecret } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import { updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import type { ManagementScope } from '#lib/foundation/authorization/management-scopes.ts'
import { hourMs } from '#lib/kernel/clock.ts'
import { type ApiCaller, makeApiCaller } from '#lib/testing/api-client.ts'
import { root, visitor } from '#lib/testing/people.ts'
import { startTestRotation, tryTestSecret } from '#lib/testing/rotations.ts'
import { makeTestKey, type TestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'

const scopes: ManagementScope[] = ['keys:read', 'keys:write']

let services: TestServices
let caller: ApiCaller
let key: TestKey
beforeEach(async () => {
  services = await openTestServices()
  caller = await makeApiCaller(services, scopes)
  key = await makeTestKey(services)
})

const handOver = (body: unknown = {}, headers = {}, { id }: Pick<TestKey, 'id'> = key, by = caller) =>
  by.call('POST', `/keys/${id}/hand-over`, { body, headers })
const read = ({ id }: Pick<TestKey, 'id'> = key, by = caller) => by.call('GET', `/keys/${id}/hand-over`)
const withdraw = ({ id }: Pick<TestKey, 'id'> = key, by = caller) => by.call('DELETE', `/keys/${id}/hand-over`)
const take = (url: string) => takeHandOver(services, visitor, new URL(url).searchParams.get('token') ?? '')
const instant = (ms: number) => new Date(ms).toISOString()
const anyUrl = expect.stringMatching(/^https:\/\/login\.example\.com\/hand-over\?token=[\w-]{43}$/)

async function listEvents(kind: string) {
  const rows = services.db.selectFrom('audit_events').select(['actor_kind', 'actor_id', 'actor_name', 'subject_id'])
  return rows.where('kind', '=', kind).execute()
}

const program = () => ({ actor_kind: 'program', actor_id: caller.key.ownerId, actor_name: 'Sync' })

describe('POST /api/v1/keys/<keyId>/hand-over', () => {
  it('creates a link that only this response shows, whose recipient generates the next secret', async () => {
    const { status, body } = await handOver({ hours: 1, retireAfter: '1h' })
    expect([status, body]).toEqual([201, { url: anyUrl, expiresAt: instant(testStart + hourMs) }])
    expect(await listEvents('api_key.handed_over')).toEqual([{ ...program(), subject_id: key.id }])
    const { secret } = await take(body.url)
    expect(await tryTestSecret(key, secret)).toBe(200)
    services.clock.advance(hourMs)
    expect(await tryTestSecret(key, key.secret)).toBe(401)
  })

  it('works for 72 hours by default', async () => {
    expect((await handOver()).body.expiresAt).toBe(instant(testStart + 72 * hourMs))
  })

  it('creates one link for 20 parallel requests with one Idempotency-Key, and stores its token nowhere', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => handOver({}, { 'Idempotency-Key': 'h1' })))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    const { url } = answers[0]?.body ?? {}
    const token = new URL(url).searchParams.get('token') ?? ''
    const kept = await services.db.selectFrom('idempotency_keys').selectAll().execute()
    const links = await services.db.selectFrom('hand_overs').selectAll().execute()
    const events = await services.db.selectFrom('audit_events').selectAll().execute()
    expect([kept.length, links.length]).toEqual([1, 1])
    expect(JSON.stringify([kept, links, events])).not.toContain(token)
    expect((await handOver({ hours: 2 }, { 'Idempotency-Key': 'h1' })).status).toBe(422)
    expect((await take(url)).id).toBe(key.id)
  })

  it('replaces an earlier link', async () => {
    const { url } = (await handOver()).body
    await handOver()
    await expect(take(url)).rejects.toMatchObject({ code: 'link_unusable' })
  })

  it('is 409 for a key that is revoked or disabled, and while a former secret works', async () => {
    const [revoked, disabled] = [await makeTestKey(services), await makeTestKey(services)]
    await revokeApiKey(services, root, revoked.id)
    await disableApiKey(services, root, disabled.id)
    await startTestRotation(services, key)
    const answers = await Promise.all([revoked, disabled, key].map((ended) => handOver({}, {}, ended)))
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill([409, 'conflict']))
  })

  it.each([
    [{ hours: 0 }, { hours: 'out_of_range' }],
    [{ hours: 73 }, { hours: 'out_of_range' }],
    [{ hours: '72' }, { hours: 'malformed' }],
    [{ retireAfter: '2h' }, { retireAfter: 'unknown' }],
    [{ families: 'none' }, { families: 'unknown' }],
    [{ leaked: true }, { leaked: 'unknown' }],
    [{ keyId: 'lkid_x' }, { keyId: 'unknown' }],
  ])('is 400 for %j', async (body, fields) => {
    expect(await handOver(body)).toMatchObject({ status: 400, body: { error: 'invalid_request', fields } })
  })
})

describe('GET /api/v1/keys/<keyId>/hand-over', () => {
  const shown = {
    state: 'open',
    createdAt: instant(testStart),
    expiresAt: instant(testStart + 72 * hourMs),
    withdrawnAt: null,
    usedAt: null,
    usedFrom: null,
    reportedAt: null,
  }

  it('shows what became of the newest link, and not the link', async () => {
    const { url } = (await handOver()).body
    expect((await read()).body).toEqual(shown)
    services.clock.advance(1)
    await take(url)
    const used = { ...shown, state: 'used', usedAt: instant(testStart + 1), usedFrom: visitor.address }
    expect((await read()).body).toEqual(used)
    await reportHandOver(services, visitor, new URL(url).searchParams.get('token') ?? '')
    expect((await read()).body).toEqual({ ...used, state: 'reported', reportedAt: instant(testStart + 1) })
  })

  it('shows that it expired', async () => {
    await handOver({ hours: 1 })
    services.clock.advance(hourMs)
    expect((await read()).body).toMatchObject({ state: 'expired', withdrawnAt: null })
  })

  it('is 404 for a key without one', async () => {
    expect((await read()).body.error).toBe('not_found')
  })
})

describe('DELETE /api/v1/keys/<keyId>/hand-over', () => {
  it('ends the open link, and is 404 once none is open', async () => {
    const { url } = (await handOver()).body
    const { status, text } = await withdraw()
    expect([status, text]).toEqual([204, ''])
    await expect(take(url)).rejects.toMatchObject({ code: 'link_unusable' })
    expect((await read()).body).toMatchObject({ state: 'withdrawn', withdrawnAt: instant(testStart) })
    expect((await withdraw()).status).toBe(404)
    expect(await listEvents('api_key.hand_over_withdrawn')).toEqual([{ ...program(), subject_id: key.id }])
  })

  it('is 404 for a link that was used: its secret works', async () => {
    const { secret } = await take((await handOver()).body.url)
    expect((await withdraw()).status).toBe(404)
    expect(await tryTestSecret(key, secret)).toBe(200)
  })
})

describe('POST /api/v1/keys with handOver', () => {
  const create = (body: object = {}, headers = {}, by = caller) =>
    by.call('POST', '/keys', { body: { name: 'Partner', ownerId: key.ownerId, handOver: true, ...body }, headers })

  it('generates a key whose first secret the recipient generates', async () => {
    const { status, headers, body } = await create({ networks: ['192.0.2.0/24'] })
    const { handOver: link, ...created } = body
    expect([status, link]).toEqual([201, { url: anyUrl, expiresAt: instant(testStart + 72 * hourMs) }])
    expect(created).not.toHaveProperty('secret')
    const found = await caller.call('GET', `/keys/${body.id}`)
    expect([found.body, found.headers.etag]).toEqual([created, headers.etag])
    expect(headers.location).toBe(`${testBaseUrl}/api/v1/keys/${body.id}`)
    expect((await caller.call('GET', `/keys/${body.id}/secrets`)).body.items).toEqual([])
    expect(await tryTestSecret(body, (await take(link.url)).secret)).toBe(200)
  })

  it('generates one for parallel requests with one Idempotency-Key, which all get its link', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({}, { 'Idempotency-Key': 'n1' })))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect((await take(answers[0]?.body.handOver.url)).id).toBe(answers[0]?.body.id)
  })

  it('refuses a public key, which has no secret to hand over, and what a program may not generate', async () => {
    const { publicKey } = await generateKeyPair('ES256')
    const publicJwk = await exportJWK(publicKey)
    expect(await create({ publicJwk })).toMatchObject({ status: 400, body: { fields: { handOver: 'malformed' } } })
    expect(await create({ handOver: 'yes' })).toMatchObject({
      status: 400,
      body: { fields: { handOver: 'malformed' } },
    })
    expect((await create({ ownerId: caller.key.ownerId, scopes: ['keys:write'] })).status).toBe(403)
    expect((await create()).status).toBe(201)
    expect(await create()).toMatchObject({ status: 409, body: { fields: { name: 'same_name' } } })
  })
})

describe('the reach of a program', () => {
  it('ends where that of its owner does: to an admin’s program, the keys of owners and admins are unknown', async () => {
    for (const role of ['owner', 'admin'] as const) {
      const foreign = await makeTestKey(services, { role })
      const link = await handOverKey(services, root, { keyId: foreign.id })
      for (const { status, body } of [await handOver({}, {}, foreign), await read(foreign), await withdraw(foreign)]) {
        expect([status, body.error]).toEqual([404, 'not_found'])
      }
      expect((await take(link.url)).id).toBe(foreign.id)
    }
    for (const { status } of [
      await handOver({}, {}, { id: 'lkid_x' }),
      await read({ id: '%00' }),
      await withdraw({ id: '%25' }),
    ]) {
      expect(status).toBe(404)
    }
  })

  it('does not cover a link to more scopes than it may grant, itself included, but covers its withdrawal', async () => {
    const by = await makeApiCaller(services, scopes, 'owner')
    const powerful = await makeTestKey(services, { role: 'admin', scopes: ['users:write'] })
    const link = await handOverKey(services, root, { keyId: powerful.id })
    for (const target of [powerful, by.key]) {
      const { status, body } = await handOver({}, {}, target, by)
      expect([status, body.error]).toEqual([403, 'forbidden'])
    }
    expect((await read(powerful, by)).body.state).toBe('open')
    expect((await withdraw(powerful, by)).status).toBe(204)
    await expect(take(link.url)).rejects.toMatchObject({ code: 'link_unusable' })
  })

  it('needs the scopes, and an owner who manages', async () => {
    await handOver()
    const reader = await makeApiCaller(services, ['keys:read'])
    const writer = await makeApiCaller(services, ['keys:write'])
    for (const attempt of [handOver({}, {}, key, reader), withdraw(key, reader), read(key, writer)]) {
      expect(await attempt).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
    }
    await updateUser(services, root, { userId: caller.key.ownerId, name: 'Sync', role: 'agent' })
    for (const attempt of [handOver(), withdraw(), read()]) {
      expect(await attempt).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
    }
    expect((await read(key, reader)).body.state).toBe('open')
    await rotateSecret(services, root, { keyId: key.id })
    expect((await read(key, reader)).body.state).toBe('withdrawn')
  })
})
