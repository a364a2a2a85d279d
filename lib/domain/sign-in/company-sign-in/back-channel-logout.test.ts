import { generateKeyPair } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { findUserByName } from '#lib/domain/people/users/store.ts'
import { changeProvider } from '#lib/domain/sign-in/sign-in-providers/manage-providers.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { randomToken } from '#lib/kernel/crypto.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { addTestApp } from '#lib/testing/factors.ts'
import { type ForgedProvider, startForgedProvider } from '#lib/testing/forged-provider.ts'
import { insertUser, personOf, root, signInAs } from '#lib/testing/people.ts'
import { localBaseUrl, registerProvider, signInAt } from '#lib/testing/sign-in-providers.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { backChannelLogoutEndpoint } from '#lib/web/endpoints/back-channel-logout.ts'

let services: TestServices
let forged: ForgedProvider

const eventType = 'http://schemas.openid.net/event/backchannel-logout'
type Claims = Readonly<Record<string, unknown>>

beforeEach(async () => {
  services = await openTestServices({ BASE_URL: localBaseUrl })
  forged = await startForgedProvider(() => services.clock.now())
  await registerProvider(services, forged, { createsUsers: true, domains: 'acme.example' })
})

function claimsFor(changes: Claims = {}): Claims {
  const iat = Math.floor(services.clock.now() / 1_000)
  const claims = { iss: forged.issuer, aud: forged.clientId, iat, exp: iat + 120, jti: randomToken(), sub: 'subject-1' }
  return { ...claims, events: { [eventType]: {} }, ...changes }
}

const header = { typ: 'logout+jwt' }

function send(logoutToken: string, providerId = 'acme', address?: string): Promise<Response> {
  const url = `${localBaseUrl}/auth/v1/back-channel-logout/${providerId}`
  const body = new URLSearchParams({ logout_token: logoutToken })
  return callEndpoint(backChannelLogoutEndpoint, new Request(url, { method: 'POST', body }), address)
}

async function signInWith(changes: Claims): Promise<string> {
  forged.user = { ...forged.user, ...changes }
  const outcome = await signInAt(services, forged)
  return 'person' in outcome ? outcome.person.sessionId : expect.fail(JSON.stringify(outcome))
}

async function liveSessions(): Promise<readonly string[]> {
  const rows = await services.db.selectFrom('portal_sessions').select('id').where('ended_at', 'is', null).execute()
  return rows.map(({ id }) => id)
}

describe('a logout token ends', () => {
  it('the sessions of its session at the provider, and no others', async () => {
    const one = await signInWith({ sid: 'sid-1' })
    const two = await signInWith({ sid: 'sid-2' })
    const other = await signInWith({ sub: 'subject-2', email: 'kim@acme.example', sid: 'sid-3' })
    const answer = await send(await forged.sign(claimsFor({ sid: 'sid-1', sub: undefined }), header))
    expect([answer.status, answer.headers.get('cache-control'), await answer.json()]).toEqual([200, 'no-store', {}])
    expect((await liveSessions()).toSorted()).toEqual([two, other].filter((id) => id !== one).toSorted())
    expect((await send(await forged.sign(claimsFor({ sid: 'sid-2' }), header))).status).toBe(200)
    expect(await liveSessions()).toEqual([other])
  })

  it('all sessions of its subject, and sign-ins that wait for a second step', async () => {
    await signInWith({ sid: 'sid-1' })
    const user = (await findUserByName(services.db, 'jane')) ?? expect.fail()
    await signInWith({ sid: undefined })
    const kept = (await signInAs(services, await insertUser(services))).person.sessionId
    await addTestApp(services, personOf(services, user))
    expect(await signInAt(services, forged)).toHaveProperty('token')
    expect((await send(await forged.sign(claimsFor(), header))).status).toBe(200)
    expect(await liveSessions()).toEqual([kept])
    expect(await services.db.selectFrom('pending_sign_ins').selectAll().execute()).toEqual([])
    const events = await services.db
      .selectFrom('audit_events')
      .select(['actor_kind', 'subject_id', 'details'])
      .where('kind', '=', 'portal_session.ended')
      .execute()
    expect(events).toEqual([
      {
        actor_kind: 'visitor',
        subject_id: user.id,
        details: expect.stringMatching(/^\{"reason":"ended_by_provider","provider":"Acme","sessions":\d\}$/),
      },
    ])
  })

  it('nothing, with 200, if there is nothing to end', async () => {
    await signInWith({ sid: 'sid-1' })
    for (const changes of [{ sub: 'unknown' }, { sub: undefined, sid: 'unknown' }, { sid: 'sid-of-another' }]) {
      expect((await send(await forged.sign(claimsFor(changes), header))).status).toBe(200)
    }
    expect(await liveSessions()).toHaveLength(1)
  })

  it.each([undefined, 'JWT', 'application/logout+jwt'])('with the typ %s, too', async (typ) => {
    await signInWith({})
    expect((await send(await forged.sign(claimsFor(), typ === undefined ? {} : { typ }))).status).toBe(200)
    expect(await liveSessions()).toEqual([])
  })
})

const refused = { error: 'invalid_request', error_description: 'The logout token is not valid.', requestId: 'req_1' }

async function expectRefused(answer: Response): Promise<void> {
  expect([answer.status, answer.headers.get('cache-control'), await answer.json()]).toEqual([400, 'no-store', refused])
}

describe('400, and no session ends', () => {
  let session: string
  beforeEach(async () => {
    session = await signInWith({ sid: 'sid-1' })
  })

  const seconds = (delta: number) => Math.floor(services.clock.now() / 1_000) + delta
  it.each<[string, () => Claims]>([
    ['another issuer', () => ({ iss: 'https://evil.example' })],
    ['another audience', () => ({ aud: 'another-client' })],
    ['no audience', () => ({ aud: undefined })],
    ['an end in the past', () => ({ exp: seconds(-31) })],
    ['no end, which began more than ten minutes ago', () => ({ iat: seconds(-631), exp: undefined })],
    ['no instant', () => ({ iat: undefined })],
    ['an instant in the future', () => ({ iat: seconds(31), exp: seconds(60) })],
    ['an instant too long ago', () => ({ iat: seconds(-631), exp: seconds(60) })],
    ['no events', () => ({ events: undefined })],
    ['another event', () => ({ events: { 'http://schemas.openid.net/event/other': {} } })],
    ['an event that is no object', () => ({ events: { [eventType]: 1 } })],
    ['a nonce', () => ({ nonce: 'n' })],
    ['neither sub nor sid', () => ({ sub: undefined })],
    ['no jti', () => ({ jti: undefined })],
    ['a jti that is no text', () => ({ jti: 7 })],
  ])('for a token with %s', async (_name, changes) => {
    await expectRefused(await send(await forged.sign(claimsFor(changes()), header)))
    expect(await liveSessions()).toEqual([session])
  })

  it('for a token of another type, unsigned, or signed by another key', async () => {
    for (const typ of ['at+jwt', 'id_token', 'secevent+jwt']) {
      await expectRefused(await send(await forged.sign(claimsFor(), { typ })))
    }
    await expectRefused(await send(await forged.sign(claimsFor(), { alg: 'none' })))
    forged.signingKey = (await generateKeyPair('ES256')).privateKey
    await expectRefused(await send(await forged.sign(claimsFor(), header)))
    await expectRefused(await send('x'))
    await expectRefused(await send('a.b.c'))
    expect(await liveSessions()).toEqual([session])
  })

  it('for an ID token of the same provider', async () => {
    const { events: _events, ...claims } = claimsFor({ nonce: 'n' })
    await expectRefused(await send(await forged.sign(claims)))
  })

  it('for a token that was used, also after its session was started again', async () => {
    const token = await forged.sign(claimsFor(), header)
    expect((await send(token)).status).toBe(200)
    const again = await signInWith({ sid: 'sid-1' })
    await expectRefused(await send(token))
    expect(await liveSessions()).toEqual([again])
  })

  it('for a token of an unknown, another or disabled provider', async () => {
    const token = () => forged.sign(claimsFor(), header)
    await expectRefused(await send(await token(), 'unknown'))
    const second = await startForgedProvider(() => services.clock.now())
    await registerProvider(services, second, { id: 'second', label: 'Second' })
    await expectRefused(await send(await token(), 'second'))
    const settings = { label: 'Acme', clientId: forged.clientId, isDisabled: true }
    await changeProvider(services, root, { id: 'acme', ...settings })
    await expectRefused(await send(await token()))
    expect(await liveSessions()).toEqual([session])
  })

  it('without a token', async () => {
    const url = `${localBaseUrl}/auth/v1/back-channel-logout/acme`
    const body = new URLSearchParams({ other: 'x' })
    const answer = await callEndpoint(backChannelLogoutEndpoint, new Request(url, { method: 'POST', body }))
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'Send logout_token.', requestId: 'req_1' },
    ])
  })
})

it('a token without an end, as Draft 06 had it, ends the sessions within ten minutes', async () => {
  await signInWith({ sid: 'sid-1' })
  const iat = Math.floor(services.clock.now() / 1_000) - 600
  const { status } = await send(await forged.sign(claimsFor({ iat, exp: undefined }), header))
  expect([status, await liveSessions()]).toEqual([200, []])
})

it('one of the same token at the same moment ends the sessions', async () => {
  await signInWith({ sid: 'sid-1' })
  const token = await forged.sign(claimsFor(), header)
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(token)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400])
})

it('429 after 60 refusals of a network in a minute, before a signature is checked', async () => {
  for (let count = 0; count < 60; count++) await send('x')
  const token = await forged.sign(claimsFor(), header)
  const answer = await send(token)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
  expect((await send(token, 'acme', '198.51.100.9')).status).toBe(200)
})

it('a used token is remembered for as long as it could be accepted', async () => {
  await send(await forged.sign(claimsFor(), header))
  const [row] = await services.db.selectFrom('used_logout_tokens').selectAll().execute()
  expect(row?.expires_at).toBe(services.clock.now() + 660 * secondMs)
})
