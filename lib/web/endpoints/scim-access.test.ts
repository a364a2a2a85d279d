import { beforeEach, describe, expect, it } from 'vitest'
import { setCallLimit } from '#lib/domain/keys/api-keys/set-call-limit.ts'
import { deactivateUser, updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { maxFailures } from '#lib/kernel/rate-limits.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { callScim, type Directory, makeDirectory, scimError, toDirectory } from '#lib/testing/scim.ts'
import { issueTestTokens, makeTestKey, postToken } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { maxScimBytes } from '#lib/web/endpoints/scim-request.ts'

let services: TestServices
let directory: Directory
beforeEach(async () => {
  services = await openTestServices()
  directory = await makeDirectory(services)
})

const challenge = 'Bearer realm="Latchkey"'
const invalidToken = scimError(401, 'The access token is not valid.')
const missing = scimError(401, 'Send the access token in the header Authorization: Bearer <accessToken>.')

/** Every kind of path: known, unknown, unsupported, and of a user that there is or not. */
const paths = [
  '/Users',
  '/Users/usr_x',
  '/Groups',
  '/Schemas',
  '/ServiceProviderConfig',
  '/Bulk',
  '/Me',
  '/nonsense',
  '',
]

describe('a request without the scope learns nothing', () => {
  it('401 without a token, with a challenge alone', async () => {
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const { status, headers, body } = await callScim(undefined, method, path)
        expect([method, path, status, headers['www-authenticate'], body]).toEqual([
          method,
          path,
          401,
          challenge,
          missing,
        ])
      }
    }
  })

  it('401 alike for every bad token and key', async () => {
    const { key } = directory
    const other = await makeTestKey(services, { role: 'admin', scopes: ['scim'] })
    const seen = new Set<string>()
    for (const token of [
      'x',
      'x.y',
      `${key.id}.x`,
      `${key.id}.${other.secret}`,
      `lkid_00000000000000000000.${key.secret}`,
      `${key.id}.${key.secret}x`,
      `${key.secret}`,
      `${key.id}`,
    ]) {
      for (const path of ['/Users', '/Bulk', '/nonsense']) {
        const { status, headers, body } = await callScim(token, 'GET', path)
        seen.add(JSON.stringify({ status, headers, body }))
      }
    }
    expect([...seen].map((answer) => JSON.parse(answer))).toMatchObject([{ status: 401, body: invalidToken }])
  })

  it('401 once the key is revoked, or its owner deactivated', async () => {
    const tokens = await issueTestTokens(directory.key)
    const expectRefused = async () => {
      for (const token of [directory.token, tokens.accessToken]) {
        expect(await callScim(token, 'GET', '/Users')).toMatchObject({ status: 401, body: invalidToken })
      }
    }
    await insertUser(services, { role: 'owner' })
    await deactivateUser(services, root, directory.key.ownerId)
    await expectRefused()
    directory = await makeDirectory(services)
    await revokeApiKey(services, root, directory.key.id)
    expect((await callScim(directory.token, 'GET', '/Users')).status).toBe(401)
  })

  it('403 for a key and a token without the scope, on every path alike', async () => {
    const key = await makeTestKey(services, { role: 'admin', scopes: ['sso', 'events:read'] })
    const { accessToken } = await issueTestTokens(key)
    const detail = 'The access token does not have the scope scim.'
    for (const token of [accessToken, `${key.id}.${key.secret}`]) {
      for (const path of paths) {
        const { status, headers, body } = await callScim(token, 'GET', path)
        expect([status, body]).toEqual([403, scimError(403, detail)])
        expect(headers['www-authenticate']).toBe(
          `${challenge}, error="insufficient_scope", error_description="${detail}", scope="scim"`,
        )
      }
    }
  })

  it('403 for a token that was narrowed to another scope', async () => {
    const key = await makeTestKey(services, { role: 'admin', scopes: ['sso', 'scim'] })
    const fields = { grant_type: 'client_credentials', client_id: key.id, client_secret: key.secret, scope: 'sso' }
    const { access_token } = await (await postToken(fields)).json()
    expect((await callScim(access_token, 'GET', '/Users')).status).toBe(403)
  })

  it('403 once the owner of the key is no longer a manager', async () => {
    await insertUser(services, { role: 'owner' })
    const { accessToken } = await issueTestTokens(directory.key)
    await updateUser(services, root, { userId: directory.key.ownerId, name: 'Former', role: 'agent' })
    const detail = 'The scope scim needs a key whose owner is an owner or admin.'
    for (const token of [directory.token, accessToken]) {
      expect(await callScim(token, 'GET', '/Users')).toMatchObject({ status: 403, body: scimError(403, detail) })
      expect((await callScim(token, 'POST', '/Users', { body: '{' })).status).toBe(403)
    }
  })

  it('sees less once the owner of the key is an admin', async () => {
    await insertUser(services, { role: 'owner' })
    const admin = await insertUser(services, { role: 'admin' })
    expect((await directory.call('GET', `/Users/${admin.id}`)).status).toBe(200)
    await updateUser(services, root, { userId: directory.key.ownerId, name: 'Former', role: 'admin' })
    expect((await directory.call('GET', `/Users/${admin.id}`)).status).toBe(404)
  })

  it.each(['agent', 'service'] as const)('no key of a user with the role %s gets the scope', async (role) => {
    await expect(makeTestKey(services, { role, scopes: ['scim'] })).rejects.toMatchObject({
      fields: { scopes: 'owner_role' },
    })
  })

  it('400 for a token in the query', async () => {
    const { status, body } = await callScim(undefined, 'GET', `/Users?access_token=${directory.token}`)
    expect([status, body.detail]).toEqual([
      400,
      'Send the access token once, in the header Authorization: Bearer <accessToken>.',
    ])
  })
})

describe('limits', () => {
  it('429 for guesses of a key, while the right one works', async () => {
    const wrong = `${directory.key.id}.lksec_x`
    for (let count = 0; count < maxFailures.clientAtNetwork; count++) await callScim(wrong, 'GET', '/Users')
    expect(await callScim(wrong, 'GET', '/Users')).toMatchObject({ status: 429 })
  })

  it('429 beyond the call limit of the key, for keys and tokens together', async () => {
    const { accessToken } = await issueTestTokens(directory.key)
    await setCallLimit(services, root, { keyId: directory.key.id, mode: 'enforce', perMinute: 2 })
    const byToken = toDirectory(directory.key, accessToken)
    expect((await directory.call('GET', '/Users')).status).toBe(200)
    expect((await byToken.call('GET', '/Users')).status).toBe(200)
    for (const { call } of [directory, byToken]) {
      const { status, headers, body } = await call('GET', '/Users')
      expect([status, body.status, Number(headers['retry-after'])]).toEqual([429, '429', 60])
    }
  })

  it('reads no body before it knows the client, and at most 256 KiB', async () => {
    const tooLarge = 'x'.repeat(maxScimBytes + 1)
    expect((await callScim('x', 'POST', '/Users', { body: tooLarge })).status).toBe(401)
    const { status, body } = await directory.call('POST', '/Users', { body: tooLarge })
    expect([status, body]).toEqual([413, scimError(413, 'The body is larger than 256 KiB.')])
  })

  it.each([
    [{ 'Content-Type': 'text/plain' }, '{}', 'The Content-Type must be application/scim+json or application/json.'],
    [{ 'Content-Type': 'application/scim+json' }, '{', 'The body is not JSON.'],
    [{ 'Content-Type': 'application/json' }, '', 'The body is not JSON.'],
    [{ 'Content-Type': 'application/scim+json' }, '[]', 'A JSON object is expected.'],
    [{ 'Content-Type': 'application/scim+json' }, 'null', 'A JSON object is expected.'],
    [{ 'Content-Type': 'application/json; charset=utf8' }, '\uFEFF[]', 'A JSON object is expected.'],
  ])('400 for a body with %j: %s', async (headers, text, detail) => {
    const { status, body } = await directory.call('POST', '/Users', { body: text, headers })
    expect([status, body]).toEqual([400, scimError(400, detail, 'invalidSyntax')])
  })
})

describe('what the server supports', () => {
  it('is described', async () => {
    const { body } = await directory.call('GET', '/ServiceProviderConfig')
    expect(body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      etag: { supported: true },
      filter: { supported: true, maxResults: 200 },
      sort: { supported: false },
    })
    const types = await directory.call('GET', '/ResourceTypes')
    expect(types.body.Resources.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual(['/Users', '/Groups'])
    expect((await directory.call('GET', '/ResourceTypes/User')).body.schema).toBe(
      'urn:ietf:params:scim:schemas:core:2.0:User',
    )
    const schemas = await directory.call('GET', '/Schemas')
    const namesOf = (schema: { attributes: { name: string }[] }) => schema.attributes.map(({ name }) => name)
    expect(schemas.body.Resources.map(namesOf)).toEqual([
      ['userName', 'name', 'displayName', 'active', 'emails', 'groups'],
      ['displayName', 'members'],
      [],
    ])
    const one = await directory.call('GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:Group')
    expect(one.body).toEqual(schemas.body.Resources[1])
    expect((await directory.call('GET', '/Schemas/urn:none')).status).toBe(404)
    expect((await directory.call('GET', '/Schemas?filter=id%20eq%20%22x%22')).status).toBe(403)
  })

  it('501 for bulk operations, /Me and searches by POST', async () => {
    for (const path of ['/Bulk', '/Me', '/.search', '/Users/.search']) {
      const { status, body } = await directory.call('POST', path, { body: {} })
      expect([status, body]).toEqual([501, scimError(501, 'The server does not support this.')])
    }
    // Directories try what SCIM leaves optional, and operators watch the log for errors.
    const refusals = services.logLines.map((line) => JSON.parse(line)).filter(({ status }) => status === 501)
    expect(refusals.map(({ level }) => level)).toEqual(Array(4).fill(services.log.levels.values.info))
  })

  it('404 for other paths, 405 for other methods', async () => {
    for (const path of ['', '/', '/users', '/Users/x/y', '/__proto__', '/constructor']) {
      expect((await directory.call('GET', path)).status).toBe(404)
    }
    const { status, headers } = await directory.call('DELETE', '/Users')
    expect([status, headers.allow]).toEqual([405, 'GET, POST'])
    expect((await directory.call('OPTIONS', '/Users/x')).headers.allow).toBe('GET, PUT, PATCH, DELETE')
  })
})
