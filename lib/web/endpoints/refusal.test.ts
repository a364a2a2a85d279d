import { beforeEach, describe, expect, it } from 'vitest'
import { writeRefusals } from '#lib/domain/events/refusals/write-refusals.ts'
import { updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { managementScopes } from '#lib/foundation/authorization/management-scopes.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { makeApiCaller } from '#lib/testing/api-client.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { root } from '#lib/testing/people.ts'
import {
  clientFields,
  commonHeaders,
  issueTestTokens,
  makeTestKey,
  postToken,
  refusalBody,
  show,
  type TestKey,
} from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'
import { managementEndpoints } from '#lib/web/endpoints/management-api.ts'

let services: TestServices
let key: TestKey
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services)
})

function get(requestId: string, headers: Record<string, string>): Promise<Response> {
  const url = `${testBaseUrl}/api/v1/refusals/${requestId}`
  return callEndpoint(
    managementEndpoints['/api/v1/refusals/[requestId]'],
    new Request(url, { headers: { 'X-Request-Id': 'req_1', ...headers } }),
  )
}

async function bearerOf(holder: TestKey) {
  return { Authorization: `Bearer ${(await issueTestTokens(holder)).accessToken}` }
}

async function refuse(requestId: string, of: TestKey) {
  const fields = clientFields({ id: of.id, secret: ` ${of.secret}` })
  await postToken(fields, { headers: { 'X-Request-Id': requestId } })
  await writeRefusals(services)
}

const notFound = {
  status: 404,
  headers: commonHeaders,
  body: refusalBody('not_found', 'No refusal that this access token can read is stored for this request ID.'),
}

describe('GET /api/v1/refusals/<requestId>', () => {
  it('tells the holder of the key why and what to do', async () => {
    await refuse('req_refused', key)
    const { status, headers, body } = await show(await get('req_refused', await bearerOf(key)))
    expect({ status, headers, body: JSON.parse(body) }).toEqual({
      status: 200,
      headers: commonHeaders,
      body: {
        requestId: 'req_refused',
        at: new Date(testStart).toISOString(),
        endpoint: '/auth/v1/token',
        status: 401,
        error: 'invalid_client',
        description: 'The API key or its secret is not valid.',
        reason: 'secret_whitespace',
        cause: 'The secret has spaces around it.',
        remedy: 'Trim the secret where your program reads it, for example from a file.',
        keyId: key.id,
        keyName: 'Test key',
        secretId: null,
        network: '192.0.2.1',
        shape: {
          method: 'POST',
          contentType: 'form',
          bodyLength: 133,
          unknownFields: 0,
          fields: ['grantType', 'clientId', 'clientSecret'],
        },
        accountId: null,
        origin: null,
        field: null,
        scope: null,
      },
    })
  })

  it('answers alike for another key’s refusal, one without a key, and an unknown request ID', async () => {
    const other = await makeTestKey(services)
    await refuse('req_other', other)
    await postToken({}, { headers: { 'X-Request-Id': 'req_none' } })
    await writeRefusals(services)
    const headers = await bearerOf(key)
    for (const id of ['req_other', 'req_none', 'req_unknown', '%00', 'a'.repeat(2_000)]) {
      expect(await show(await get(id, headers))).toEqual(notFound)
    }
  })

  it('tells a manager’s client with events:read what the list has', async () => {
    const owners = await makeTestKey(services, { role: 'owner' })
    await refuse('req_agents', key)
    await refuse('req_owners', owners)
    await postToken({}, { headers: { 'X-Request-Id': 'req_none' } })
    await writeRefusals(services)
    const watch = await makeApiCaller(services, ['events:read'])
    const { body } = await watch.call('GET', '/refusals')
    expect(body.items.map(({ requestId }: { requestId: string }) => requestId)).toEqual(['req_agents', 'req_none'])
    for (const item of body.items) {
      expect(await watch.call('GET', `/refusals/${item.requestId}`)).toMatchObject({ status: 200, body: item })
    }
    const headers = { Authorization: `Bearer ${watch.token}` }
    for (const id of ['req_owners', 'req_unknown']) expect(await show(await get(id, headers))).toEqual(notFound)
    const all = await makeApiCaller(services, ['events:read'], 'owner')
    expect((await all.call('GET', '/refusals/req_owners')).body).toMatchObject({ keyId: owners.id })
  })

  it('tells no more without the scope, or once the owner of the key is no longer a manager', async () => {
    const others = managementScopes.filter((scope) => scope !== 'events:read')
    const [lacking, former] = [await makeApiCaller(services, others), await makeApiCaller(services, ['events:read'])]
    await refuse('req_agents', key)
    await refuse('req_own', lacking.key)
    await updateUser(services, root, { userId: former.key.ownerId, name: 'Former admin', role: 'agent' })
    expect((await lacking.call('GET', '/refusals/req_own')).status).toBe(200)
    for (const { token } of [lacking, former]) {
      expect(await show(await get('req_agents', { Authorization: `Bearer ${token}` }))).toEqual(notFound)
    }
  })

  it('needs a valid access token', async () => {
    await refuse('req_refused', key)
    const headers = await bearerOf(key)
    expect((await get('req_refused', {})).status).toBe(401)
    expect((await get('req_refused', { Authorization: 'Bearer a.b.c' })).status).toBe(401)
    expect((await get('req_refused', { Authorization: 'Bearer a b' })).status).toBe(400)
    services.clock.advance(services.env.accessTokenSeconds * secondMs)
    expect((await get('req_refused', headers)).status).toBe(401)
  })
})
