import { decodeJwt, exportJWK, type GenerateKeyPairResult, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { findRefusalRow } from '#lib/domain/events/refusals/store.ts'
import { writeRefusals } from '#lib/domain/events/refusals/write-refusals.ts'
import { disableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { rotatePublicKey } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { currentKeyRing } from '#lib/domain/tokens/access-tokens/key-ring.ts'
import { signJwt } from '#lib/domain/tokens/access-tokens/sign-jwt.ts'
import { assertionType } from '#lib/domain/tokens/client-authentication/verify-assertion.ts'
import type { KeptRefusal } from '#lib/foundation/buffers/kept-refusal.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { type RefusalReason, refusalReasons } from '#lib/kernel/refusal-reasons.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { type DpopClient, makeDpopClient } from '#lib/testing/dpop-client.ts'
import { root } from '#lib/testing/people.ts'
import { crmOrigin, issueLink, makeTestProgram, postGrant, type TestProgram } from '#lib/testing/test-grants.ts'
import {
  basic,
  clientFields,
  issueTestTokens,
  makeTestKey,
  postIntrospection,
  postRevocation,
  postToken,
  readTokens,
  refreshFields,
  type TestKey,
} from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'
import { managementEndpoints } from '#lib/web/endpoints/management-api.ts'
import { ssoEntryEndpoint } from '#lib/web/endpoints/sso-entry.ts'
import { tokenEndpoint } from '#lib/web/endpoints/token.ts'
import { verifyEndpoint } from '#lib/web/endpoints/verify.ts'
import { type Endpoint, toResponse } from '#lib/web/http/endpoint.ts'

let services: TestServices
let program: TestProgram
let key: TestKey
beforeEach(async () => {
  services = await openTestServices()
  program = await makeTestProgram(services)
  key = { ...(await makeTestKey(services, { ownerId: program.owner.id })), username: program.owner.username }
})

type Changes = Readonly<{ address?: string; services?: TestServices }>

async function call(endpoint: Endpoint, path: string, init: RequestInit = {}, changes: Changes = {}) {
  const request = new Request(`${testBaseUrl}${path}`, init)
  return toResponse(await endpoint(request, { ...testContext(services, '192.0.2.1'), ...changes }))
}

const postBody = (body: RequestInit['body'], headers: Record<string, string> = {}) =>
  // Node requires `duplex` for a stream; the types lack it.
  call(
    tokenEndpoint,
    '/auth/v1/token',
    Object.assign({ method: 'POST', body: body ?? null, headers }, { duplex: 'half' }),
  )
const formType = { 'Content-Type': 'application/x-www-form-urlencoded' }
const credentials = () => clientFields(key)
const withSecret = (secret: string) => postToken({ ...credentials(), clientSecret: secret })
const standard = (fields: Record<string, string>, headers = {}) => postToken(fields, { headers })
const grant = (fields: Record<string, string>) => postGrant(program.accessToken, { accountId: 'acme', ...fields })
const after = async (work: Promise<unknown>, send: () => Promise<unknown>) => {
  await work
  return send()
}
const setKeys = (values: object) => services.db.updateTable('api_keys').set(values).execute()
const setSecrets = (values: object) => services.db.updateTable('key_secrets').set(values).execute()
const setFamilies = (values: object) => services.db.updateTable('refresh_families').set(values).execute()
const tokens = () => issueTestTokens(key)
const refresh = (token: string, clientId = key.username) => postToken(refreshFields(clientId, token))
const events = (headers: Record<string, string>, query = '') =>
  call(managementEndpoints['/api/v1/events'], `/api/v1/events${query}`, { headers })
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

/** RFC 9449 §4.1. */
const otherJwk = {
  kty: 'EC',
  crv: 'P-256',
  x: 'l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs',
  y: '9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA',
}
let pair: GenerateKeyPairResult
beforeAll(async () => {
  pair = await generateKeyPair('ES256')
})
const addPublicKey = async (publicJwk?: object) =>
  rotatePublicKey(services, root, { keyId: key.id, publicJwk: publicJwk ?? (await exportJWK(pair.publicKey)) })
const signed7523 = (claims: object) =>
  new SignJWT({ iss: key.id, sub: key.id, aud: testBaseUrl, exp: testStart / secondMs + 60, jti: 'a', ...claims })
    .setProtectedHeader({ alg: 'ES256' })
    .sign(pair.privateKey)
const withAssertion = (clientAssertion: string) =>
  postToken({ grantType: 'client_credentials', clientAssertion, clientAssertionType: assertionType })

const tokenUrl = `${testBaseUrl}/auth/v1/token`
const proofWith = async (changes: object) => (await makeDpopClient(services)).prove({ url: tokenUrl, ...changes })
const withProof = (DPoP: string) => postToken(clientFields(key), { headers: { DPoP } })

/** Presents a bound token with this proof. */
async function presentBound(prove: (client: DpopClient, url: string, accessToken: string) => Promise<string>) {
  const client = await makeDpopClient(services)
  const { accessToken } = await readTokens(await withProof(await client.prove({ url: tokenUrl })))
  const DPoP = await prove(client, `${testBaseUrl}/auth/v1/sso`, accessToken)
  return postGrant(accessToken, { accountId: 'acme' }, { Authorization: `DPoP ${accessToken}`, DPoP })
}

async function failing(error: unknown) {
  const db = new Proxy(services.db, {
    get: () => {
      throw error
    },
  })
  const body = new URLSearchParams(credentials())
  return call(tokenEndpoint, '/auth/v1/token', { method: 'POST', body }, { services: { ...services, db } })
}

async function signed(changes: Record<string, unknown>): Promise<string> {
  const { signing } = await currentKeyRing(services)
  return signJwt({ ...decodeJwt(program.accessToken), ...changes }, 'at+jwt', signing)
}

async function open(change: (link: URL) => unknown, headers: Record<string, string> = {}) {
  const link = await issueLink(program)
  await change(link)
  return call(ssoEntryEndpoint, link.pathname + link.search, { headers })
}

async function eventsKey(role: 'admin' | 'agent') {
  const reading = await makeTestKey(services, { role: 'admin', scopes: ['sso', 'events:read'] })
  const { accessToken } = await issueTestTokens(reading)
  if (role === 'agent') await services.db.updateTable('users').set({ role }).where('id', '=', reading.ownerId).execute()
  return bearer(accessToken)
}

/** A request for each reason. */
const requests: Partial<Record<RefusalReason, () => Promise<unknown>>> = {
  content_type_json: () => postBody('{}', { 'Content-Type': 'application/json' }),
  content_type_other: () => postBody('x', { 'Content-Type': 'text/plain' }),
  content_encoding: () => postBody('x', { ...formType, 'Content-Encoding': 'gzip' }),
  body_incomplete: () =>
    postBody(new ReadableStream({ pull: (controller) => controller.error(new Error('cut off')) }), formType),
  body_not_utf8: () => postBody(new Uint8Array([0xff]), formType),
  body_too_large: () => postBody('x'.repeat(17_000), formType),
  percent_encoding: () => postBody('grantType=%', formType),
  field_missing: () => postToken({}),
  field_repeated: () => postBody('grantType=a&grantType=b', formType),
  field_in_url: () => postToken({}, { query: '?clientSecret=x' }),
  field_unacceptable: () => grant({ backUrl: 'crm.example' }),
  spelling_mixed: () => postToken({ grantType: 'refresh_token', client_id: 'x' }),
  method_not_allowed: () => call(tokenEndpoint, '/auth/v1/token'),
  grant_type_unknown: () => postToken({ grantType: 'password' }),
  client_missing: () => standard({ grant_type: 'client_credentials' }),
  client_unnamed: () => postRevocation({ token: 'x' }),
  client_sent_twice: () => standard({ ...credentials() }, basic(key.id, key.secret)),
  client_differs: () => standard({ grantType: 'client_credentials', clientId: 'x' }, basic(key.id, key.secret)),
  basic_malformed: () => standard({ grantType: 'client_credentials' }, { Authorization: 'Basic ?' }),
  secret_newline: () => withSecret(`${key.secret}\n`),
  secret_whitespace: () => withSecret(` ${key.secret}`),
  secret_malformed: () => withSecret(key.secret.slice(0, -1)),
  secret_wrong: () => withSecret(program.secret),
  assertion_malformed: () => withAssertion('x'),
  assertion_without_key: async () => withAssertion(await signed7523({})),
  assertion_wrong: async () => after(addPublicKey(otherJwk), async () => withAssertion(await signed7523({}))),
  assertion_audience: async () => after(addPublicKey(), async () => withAssertion(await signed7523({ aud: 'x' }))),
  assertion_clock: async () => after(addPublicKey(), async () => withAssertion(await signed7523({ exp: 1 }))),
  assertion_replayed: async () => {
    await addPublicKey()
    const assertion = await signed7523({})
    await withAssertion(assertion)
    return withAssertion(assertion)
  },
  key_unknown: () => postToken({ ...credentials(), clientId: `lkid_${'0'.repeat(20)}` }),
  key_revoked: () => after(revokeApiKey(services, root, key.id), () => postToken(credentials())),
  key_disabled: () => after(disableApiKey(services, root, key.id), () => postToken(credentials())),
  key_expired: () => after(setKeys({ expires_at: testStart }), () => postToken(credentials())),
  owner_deactivated: () => after(deactivateUser(services, root, key.ownerId), () => postToken(credentials())),
  network_outside: () => after(setKeys({ networks: '203.0.113.0/24' }), () => postToken(credentials())),
  master_secret_missing: () => after(setSecrets({ master_id: 'other' }), () => postToken(credentials())),
  scope_exceeded: () =>
    standard({ grant_type: 'client_credentials', client_id: key.id, client_secret: key.secret, scope: 'introspect' }),
  introspect_missing: () => postIntrospection({ token: 'x', clientId: key.id, clientSecret: key.secret }),
  revoke_without_key: async () => postRevocation({ token: (await tokens()).accessToken, clientId: key.id }),
  refresh_malformed: () => refresh('x'),
  refresh_unknown: async () => refresh((await tokens()).refreshToken.replace(/fam_\w+/, `fam_${'x'.repeat(20)}`)),
  refresh_forged: async () => refresh((await tokens()).refreshToken.replace(/[^.]+$/, 'x'.repeat(43))),
  refresh_other_client: async () => refresh((await tokens()).refreshToken, 'other'),
  refresh_reused: async () => {
    const { refreshToken } = await tokens()
    await readTokens(await refresh(refreshToken))
    services.clock.advance(services.env.refreshRetrySeconds * secondMs)
    return refresh(refreshToken)
  },
  refresh_from_future: async () => {
    const { refreshToken } = await readTokens(await refresh((await tokens()).refreshToken))
    await setFamilies({ generation: 1 })
    return refresh(refreshToken)
  },
  family_revoked: async () => {
    const { refreshToken } = await tokens()
    await setFamilies({ revoked_at: testStart })
    return refresh(refreshToken)
  },
  family_ended: async () => {
    const { refreshToken } = await tokens()
    await setFamilies({ expires_at: testStart })
    return refresh(refreshToken)
  },
  family_idle: async () => {
    const { refreshToken } = await tokens()
    await setFamilies({ idle_expires_at: testStart })
    return refresh(refreshToken)
  },
  bearer_missing: () => events({}),
  bearer_malformed: () => events({ Authorization: 'Bearer a b' }),
  bearer_in_form: () => grant({ access_token: 'x' }),
  bearer_in_url: () => events({}, '?access_token=x'),
  token_invalid: () => events(bearer('a.b.c')),
  token_expired: async () => {
    services.clock.advance(services.env.accessTokenSeconds * secondMs)
    return grant({})
  },
  token_from_future: async () => postGrant(await signed({ iat: testStart / secondMs + 60 }), { accountId: 'acme' }),
  token_family_gone: () => after(services.db.deleteFrom('refresh_families').execute(), () => grant({})),
  token_family_differs: async () => postGrant(await signed({ sub: 'usr_other' }), { accountId: 'acme' }),
  token_unbound: () =>
    postGrant(program.accessToken, { accountId: 'acme' }, { Authorization: `DPoP ${program.accessToken}` }),
  proof_missing: () => after(setKeys({ dpop_since: testStart }), () => withSecret(key.secret)),
  proof_malformed: () => withProof('x'),
  proof_other_request: async () => withProof(await proofWith({ url: testBaseUrl })),
  proof_other_token: async () => presentBound(async (client, url) => client.prove({ url, accessToken: 'other' })),
  proof_clock: async () => withProof(await proofWith({ claims: { iat: 1 } })),
  proof_nonce: async () => withProof(await proofWith({ claims: { nonce: 'x' } })),
  proof_replayed: async () => {
    const proof = await proofWith({})
    await withProof(proof)
    return withProof(proof)
  },
  proof_other_key: async () =>
    presentBound(async (_, url, accessToken) => (await makeDpopClient(services)).prove({ url, accessToken })),
  scope_missing: () => events(bearer(program.accessToken)),
  owner_not_manager: async () => events(await eventsKey('agent')),
  origin_unregistered: () => grant({ backUrl: 'https://shop.example/cart' }),
  origin_outside_key: () =>
    after(setKeys({ return_addresses: 'https://other.example' }), () => grant({ backUrl: `${crmOrigin}/x` })),
  account_outside_key: () => after(setKeys({ account_ids: 'beta' }), () => grant({})),
  account_unknown: () => grant({ accountId: 'nowhere' }),
  account_suspended: () => after(suspendAccount(services, root, 'acme'), () => grant({})),
  account_not_allowed: () =>
    after(services.db.updateTable('users').set({ account_scope: 'list' }).execute(), () => grant({})),
  too_many_failures: async () => {
    for (let sent = 0; sent < 20; sent++) await withSecret('x')
    services.refusals.take()
    services.clock.advance(secondMs)
    return withSecret('x')
  },
  position_unknown: async () => events(await eventsKey('admin'), '?after=1000'),
  link_malformed: () => call(ssoEntryEndpoint, '/sso'),
  link_unknown: () => open((link) => link.searchParams.set('token', 'x'.repeat(43))),
  link_edited: () => open((link) => link.searchParams.set('deepPath', '/accounts/acme/other')),
  link_invalidated: () => open(() => services.db.updateTable('sso_grants').set({ burned_at: testStart }).execute()),
  link_expired: () => open(() => services.clock.advance(15 * secondMs)),
  link_used: () => open(async (link) => call(ssoEntryEndpoint, link.pathname + link.search)),
  link_revoked: () => open(() => revokeApiKey(services, root, program.keyId)),
  link_other_browser: () => open(() => services.db.updateTable('sso_grants').set({ browser_hash: 'other' }).execute()),
  original_url_missing: () => call(verifyEndpoint, '/auth/v1/verify'),
  original_url_outside: () => call(verifyEndpoint, '/auth/v1/verify', { headers: { 'X-Original-URI': '/x' } }),
  unavailable: () => failing(new Refusal('temporarily_unavailable')),
  internal_error: () => failing(new Error('unexpected')),
}

/** Their own tests make these races, rotations, floods and changes of the configuration. */
const elsewhere = [
  'secret_retired',
  'secret_lapsed',
  'secret_rehearsed',
  'limit_used_up',
  'key_not_rotatable',
  'former_secret_works',
  'rotated_recently',
  'key_changing',
  'refresh_master_secret_missing',
  'family_changing',
  'too_many_links',
  'too_many_waiting',
] as const

it('every reason has a request', () => {
  const named = [...Object.keys(requests), ...elsewhere]
  expect(named.toSorted()).toEqual(Object.keys(refusalReasons).toSorted())
})

/** Facts and key that are not the usual ones: the key of the request, and no fact. */
const expected: Partial<Record<RefusalReason, Partial<KeptRefusal['facts']>>> = {
  field_missing: { field: 'grantType' },
  field_repeated: { field: 'grantType' },
  field_in_url: { field: 'clientSecret' },
  field_unacceptable: { field: 'backUrl' },
  key_expired: { expiredAt: testStart },
  token_expired: { expiredAt: testStart + 36_000_000 },
  scope_missing: { scope: 'events:read' },
  owner_not_manager: { scope: 'events:read' },
  origin_unregistered: { field: 'backUrl', origin: 'https://shop.example' },
  origin_outside_key: { field: 'backUrl', origin: crmOrigin },
  account_outside_key: { accountId: 'acme' },
  account_unknown: { accountId: 'nowhere' },
  account_suspended: { accountId: 'acme' },
  account_not_allowed: { accountId: 'acme' },
  link_expired: { accountId: 'acme' },
  link_used: { accountId: 'acme' },
  link_revoked: { accountId: 'acme' },
  link_other_browser: { accountId: 'acme' },
}

it.each(Object.entries(requests))('%s is the reason that is kept, with its facts', async (reason, send) => {
  await send()
  await writeRefusals(services)
  expect(await findRefusalRow(services.db, 'req_1')).toMatchObject({ reason, network: '192.0.2.1' })
  const kept = await findRefusalRow(services.db, 'req_1')
  expect(kept?.facts).toEqual(expected[reason as RefusalReason] ?? {})
  const keyless = /^(content_|body_|percent|grant_type|method|client_(missing|unnamed)|spelling|original|key_unknown)/
  if (keyless.test(reason)) expect(kept?.keyId).toBeNull()
  expect(JSON.stringify(kept)).not.toMatch(/lksec_|lkrt1|(?<![A-Za-z0-9])eyJ/)
})
