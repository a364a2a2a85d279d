import { beforeEach, describe, expect, it } from 'vitest'
import { disableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { newKeySecret } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { root } from '#lib/testing/people.ts'
import { postGrant } from '#lib/testing/test-grants.ts'
import {
  basic,
  commonHeaders,
  issueTestTokens,
  makeTestKey,
  postRevocation,
  postToken,
  readTokens,
  refreshFields,
  refusalBody,
  show,
  type TestKey,
  type TokenAnswer,
} from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'
import { setWritable } from '#lib/testing/writable.ts'

let services: TestServices
let key: TestKey
let tokens: TokenAnswer
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services)
  tokens = await issueTestTokens(key)
})

const done = { status: 200, headers: commonHeaders, body: '{}' }
const badClient = {
  status: 401,
  headers: { ...commonHeaders, 'www-authenticate': 'Basic realm="Latchkey", charset="UTF-8"' },
  body: refusalBody('invalid_client', 'The API key or its secret is not valid.'),
}
const malformed = (description: string) => ({
  status: 400,
  headers: commonHeaders,
  body: refusalBody('invalid_request', description),
})
const byPost = (of = key) => ({ client_id: of.id, client_secret: of.secret })

function refresh(refreshToken = tokens.refreshToken) {
  return postToken(refreshFields(key.username, refreshToken))
}

/** Whether the family of `tokens` is alive, asked without a change. */
async function isAlive(): Promise<boolean> {
  const familyId = tokens.refreshToken.split('.')[1] ?? ''
  const query = services.db.selectFrom('refresh_families').select('revoked_at').where('id', '=', familyId)
  return (await query.executeTakeFirstOrThrow()).revoked_at === null
}

function events() {
  return services.db.selectFrom('audit_events').selectAll().where('kind', '=', 'refresh_family.revoked').execute()
}

async function expectRevoked(): Promise<void> {
  expect(await isAlive()).toBe(false)
  expect((await refresh()).status).toBe(400)
  expect((await postGrant(tokens.accessToken, { accountId: 'acme' })).status).toBe(401)
  expect(await events()).toHaveLength(1)
}

describe('POST /auth/v1/revoke, 200 with an empty body', () => {
  it.each<[string, () => Record<string, string>]>([
    ['by the key, in a form', () => byPost()],
    ['by the key, in the spelling of the specification', () => ({ clientId: key.id, clientSecret: key.secret })],
    ['by its holder, with the key ID', () => ({ client_id: key.id })],
    ['by its holder, with the name of the owner', () => ({ clientId: ` ${key.email.toUpperCase()}` })],
    ['with a wrong hint', () => ({ ...byPost(), token_type_hint: 'access_token' })],
    ['with an unknown hint', () => ({ ...byPost(), token_type_hint: 'x' })],
  ])('ends everything that came from the refresh token, %s', async (_, client) => {
    expect(await show(await postRevocation({ token: tokens.refreshToken, ...client() }))).toEqual(done)
    await expectRevoked()
  })

  it('ends everything that descends from the access token, by the key', async () => {
    const headers = basic(key.id, key.secret)
    const hinted = { token: tokens.accessToken, token_type_hint: 'refresh_token' }
    expect(await show(await postRevocation(hinted, { headers }))).toEqual(done)
    await expectRevoked()
  })

  it('ends a family by a refresh token of an earlier generation, and by one that waits for its key', async () => {
    await readTokens(await refresh())
    services.clock.advance(60_000)
    await disableApiKey(services, root, key.id)
    expect(await show(await postRevocation({ token: tokens.refreshToken, client_id: key.id }))).toEqual(done)
    expect(await isAlive()).toBe(false)
  })

  it('leaves the other families of the key alone', async () => {
    const others = await issueTestTokens(key)
    await postRevocation({ token: tokens.refreshToken, ...byPost() })
    expect((await refresh(others.refreshToken)).status).toBe(200)
  })

  it('records who asked: the program, or a visitor who held the token', async () => {
    const held = await issueTestTokens(key)
    await postRevocation({ token: tokens.accessToken, ...byPost() })
    await postRevocation({ token: held.refreshToken, client_id: key.id })
    const details = (of: TokenAnswer) =>
      JSON.stringify({ reason: 'client_asked', familyId: of.refreshToken.split('.')[1] })
    const subject = { at: testStart, subject_kind: 'api_key', subject_id: key.id, subject_name: 'Test key' }
    const recorded = await events()
    expect(recorded).toHaveLength(2)
    expect(recorded).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...subject,
          actor_kind: 'program',
          actor_id: key.ownerId,
          actor_name: 'Test key',
          details: details(tokens),
        }),
        expect.objectContaining({ ...subject, actor_kind: 'visitor', actor_id: null, details: details(held) }),
      ]),
    )
  })

  it('again, and 50 times at once: once is enough, and recorded once', async () => {
    const fields = { token: tokens.refreshToken, client_id: key.id }
    const answers = await Promise.all(Array.from({ length: 50 }, () => postRevocation(fields)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(await show(await postRevocation(fields))).toEqual(done)
    await expectRevoked()
  })
})

describe('POST /auth/v1/revoke, 200 and nothing has changed', () => {
  const replacePart = (index: number, text: string) => tokens.refreshToken.split('.').with(index, text).join('.')

  it.each<[string, () => Record<string, string> | Promise<Record<string, string>>]>([
    ['no token of ours', () => ({ token: 'x', ...byPost() })],
    ['no token of ours, and no key', () => ({ token: 'x', client_id: 'nobody' })],
    ['an unknown family', () => ({ token: replacePart(1, `fam_${'x'.repeat(20)}`), ...byPost() })],
    ['a generation that was raised', () => ({ token: replacePart(2, '2'), ...byPost() })],
    ['a made-up mac', () => ({ token: replacePart(3, 'x'.repeat(43)), ...byPost() })],
    ['a changed access token', () => ({ token: `${tokens.accessToken.slice(0, -4)}AAAA`, ...byPost() })],
    ["another user's key", async () => ({ token: tokens.refreshToken, ...byPost(await makeTestKey(services)) })],
    [
      "another user's key, access token",
      async () => ({ token: tokens.accessToken, ...byPost(await makeTestKey(services)) }),
    ],
    [
      'another key of the same owner',
      async () => ({
        token: tokens.refreshToken,
        ...byPost(await makeTestKey(services, { ownerId: key.ownerId })),
      }),
    ],
    ["another user's name", () => ({ token: tokens.refreshToken, client_id: 'nobody' })],
    ["the owner's id", () => ({ token: tokens.refreshToken, client_id: key.ownerId })],
  ])('for %s', async (_, fields) => {
    expect(await show(await postRevocation(await fields()))).toEqual(done)
    expect(await isAlive()).toBe(true)
    expect(await events()).toEqual([])
  })

  it('for an access token from the millisecond at which it has expired', async () => {
    services.clock.advance(36_000_000)
    expect(await show(await postRevocation({ token: tokens.accessToken, ...byPost() }))).toEqual(done)
    expect(await isAlive()).toBe(true)
  })
})

describe('POST /auth/v1/revoke, refused', () => {
  it.each<[string, () => Record<string, string>]>([
    ['the secret is wrong', () => ({ client_id: key.id, client_secret: newKeySecret() })],
    ['the key is unknown', () => ({ client_id: `lkid_${'x'.repeat(20)}`, client_secret: key.secret })],
    ['no client is named', () => ({})],
  ])('with invalid_client when %s', async (_, client) => {
    expect(await show(await postRevocation({ token: tokens.refreshToken, ...client() }))).toEqual(badClient)
    expect(await isAlive()).toBe(true)
  })

  it('with invalid_client for an access token without a key, because every called API holds it too', async () => {
    expect(await show(await postRevocation({ token: tokens.accessToken, client_id: key.id }))).toEqual(badClient)
    expect(await isAlive()).toBe(true)
  })

  it.each<[string, Record<string, string>]>([
    ['The field token is missing.', { client_id: 'x' }],
    ['The field token is missing.', { token: '', clientId: 'x' }],
    ['The field client_id is missing.', { token: 'x', client_secret: 'x' }],
    ['The field clientId is missing.', { token: 'x', clientSecret: 'x' }],
    ['Spell all fields one way: in camelCase, or as RFC 6749 does.', { token: 'x', clientId: 'x', client_secret: 'x' }],
  ])('with invalid_request: %s', async (description, fields) => {
    expect(await show(await postRevocation(fields))).toEqual(malformed(description))
  })

  it('with invalid_request for a token in the query', async () => {
    const { status, body } = await show(await postRevocation({ client_id: 'x' }, { query: '?token=x' }))
    expect([status, body]).toEqual([400, refusalBody('invalid_request', 'Send token in the body, never in the URL.')])
  })

  it('with 429 after 20 wrong secrets, while the holder of the token can still revoke it', async () => {
    const wrong = { token: 'x', client_id: key.id, client_secret: newKeySecret() }
    for (let i = 0; i < 20; i++) expect((await postRevocation(wrong)).status).toBe(401)
    expect((await postRevocation(wrong)).status).toBe(429)
    expect(await show(await postRevocation({ token: tokens.refreshToken, client_id: key.id }))).toEqual(done)
  })

  it('with 503 when nothing can be written: never a false 200', async () => {
    await setWritable(services, false)
    const fields = { token: tokens.refreshToken, client_id: key.id }
    expect(await show(await postRevocation(fields))).toEqual({
      status: 503,
      headers: { ...commonHeaders, 'retry-after': '1' },
      body: refusalBody('temporarily_unavailable', 'The service is busy. Try again shortly.'),
    })
    await setWritable(services, true)
    expect(await isAlive()).toBe(true)
  })
})
