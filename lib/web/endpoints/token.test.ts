import { decodeJwt, decodeProtectedHeader } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import {
  basic,
  clientFields,
  commonHeaders,
  issueTestTokens,
  makeTestKey,
  postToken,
  readTokens,
  refusalBody,
  show,
  type TestKey,
} from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'
import { tokenEndpoint } from '#lib/web/endpoints/token.ts'

let services: TestServices
let key: TestKey
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services)
})

describe('POST /auth/v1/token, client_credentials', () => {
  describe('200', () => {
    it('answers exactly four members, with the headers of every answer', async () => {
      const response = await postToken(clientFields(key))
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toEqual(commonHeaders)
      expect(await response.json()).toEqual({
        accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        expiresIn: 36_000,
        tokenType: 'Bearer',
        refreshToken: expect.stringMatching(/^lkrt1\.fam_[0-9A-Za-z]{20}\.1\.[\w-]{43}$/),
      })
    })

    it('issues the access token of RFC 9068 that section 3 describes', async () => {
      const { accessToken, refreshToken } = await issueTestTokens(key)
      const issuedAt = testStart / 1_000
      expect(decodeProtectedHeader(accessToken)).toEqual({
        alg: 'ES256',
        typ: 'at+jwt',
        kid: expect.stringMatching(/^[\w-]{43}$/),
      })
      expect(decodeJwt(accessToken)).toEqual({
        iss: testBaseUrl,
        aud: testBaseUrl,
        sub: key.ownerId,
        client_id: key.id,
        iat: issuedAt,
        exp: issuedAt + 36_000,
        jti: expect.stringMatching(/^tok_[0-9A-Za-z]{20}$/),
        scope: 'sso',
        sid: refreshToken.split('.')[1],
      })
    })

    it('gives tokens the life that is configured', async () => {
      services = await openTestServices({ ACCESS_TOKEN_SECONDS: '60' })
      const { accessToken, expiresIn } = await issueTestTokens(await makeTestKey(services))
      expect(expiresIn).toBe(60)
      expect(decodeJwt(accessToken).exp).toBe(testStart / 1_000 + 60)
    })

    it('opens a family of its own at every request and records whose it is', async () => {
      const first = await issueTestTokens(key)
      const second = await issueTestTokens(key)
      expect(decodeJwt(first.accessToken).jti).not.toBe(decodeJwt(second.accessToken).jti)
      const families = await services.db.selectFrom('refresh_families').selectAll().execute()
      expect(families.map((family) => family.id).sort()).toEqual(
        [first, second].map((tokens) => decodeJwt(tokens.accessToken).sid).sort(),
      )
      expect(families[0]).toMatchObject({
        key_id: key.id,
        owner_id: key.ownerId,
        issued_at: testStart,
        issued_from: '192.0.2.1',
      })
    })

    it('accepts HTTP Basic in place of the two fields (RFC 6749 §2.3.1)', async () => {
      const headers = basic(key.id.replace('_', '%5F'), key.secret)
      await readTokens(await postToken({ grantType: 'client_credentials' }, { headers }))
    })

    it('accepts clientId beside HTTP Basic', async () => {
      const fields = { grantType: 'client_credentials', clientId: key.id }
      await readTokens(await postToken(fields, { headers: basic(key.id, key.secret) }))
    })

    it('minds no Authorization header of another scheme', async () => {
      await readTokens(await postToken(clientFields(key), { headers: { Authorization: 'Bearer x' } }))
    })
  })

  describe('400 invalid_request', () => {
    it.each<[string, Record<string, string>]>([
      ['grantType', {}],
      ['grantType', { grantType: '', clientId: 'x' }],
      ['clientId', { grantType: 'client_credentials', clientSecret: 'x' }],
      ['clientSecret', { grantType: 'client_credentials', clientId: 'x', clientSecret: '' }],
      ['clientId', { grantType: 'refresh_token', refreshToken: 'x' }],
      ['refreshToken', { grantType: 'refresh_token', clientId: 'x' }],
    ])('when %s is missing: %j', async (field, fields) => {
      const { status, body } = await show(await postToken(fields))
      expect(status).toBe(400)
      expect(body).toBe(refusalBody('invalid_request', `The field ${field} is missing.`))
    })

    it('when a secret is sent in the form and in the header', async () => {
      const response = await postToken(clientFields(key), { headers: basic(key.id, key.secret) })
      expect(await response.text()).toBe(
        refusalBody(
          'invalid_request',
          'Send clientId and clientSecret either in the body or in the Authorization header.',
        ),
      )
      expect(response.status).toBe(400)
    })

    it.each(['Basic', 'Basic ', 'basic !', 'Basic YWJj', 'Basic YTpi YTpi', `Basic ${btoa('%zz:x')}`])(
      'when the header is %j',
      async (Authorization) => {
        const response = await postToken({ grantType: 'client_credentials' }, { headers: { Authorization } })
        expect(await response.text()).toBe(
          refusalBody('invalid_request', 'The Authorization header is not HTTP Basic.'),
        )
        expect(response.status).toBe(400)
      },
    )

    it('never counts as a failure', async () => {
      for (let i = 0; i < 210; i++) expect((await postToken({})).status).toBe(400)
      await issueTestTokens(key)
    })
  })

  it.each(['password', 'CLIENT_CREDENTIALS', 'client_credentials ', '__proto__'])(
    '400 unsupported_grant_type for %j',
    async (grantType) => {
      const { status, body } = await show(await postToken({ ...clientFields(key), grantType }))
      expect(status).toBe(400)
      expect(body).toBe(
        refusalBody('unsupported_grant_type', 'The grant type must be client_credentials or refresh_token.'),
      )
    },
  )

  it('413 when the body is larger than 16 KiB', async () => {
    const { status, body } = await show(await postToken({ ...clientFields(key), padding: 'x'.repeat(16_384) }))
    expect(status).toBe(413)
    expect(body).toBe(refusalBody('invalid_request', 'The body is larger than 16 KiB.'))
  })

  it('405 for another method, and 204 for OPTIONS', async () => {
    const get = new Request(`${testBaseUrl}/auth/v1/token`, { headers: { 'X-Request-Id': 'req_1' } })
    const refused = await callEndpoint(tokenEndpoint, get)
    expect(await show(refused)).toEqual({
      status: 405,
      headers: { ...commonHeaders, allow: 'POST, OPTIONS' },
      body: refusalBody('invalid_request', 'This method is not allowed here.'),
    })
    const options = await callEndpoint(tokenEndpoint, new Request(get, { method: 'OPTIONS' }))
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, OPTIONS'])
  })
})
