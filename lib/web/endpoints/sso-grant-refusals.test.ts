import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { disableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { maxLiveGrantsPerKey } from '#lib/domain/links/sso-grants/sso-grant.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { currentKeyRing } from '#lib/domain/tokens/access-tokens/key-ring.ts'
import { signJwt } from '#lib/domain/tokens/access-tokens/sign-jwt.ts'
import { account } from '#lib/testing/accounts.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { addTestProgram, issueLink, makeTestProgram, postGrant, type TestProgram } from '#lib/testing/test-grants.ts'
import { commonHeaders, refusalBody, show } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'
import { setWritable } from '#lib/testing/writable.ts'
import { ssoGrantEndpoint } from '#lib/web/endpoints/sso-grant.ts'

let services: TestServices
let program: TestProgram
beforeEach(async () => {
  services = await openTestServices()
  program = await makeTestProgram(services)
})

function refused(status: number, error: string, description: string, headers: Record<string, string> = {}) {
  return { status, headers: { ...commonHeaders, ...headers }, body: refusalBody(error, description) }
}

const invalidToken = refused(401, 'invalid_token', 'The access token is not valid.', {
  'www-authenticate':
    'Bearer realm="Latchkey", error="invalid_token", error_description="The access token is not valid."',
})
const accessDenied = refused(403, 'access_denied', 'This account does not exist, or this key cannot open it.')

describe('POST /auth/v1/sso, 400 invalid_request', () => {
  it('names the field that is missing', async () => {
    const expected = refused(400, 'invalid_request', 'The field accountId is missing.')
    expect(await show(await postGrant(program.accessToken, { accountId: '' }))).toEqual(expected)
  })

  const accountIdCharacters = 'it has characters other than A-Z a-z 0-9 . _ - or is . or ..'
  const languageAndRegion = 'it is not a lowercase language and region such as de-at'
  const unregistered = 'its origin is not registered'
  const unencoded = 'it has characters that must be percent-encoded'
  const elsewhere = 'it is neither the path of the account, /accounts/<accountId>, nor below it'
  const ambiguous =
    'it has //, an inner segment that begins with a semicolon, a backslash, a fragment, whitespace, or an encoded separator or control character'

  it.each([
    ['accountId', '.', accountIdCharacters],
    ['accountId', '..', accountIdCharacters],
    ['accountId', 'a/b', accountIdCharacters],
    ['accountId', 'ä', accountIdCharacters],
    ['accountId', 'a'.repeat(65), 'it is longer than 64 characters'],
    ['locale', 'de', languageAndRegion],
    ['locale', 'de-AT', languageAndRegion],
    ['locale', 'de_at', languageAndRegion],
    ['locale', 'de-at\n', languageAndRegion],
    ['backUrl', 'https://evil.example/', unregistered],
    ['backUrl', 'https://crm.example:8443/', unregistered],
    ['backUrl', 'https://sub.crm.example/', unregistered],
    ['backUrl', 'https://crm.example@evil.example/', 'it has user info'],
    ['backUrl', 'http://crm.example/', 'it must use https, or http for a loopback host'],
    ['backUrl', 'blob:https://crm.example/1', 'it must use https, or http for a loopback host'],
    ['backUrl', 'ftp://crm.example/', 'it must use https, or http for a loopback host'],
    ['backUrl', 'https://crm.example/#done', 'it has a fragment'],
    ['backUrl', 'https://crm.example/\r\nX: y', unencoded],
    ['backUrl', 'https://crm.example/a b', unencoded],
    ['backUrl', 'https://crm.example\\@evil.example/', 'it has user info'],
    ['backUrl', 'https://0x7f.1/', 'its host or port is malformed'],
    ['backUrl', 'https://crm.example:99999/', 'its host or port is malformed'],
    ['backUrl', `https://crm.example/${'x'.repeat(2_048)}`, 'it is longer than 2048 characters after URL-encoding'],
    ['backUrl', '/done', 'it is not an absolute URL'],
    ['backUrl', 'https:crm.example', 'it is not an absolute URL'],
    ['deepPath', '//evil.example', elsewhere],
    ['deepPath', '/accounts/other', elsewhere],
    ['deepPath', '/users-and-access', elsewhere],
    ['deepPath', '/accounts/acme/../other', 'it has a segment . or ..'],
    ['deepPath', '/accounts/acme/%2e%2e/other', 'it has a segment . or ..'],
    ['deepPath', '/accounts/acme/-/end', 'its path /accounts/<accountId>/- is reserved'],
    ['deepPath', '/accounts/acme//other', ambiguous],
    ['deepPath', '/accounts/acme/;x/other', ambiguous],
    ['deepPath', '/accounts/acme/%5cother', ambiguous],
    ['deepPath', '/accounts/acme/x\r\nSet-Cookie: a=b', ambiguous],
    ['deepPath', '/accounts/acme/%ff', 'its percent-encoding is not valid UTF-8'],
    ['deepPath', `/accounts/acme/${'x'.repeat(512)}`, 'it is longer than 512 characters after URL-encoding'],
  ])('says why the value of %s is not acceptable, in constant text: %j', async (field, value, reason) => {
    const response = await postGrant(program.accessToken, { accountId: 'acme', [field]: value })
    const description = `The value of ${field} is not acceptable: ${reason}.`
    // RFC 6749 §5.2: the characters of an error_description.
    expect(description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
    expect(await show(response)).toEqual(refused(400, 'invalid_request', description))
    expect(await services.db.selectFrom('sso_grants').selectAll().execute()).toEqual([])
  })

  it('says nothing of a value to a caller without an access token', async () => {
    for (const fields of [{ accountId: '..' }, { accountId: 'acme', backUrl: 'https://evil.example/' }]) {
      expect(await show(await postGrant('nonsense', fields))).toEqual(invalidToken)
    }
  })

  it('when a known field was sent twice', async () => {
    const fields = new URLSearchParams([
      ['accountId', 'acme'],
      ['accountId', 'acme'],
    ])
    expect(await show(await postGrant(program.accessToken, fields))).toEqual(
      refused(400, 'invalid_request', 'The field accountId was sent twice.'),
    )
  })

  it('when the form is sent as JSON, with or without a token', async () => {
    const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer nonsense' }
    expect(await show(await postGrant('', { accountId: 'acme' }, headers))).toEqual(
      refused(400, 'invalid_request', 'The Content-Type must be application/x-www-form-urlencoded, in UTF-8.'),
    )
  })

  it('when the token is sent in two ways', async () => {
    const { status, body } = await show(
      await postGrant(program.accessToken, { accountId: 'acme', access_token: program.accessToken }),
    )
    expect(status).toBe(400)
    expect(JSON.parse(body).error).toBe('invalid_request')
  })

  it.each(['?access_token=', '?x=1&accessToken='])(
    'with a challenge when the token is in the query: %s',
    async (query) => {
      const description = 'Send the access token once, in the header Authorization: Bearer <accessToken>.'
      const challenge = `Bearer realm="Latchkey", error="invalid_request", error_description="${description}"`
      for (const headers of [{}, { Authorization: `Bearer ${program.accessToken}` }]) {
        const request = new Request(`${testBaseUrl}/auth/v1/sso${query}${program.accessToken}`, {
          method: 'POST',
          headers: { 'X-Request-Id': 'req_1', ...headers },
          body: new URLSearchParams({ accountId: 'acme' }),
        })
        const answer = await callEndpoint(ssoGrantEndpoint, request)
        expect(await show(answer)).toEqual(
          refused(400, 'invalid_request', description, { 'www-authenticate': challenge }),
        )
      }
      expect(services.logLines.join()).not.toContain(program.accessToken)
    },
  )
})

describe('POST /auth/v1/sso, 401', () => {
  it('challenges a request without a token', async () => {
    const { status, headers } = await show(await postGrant('', { accountId: 'acme' }, { Authorization: 'Basic eDp5' }))
    expect({ status, headers }).toEqual({
      status: 401,
      headers: { ...commonHeaders, 'www-authenticate': 'Bearer realm="Latchkey"' },
    })
  })

  it.each<[string, () => Promise<unknown>]>([
    ['the key was revoked a moment ago', () => revokeApiKey(services, root, program.keyId)],
    ['the key is disabled', () => disableApiKey(services, root, program.keyId)],
    ['the key has expired', () => services.db.updateTable('api_keys').set({ expires_at: testStart }).execute()],
    [
      'the family is revoked',
      () => services.db.updateTable('refresh_families').set({ revoked_at: testStart }).execute(),
    ],
    ['the owner is deactivated', () => services.db.updateTable('users').set({ deactivated_at: testStart }).execute()],
  ])('when %s', async (_, spoil) => {
    await spoil()
    expect(await show(await postGrant(program.accessToken, { accountId: 'acme' }))).toEqual(invalidToken)
  })
})

describe('POST /auth/v1/sso, 403 insufficient_scope', () => {
  it.each(['', 'portal', 'sso2 portal', 'SSO'])('with the scope %j', async (scope) => {
    const { signing } = await currentKeyRing(services)
    const accessToken = await signJwt({ ...decodeJwt(program.accessToken), scope }, 'at+jwt', signing)
    const { status, body } = await show(await postGrant(accessToken, { accountId: 'acme' }))
    expect(status).toBe(403)
    expect(JSON.parse(body).error).toBe('insufficient_scope')
  })
})

describe('POST /auth/v1/sso, 403 access_denied', () => {
  it('is one answer for an unknown, a suspended and another user’s account', async () => {
    await createAccount(services, root, account({ id: 'beta', name: 'Beta' }))
    await createAccount(services, root, account({ id: 'gone', name: 'Gone' }))
    await suspendAccount(services, root, 'gone')
    const listed = await insertUser(services, { accountScope: 'list', accountIds: ['acme', 'gone'] })
    const { accessToken } = await addTestProgram(services, listed)
    expect((await postGrant(accessToken, { accountId: 'acme' })).status).toBe(200)
    for (const accountId of ['nowhere', 'gone', 'beta', 'ACME']) {
      expect(await show(await postGrant(accessToken, { accountId })), accountId).toEqual(accessDenied)
    }
  })
})

describe('POST /auth/v1/sso, 405 and OPTIONS', () => {
  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])('%s is refused', async (method) => {
    const request = new Request(`${testBaseUrl}/auth/v1/sso`, { method, headers: { 'X-Request-Id': 'req_1' } })
    const response = await callEndpoint(ssoGrantEndpoint, request)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST, OPTIONS')
  })

  it('OPTIONS lists the allowed methods', async () => {
    const request = new Request(`${testBaseUrl}/auth/v1/sso`, { method: 'OPTIONS' })
    const response = await callEndpoint(ssoGrantEndpoint, request)
    expect(response.status).toBe(204)
  })
})

describe('POST /auth/v1/sso, 413', () => {
  it('when the body is over 16 KiB', async () => {
    const response = await postGrant(program.accessToken, { accountId: 'acme', backUrl: 'x'.repeat(16 * 1_024) })
    expect(await show(response)).toEqual(refused(413, 'invalid_request', 'The body is larger than 16 KiB.'))
  })
})

/** Grants of the program's key that this process has not counted. */
async function insertLiveGrants(count: number): Promise<void> {
  await issueLink(await addTestProgram(services, program.owner))
  const row = await services.db.selectFrom('sso_grants').selectAll().executeTakeFirstOrThrow()
  const copy = (_: unknown, index: number) => ({ ...row, key_id: program.keyId, token_hash: `copy ${index}` })
  const rows = Array.from({ length: count }, copy)
  while (rows.length > 0) await services.db.insertInto('sso_grants').values(rows.splice(0, 1_000)).execute()
}

describe('POST /auth/v1/sso, 429', () => {
  it('at 10 000 live grants of a key, and not for another key, a redeemed grant or an expired one', async () => {
    await insertLiveGrants(maxLiveGrantsPerKey - 1)
    await issueLink(program)
    expect(await show(await postGrant(program.accessToken, { accountId: 'acme' }))).toEqual(
      refused(429, 'too_many_requests', 'Too many failed or open requests. Try again after the time in Retry-After.', {
        'retry-after': '15',
      }),
    )
    const other = await addTestProgram(services, program.owner)
    expect((await postGrant(other.accessToken, { accountId: 'acme' })).status).toBe(200)
    await services.db
      .updateTable('sso_grants')
      .set({ redeemed_at: testStart })
      .where('token_hash', '=', 'copy 0')
      .execute()
    await issueLink(program)
    expect((await postGrant(program.accessToken, { accountId: 'acme' })).status).toBe(429)
    services.clock.advance(15_000)
    await issueLink(program)
  })
})

describe('the number of live grants', () => {
  it('stays within the limit, also while requests leave the count out', async () => {
    await insertLiveGrants(maxLiveGrantsPerKey - 50)
    const statuses: number[] = []
    for (let call = 0; call < 60; call++) {
      statuses.push((await postGrant(program.accessToken, { accountId: 'acme' })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 50 }, () => 200), ...Array.from({ length: 10 }, () => 429)])
  })
})

describe('POST /auth/v1/sso, 503', () => {
  it('when the database cannot be written, and nothing is issued', async () => {
    await setWritable(services, false)
    const response = await postGrant(program.accessToken, { accountId: 'acme' })
    expect(await show(response)).toEqual(
      refused(503, 'temporarily_unavailable', 'The service is busy. Try again shortly.', {
        'retry-after': '1',
      }),
    )
  })
})
