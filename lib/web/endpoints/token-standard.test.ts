import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { disableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { newKeySecret } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { root } from '#lib/testing/people.ts'
import { callersAtOnce } from '#lib/testing/sampling.ts'
import {
  basic,
  clientFields,
  commonHeaders,
  issueTestTokens,
  makeTestKey,
  postToken,
  refusalBody,
  show,
  type TestKey,
} from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { standardTokenAnswer } from '#lib/web/oauth/schema.ts'

let services: TestServices
let key: TestKey
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services, { scopes: ['sso', 'introspect'] })
})

type Fields = Record<string, string>

const byPost = (of = key): Fields => ({ client_id: of.id, client_secret: of.secret })
const clientGrant: Fields = { grant_type: 'client_credentials' }
const refreshGrant = async (): Promise<Fields> => ({
  grant_type: 'refresh_token',
  refresh_token: (await issueTestTokens(key)).refreshToken,
})
const badClient = {
  status: 401,
  headers: { ...commonHeaders, 'www-authenticate': 'Basic realm="Latchkey", charset="UTF-8"' },
  body: refusalBody('invalid_client', 'The API key or its secret is not valid.'),
}
const badGrant = {
  status: 400,
  headers: commonHeaders,
  body: refusalBody('invalid_grant', 'The refresh token is not valid.'),
}
const badScope = {
  status: 400,
  headers: commonHeaders,
  body: refusalBody('invalid_scope', 'The scope exceeds what this API key or refresh token allows.'),
}
const malformed = (description: string) => ({
  status: 400,
  headers: commonHeaders,
  body: refusalBody('invalid_request', description),
})

async function grant(fields: Fields, headers: Fields = {}) {
  const response = await postToken(fields, { headers })
  const { status, body } = await show(response)
  expect(status, body).toBe(200)
  return standardTokenAnswer.parse(JSON.parse(body))
}

describe('POST /auth/v1/token in the standard spelling, 200', () => {
  it('answers exactly the five members of RFC 6749 §5.1, with the headers of every answer', async () => {
    const { status, headers, body } = await show(await postToken({ ...clientGrant, ...byPost() }))
    expect([status, headers]).toEqual([200, commonHeaders])
    expect(Object.entries(JSON.parse(body))).toEqual([
      ['access_token', expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/)],
      ['token_type', 'Bearer'],
      ['expires_in', 36_000],
      ['refresh_token', expect.stringMatching(/^lkrt1\.fam_[0-9A-Za-z]{20}\.1\.[\w-]{43}$/)],
      ['scope', 'sso introspect'],
    ])
  })

  it('takes the key by HTTP Basic', async () => {
    await grant(clientGrant, basic(key.id, key.secret))
  })

  it('accepts the same client_id beside HTTP Basic (RFC 6749 §3.2.1), for either grant type', async () => {
    await grant({ ...clientGrant, client_id: key.id }, basic(key.id, key.secret))
    await grant({ ...(await refreshGrant()), client_id: key.id }, basic(key.id, key.secret))
  })

  it.each(['none', 'post', 'basic'])(
    'refreshes with client authentication %s: rotated by the same code',
    async (how) => {
      const fields = await refreshGrant()
      const sent = how === 'none' ? { client_id: key.id } : how === 'post' ? byPost() : {}
      const headers = how === 'basic' ? basic(key.id, key.secret) : {}
      const first = await grant({ ...fields, ...sent }, headers)
      expect(first.refresh_token).toMatch(/^lkrt1\.fam_\w{20}\.2\./)
      expect((await grant({ ...fields, ...sent }, headers)).refresh_token).toBe(first.refresh_token)
      services.clock.advance(10_000)
      expect(await show(await postToken({ ...fields, ...sent }, { headers }))).toEqual(badGrant)
      const next = { ...fields, refresh_token: first.refresh_token, ...sent }
      expect(await show(await postToken(next, { headers }))).toEqual(badGrant)
    },
  )

  it.each<[string, (owner: TestKey) => string]>([
    ['the key ID', (owner) => owner.id],
    ['the email address', (owner) => owner.email],
    ['the username in another case', (owner) => owner.username.toUpperCase()],
  ])('takes %s as client_id of a refresh', async (_, clientId) => {
    await grant({ ...(await refreshGrant()), client_id: clientId(key) })
  })

  it('goes on where a refresh token was had in the other spelling, and the other way round', async () => {
    const { refresh_token: refreshToken } = await grant({ ...(await refreshGrant()), client_id: key.id })
    const response = await postToken({ grantType: 'refresh_token', clientId: key.username, refreshToken })
    expect(Object.keys(await response.json())).toEqual(['accessToken', 'expiresIn', 'tokenType', 'refreshToken'])
  })
})

describe('the scope of a request', () => {
  it('narrows what the key allows, in answer and token, for all that comes from it', async () => {
    const narrowed = await grant({ ...clientGrant, ...byPost(), scope: 'introspect' })
    expect([narrowed.scope, decodeJwt(narrowed.access_token).scope]).toEqual(['introspect', 'introspect'])
    const refreshed = { grant_type: 'refresh_token', client_id: key.id, refresh_token: narrowed.refresh_token }
    expect(await show(await postToken({ ...refreshed, scope: 'sso' }))).toEqual(badScope)
    expect((await grant(refreshed)).scope).toBe('introspect')
  })

  it('narrows one access token of a refresh', async () => {
    const refreshed = await grant({ ...(await refreshGrant()), client_id: key.id, scope: 'sso' })
    expect([refreshed.scope, decodeJwt(refreshed.access_token).scope]).toEqual(['sso', 'sso'])
  })

  it('counts as left out where it is empty', async () => {
    expect((await grant({ ...clientGrant, ...byPost(), scope: '' })).scope).toBe('sso introspect')
  })

  it.each(['sso write', 'SSO', ' ', 'sso,introspect'])('is refused where it is %j', async (scope) => {
    expect(await show(await postToken({ ...clientGrant, ...byPost(), scope }))).toEqual(badScope)
  })
})

describe('POST /auth/v1/token in the standard spelling, refused', () => {
  it.each<[string, Fields]>([
    ['grant_type', { client_id: 'x' }],
    ['grant_type', { scope: 'sso' }],
    ['grant_type', { grant_type: '', client_id: 'x' }],
    ['client_id', { ...clientGrant, client_secret: 'x' }],
    ['client_secret', { ...clientGrant, client_id: 'x', client_secret: '' }],
    ['client_id', { grant_type: 'refresh_token', refresh_token: 'x' }],
    ['client_id', { grant_type: 'refresh_token', refresh_token: 'x', client_secret: 'x' }],
    ['refresh_token', { grant_type: 'refresh_token', client_id: 'x' }],
  ])('when %s is missing, named as it is spelled: %j', async (field, fields) => {
    expect(await show(await postToken(fields))).toEqual(malformed(`The field ${field} is missing.`))
  })

  it.each<[string, Fields]>([
    ['a secret', { clientSecret: 'x' }],
    ['a grant type', { grantType: 'client_credentials' }],
    ['an unusable grant type', { grantType: 'x' }],
  ])('when %s in the other spelling comes along', async (_, other) => {
    const mixed = malformed('Spell all fields one way: in camelCase, or as RFC 6749 does.')
    expect(await show(await postToken({ ...clientGrant, ...byPost(), ...other }))).toEqual(mixed)
  })

  it('when a scope comes with the fields of the specification, which know none', async () => {
    const mixed = malformed('Spell all fields one way: in camelCase, or as RFC 6749 does.')
    expect(await show(await postToken({ ...clientFields(key), scope: 'sso' }))).toEqual(mixed)
    expect((await postToken({ ...clientFields(key), scope: '', grant_type: '' })).status).toBe(200)
  })

  it.each(['scope', 'client_id', 'refresh_token'])('when %s stands in the query', async (field) => {
    const { status, body } = await show(await postToken(clientGrant, { query: `?${field}=x` }))
    const description = `Send ${field} in the body, never in the URL.`
    expect([status, body]).toEqual([400, refusalBody('invalid_request', description)])
  })

  it('when a secret is sent in the form and in the header', async () => {
    const headers = basic(key.id, key.secret)
    const both = malformed('Send client_id and client_secret either in the body or in the Authorization header.')
    for (const fields of [byPost(), { client_secret: key.secret }]) {
      expect(await show(await postToken({ ...clientGrant, ...fields }, { headers }))).toEqual(both)
      expect(await show(await postToken({ ...(await refreshGrant()), ...fields }, { headers }))).toEqual(both)
    }
  })

  it('when client_id is not the key ID in the header, even if it names the owner', async () => {
    const headers = basic(key.id, key.secret)
    const different = malformed('The client_id in the body differs from the key ID in the Authorization header.')
    for (const client_id of [`lkid_${'x'.repeat(20)}`, key.id.toLowerCase(), key.username]) {
      expect(await show(await postToken({ ...clientGrant, client_id }, { headers }))).toEqual(different)
      expect(await show(await postToken({ ...(await refreshGrant()), client_id }, { headers }))).toEqual(different)
    }
  })

  it('with a challenge when there is no client authentication at all, without counting it as a failure', async () => {
    for (let i = 0; i < 210; i++) expect(await show(await postToken(clientGrant))).toEqual(badClient)
    await grant(clientGrant, basic(key.id, key.secret))
  })

  it('when client_id is missing beside an Authorization header of another scheme', async () => {
    const headers = { Authorization: 'Bearer x' }
    expect(await show(await postToken(clientGrant, { headers }))).toEqual(malformed('The field client_id is missing.'))
  })

  it('when the grant type is another one', async () => {
    const body = refusalBody('unsupported_grant_type', 'The grant type must be client_credentials or refresh_token.')
    const refused = { status: 400, headers: commonHeaders, body }
    expect(await show(await postToken({ ...byPost(), grant_type: 'password' }))).toEqual(refused)
  })
})

describe('a refresh with client authentication', () => {
  it.each<[string, () => Fields]>([
    ['the secret is wrong', () => ({ client_id: key.id, client_secret: newKeySecret() })],
    ['the secret was cut off', () => ({ client_id: key.id, client_secret: key.secret.slice(0, -1) })],
    ['the key is unknown', () => ({ client_id: `lkid_${'x'.repeat(20)}`, client_secret: key.secret })],
    ["the secret comes with the owner's name", () => ({ client_id: key.username, client_secret: key.secret })],
  ])('is refused as invalid_client when %s, and nothing has changed', async (_, sent) => {
    const fields = await refreshGrant()
    expect(await show(await postToken({ ...fields, ...sent() }))).toEqual(badClient)
    expect((await grant({ ...fields, client_id: key.id })).refresh_token).toMatch(/\.2\./)
  })

  it('is refused as invalid_client when the key is disabled', async () => {
    const fields = await refreshGrant()
    await disableApiKey(services, root, key.id)
    expect(await show(await postToken(fields, { headers: basic(key.id, key.secret) }))).toEqual(badClient)
  })

  it("is refused as invalid_grant with another good key (RFC 6749 §5.2), also one of the same owner's", async () => {
    const fields = await refreshGrant()
    for (const other of [await makeTestKey(services), await makeTestKey(services, { ownerId: key.ownerId })]) {
      expect(await show(await postToken({ ...fields, ...byPost(other) }))).toEqual(badGrant)
      expect(await show(await postToken({ ...fields, client_id: other.id }))).toEqual(badGrant)
    }
    await grant({ ...fields, client_id: key.id })
  })

  it('counts wrong secrets as failures of the key, and no good one', async () => {
    const fields = await refreshGrant()
    const wrong = { ...fields, client_id: key.id, client_secret: newKeySecret() }
    for (let i = 0; i < 20; i++) expect((await postToken(wrong)).status).toBe(401)
    expect((await postToken(wrong)).status).toBe(429)
    expect((await postToken({ ...fields, ...byPost() })).status).toBe(429)
    expect((await postToken({ ...clientGrant, ...byPost() })).status).toBe(429)
    await grant({ ...fields, client_id: key.id })
  })
})

it('many refreshes at once, half of them in each spelling, get one successor', async () => {
  const fields = await refreshGrant()
  const ours = { grantType: 'refresh_token', clientId: key.username, refreshToken: fields.refresh_token ?? '' }
  const standard = { ...fields, client_id: key.id }
  const answers = await Promise.all(
    Array.from({ length: callersAtOnce(200) }, (_, i) => postToken(i % 2 ? ours : standard)),
  )
  const bodies = await Promise.all(answers.map((answer) => answer.json()))
  expect(new Set(bodies.map((body) => body.refreshToken ?? body.refresh_token)).size).toBe(1)
})
