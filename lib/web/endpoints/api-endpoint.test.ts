import { beforeEach, describe, expect, it } from 'vitest'
import { changeMembers } from '#lib/domain/accounts/account-groups/change-members.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { addWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { handOverKey } from '#lib/domain/keys/hand-over/hand-over-key.ts'
import { readKeySecrets } from '#lib/domain/keys/key-rotation/read-key-secrets.ts'
import { addReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { deactivateUser, updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { type ManagementScope, managementScopes } from '#lib/foundation/authorization/management-scopes.ts'
import { portalRoles, roles } from '#lib/foundation/authorization/roles.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { makeGroup } from '#lib/testing/account-groups.ts'
import { account } from '#lib/testing/accounts.ts'
import { type ApiCaller, callApi, makeApiCaller } from '#lib/testing/api-client.ts'
import { openTestSession } from '#lib/testing/open-accounts.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { startTestRotation } from '#lib/testing/rotations.ts'
import { sampled } from '#lib/testing/sampling.ts'
import { issueTestTokens, makeTestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
beforeEach(async () => {
  // Nothing listens there.
  services = await openTestServices({ WEBHOOK_NETWORKS: '127.0.0.1' })
  await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
  known = {}
})

/** Makes what the paths below name. */
async function makeKnown(): Promise<void> {
  await addReturnAddress(services, root, { origin: 'https://crm.example' })
  const { id } = await insertUser(services)
  await services.db.updateTable('users').set({ id: 'usr_known' }).where('id', '=', id).execute()
  await openTestSession(services.db, services, { userId: 'usr_known', accountId: 'acme', browserHash: 'known' })
  await services.db.updateTable('account_sessions').set({ id: 'ases_known' }).execute()
  const groupId = await makeGroup(services, [])
  await services.db.updateTable('account_groups').set({ id: 'grp_known' }).where('id', '=', groupId).execute()
  await changeMembers(services, root, { groupId: 'grp_known', change: 'added', ids: ['acme'] })
  const webhook = await addWebhook(services, root, { url: 'http://127.0.0.1:1/hook' })
  await services.db.updateTable('webhooks').set({ id: 'whk_known' }).where('id', '=', webhook.id).execute()
  const { key } = await startTestRotation(services, await makeTestKey(services))
  const { secrets } = await readKeySecrets(services, root, key.id)
  const retiring = secrets.find(({ state }) => state === 'retiring')
  const { id: handedOver } = await makeTestKey(services)
  await handOverKey(services, root, { keyId: handedOver })
  known = { rotated: key.id, retiring: retiring?.id ?? '', handedOver }
}

/** IDs in the paths below, by the name in braces. */
let known: Readonly<Record<string, string>>

/** A request of every operation, with the scope that it needs. */
const operations: readonly (readonly [
  method: string,
  path: string,
  scope: ManagementScope,
  body: object | undefined,
])[] = [
  ['GET', '/accounts', 'accounts:read', undefined],
  ['POST', '/accounts', 'accounts:write', { id: 'beta', name: 'Beta' }],
  ['GET', '/accounts/acme', 'accounts:read', undefined],
  ['PUT', '/accounts/acme', 'accounts:write', { name: 'Acme' }],
  ['PATCH', '/accounts/acme', 'accounts:write', { name: 'Acme' }],
  ['GET', '/users', 'users:read', undefined],
  ['POST', '/users', 'users:write', { email: 'new@corp.example', username: 'new', name: 'New', role: 'agent' }],
  ['GET', '/users/usr_known', 'users:read', undefined],
  ['PATCH', '/users/usr_known', 'users:write', { name: 'Known' }],
  ['GET', '/account-groups', 'accounts:read', undefined],
  ['POST', '/account-groups', 'accounts:write', { name: 'New' }],
  ['GET', '/account-groups/grp_known', 'accounts:read', undefined],
  ['PATCH', '/account-groups/grp_known', 'accounts:write', { name: 'Known' }],
  ['DELETE', '/account-groups/grp_known', 'accounts:write', undefined],
  ['GET', '/account-groups/grp_known/accounts', 'accounts:read', undefined],
  ['POST', '/account-groups/grp_known/accounts', 'accounts:write', { add: ['acme'] }],
  ['GET', '/account-groups/grp_known/accounts/acme', 'accounts:read', undefined],
  ['PUT', '/account-groups/grp_known/accounts/acme', 'accounts:write', undefined],
  ['DELETE', '/account-groups/grp_known/accounts/acme', 'accounts:write', undefined],
  ['GET', '/webhooks', 'webhooks:read', undefined],
  ['POST', '/webhooks', 'webhooks:write', { url: 'https://hooks.example/latchkey' }],
  ['GET', '/webhooks/whk_known', 'webhooks:read', undefined],
  ['PATCH', '/webhooks/whk_known', 'webhooks:write', { paused: true }],
  ['DELETE', '/webhooks/whk_known', 'webhooks:write', undefined],
  ['GET', '/webhooks/whk_known/deliveries', 'webhooks:read', undefined],
  ['POST', '/webhooks/whk_known/replays', 'webhooks:write', { from: 1 }],
  ['POST', '/webhooks/whk_known/secrets', 'webhooks:write', undefined],
  ['DELETE', '/webhooks/whk_known/secrets/former', 'webhooks:write', undefined],
  ['POST', '/webhooks/whk_known/tests', 'webhooks:write', undefined],
  ['GET', '/keys', 'keys:read', undefined],
  ['POST', '/keys', 'keys:write', { name: 'CRM', ownerId: 'usr_known' }],
  ['GET', '/keys/{handedOver}', 'keys:read', undefined],
  ['PATCH', '/keys/{handedOver}', 'keys:write', { note: 'x' }],
  ['GET', '/keys/{handedOver}/usage', 'keys:read', undefined],
  ['GET', '/keys/{handedOver}/secrets', 'keys:read', undefined],
  ['POST', '/keys/{handedOver}/secrets', 'keys:write', {}],
  ['DELETE', '/keys/{rotated}/secrets/{retiring}', 'keys:write', undefined],
  ['PUT', '/keys/{rotated}/rehearsal', 'keys:write', {}],
  ['DELETE', '/keys/{rotated}/rehearsal', 'keys:write', undefined],
  ['GET', '/keys/{handedOver}/hand-over', 'keys:read', undefined],
  ['POST', '/keys/{handedOver}/hand-over', 'keys:write', {}],
  ['DELETE', '/keys/{handedOver}/hand-over', 'keys:write', undefined],
  ['GET', '/return-addresses', 'return-addresses:read', undefined],
  ['POST', '/return-addresses', 'return-addresses:write', { origin: 'https://shop.example' }],
  ['GET', '/return-addresses/https:%2F%2Fcrm.example', 'return-addresses:read', undefined],
  ['DELETE', '/return-addresses/https:%2F%2Fcrm.example', 'return-addresses:write', undefined],
  ['GET', '/sessions?userId=usr_known', 'sessions:write', undefined],
  ['DELETE', '/sessions/ases_known', 'sessions:write', undefined],
  ['GET', '/refusals', 'events:read', undefined],
  ['GET', '/grants', 'grants:read', undefined],
  ['GET', '/settings', 'settings:read', undefined],
  ['PATCH', '/settings', 'settings:write', { name: 'Acme' }],
]

/** Of operations that answer otherwise than others with their method. */
const statuses: Readonly<Record<string, number>> = {
  'POST /account-groups/grp_known/accounts': 200,
  'PUT /account-groups/grp_known/accounts/acme': 204,
  'POST /webhooks/whk_known/replays': 204,
  'POST /webhooks/whk_known/tests': 200,
}

const challenge = (error: string, description: string, scope = '') =>
  `Bearer realm="Latchkey", error="${error}", error_description="${description}"${scope}`

describe('a key of a service user', () => {
  const roleOf = (caller: ApiCaller, role: string) =>
    updateUser(services, root, { userId: caller.key.ownerId, name: 'Sync', role })

  it('manages what an admin’s key manages while the service user has the role of an admin', async () => {
    const caller = await makeApiCaller(services, ['users:read', 'users:write'], 'service_admin')
    const add = (role: string) => {
      const user = { username: `new-${role}`, email: `new-${role}@corp.example`, name: 'New', role }
      return caller.call('POST', '/users', { body: user })
    }
    expect((await caller.call('GET', '/users')).status).toBe(200)
    const statuses: Record<string, number> = {}
    for (const role of roles) statuses[role] = (await add(role)).status
    expect(statuses).toEqual({ owner: 403, admin: 403, agent: 201, service: 201, service_admin: 403 })
    await roleOf(caller, 'service')
    expect(await caller.call('GET', '/users')).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
    await roleOf(caller, 'service_admin')
    expect((await caller.call('GET', '/users')).status).toBe(200)
  })

  it('gets no management scope without that role, and gives it to nobody, itself included', async () => {
    await expect(makeApiCaller(services, ['users:read'], 'service')).rejects.toMatchObject({
      fields: { scopes: 'owner_role' },
    })
    const caller = await makeApiCaller(services, ['users:write'], 'service_admin')
    const { id } = await insertUser(services, { role: 'service' })
    for (const userId of [id, caller.key.ownerId]) {
      const answer = await caller.call('PATCH', `/users/${userId}`, { body: { role: 'service_admin' } })
      expect(answer).toMatchObject({ status: 403, body: { error: 'forbidden' } })
    }
  })
})

describe.each(operations)('%s %s', (method, template, scope, body) => {
  const toPath = () => template.replace(/{(\w+)}/g, (_, name: string) => known[name] ?? 'unknown')
  const send = (token?: string, query = '') => callApi(method, toPath() + query, { token, ...(body && { body }) })

  it('works with its scope, and says how many requests are left', async () => {
    await makeKnown()
    const { status, headers } = await send((await makeApiCaller(services, [scope])).token)
    expect(status).toBe(statuses[`${method} ${template}`] ?? { POST: 201, DELETE: 204 }[method] ?? 200)
    expect(headers['ratelimit-policy']).toBe('"key";q=600;w=60')
    expect(headers.ratelimit).toBe('"key";r=599;t=60')
  })

  // All operations authorize alike. In `npm test`, this is tried with a sample of them, and authorization.test.ts has
  // each use case refuse another scope.
  const isTried = sampled(operations).some(([, path]) => path === template)
  it.runIf(isTried)('refuses a token without its scope, no token, and a wrong one', async () => {
    const others = managementScopes.filter((other) => other !== scope)
    const { key } = await makeApiCaller(services, others)
    const description = `The access token does not have the scope ${scope}.`
    const answer = await send((await issueTestTokens(key)).accessToken)
    expect(answer).toMatchObject({ status: 403, body: { error: 'insufficient_scope', error_description: description } })
    expect(answer.headers['www-authenticate']).toBe(challenge('insufficient_scope', description, `, scope="${scope}"`))
    expect(answer.headers.ratelimit).toBeUndefined()

    const missing = await send()
    expect([missing.status, missing.body.error]).toEqual([401, 'unauthorized'])
    expect(missing.headers['www-authenticate']).toBe('Bearer realm="Latchkey"')
    const wrong = await send('x')
    expect(wrong).toMatchObject({ status: 401, body: { error: 'invalid_token' } })
    expect(wrong.headers['www-authenticate']).toBe(challenge('invalid_token', 'The access token is not valid.'))
  })

  it.runIf(isTried)(
    'refuses a token in the query, of a key whose owner is an agent, and of a revoked key',
    async () => {
      const { key, token } = await makeApiCaller(services, [scope])
      const inQuery = await send(token, `${template.includes('?') ? '&' : '?'}access_token=${token}`)
      expect([inQuery.status, inQuery.body.error]).toEqual([400, 'invalid_request'])
      await updateUser(services, root, { userId: key.ownerId, name: 'Former admin', role: 'agent' })
      expect(await send(token)).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
      await updateUser(services, root, { userId: key.ownerId, name: 'Admin', role: 'admin' })
      await revokeApiKey(services, root, key.id)
      expect(await send(token)).toMatchObject({ status: 401, body: { error: 'invalid_token' } })
    },
  )
})

it('authorizes before it reads a body', async () => {
  const { token } = await makeApiCaller(services, ['accounts:read'])
  expect((await callApi('POST', '/accounts', { token, body: 'no JSON' })).status).toBe(403)
})

describe('a key with a management scope', () => {
  it.each(portalRoles)('of an %s', async (role) => {
    const generation = makeApiCaller(services, ['accounts:read'], role)
    if (role === 'agent') await expect(generation).rejects.toMatchObject({ fields: { scopes: 'owner_role' } })
    else expect((await (await generation).call('GET', '/accounts')).status).toBe(200)
  })

  it('can’t belong to a service user', async () => {
    const generation = makeTestKey(services, { role: 'service', scopes: ['accounts:write'] })
    await expect(generation).rejects.toMatchObject({ fields: { scopes: 'owner_role' } })
  })

  it('ends with its owner', async () => {
    const { key, call } = await makeApiCaller(services, ['accounts:read'])
    await deactivateUser(services, root, key.ownerId)
    expect((await call('GET', '/accounts')).status).toBe(401)
  })
})

describe('the quota of a key', () => {
  /** As if other processes had answered requests of the key in this minute. */
  async function countCalls(keyId: string, calls: number): Promise<void> {
    const now = services.clock.now()
    const minute = { key_id: keyId, period: 'api', starts_at: now - (now % minuteMs) } as const
    await services.db
      .insertInto('key_calls')
      .values({ ...minute, calls })
      .execute()
  }

  it('is 600 requests a minute, for each key', async () => {
    const { call, token, key } = await makeApiCaller(services, ['accounts:read'])
    services.clock.advance(15_000)
    await countCalls(key.id, 590)
    const answers = await Promise.all(Array.from({ length: 11 }, () => call('GET', '/accounts/acme')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(refused[0]).toMatchObject({
      body: {
        error: 'too_many_requests',
        error_description: 'An API key may send 600 requests a minute. Try again after the time in Retry-After.',
      },
      headers: { 'retry-after': '45', ratelimit: '"key";r=0;t=45', 'ratelimit-policy': '"key";q=600;w=60' },
    })
    expect((await (await makeApiCaller(services, ['accounts:read'])).call('GET', '/accounts/acme')).status).toBe(200)
    services.clock.advance(minuteMs)
    expect((await callApi('GET', '/accounts/acme', { token })).headers.ratelimit).toBe('"key";r=599;t=45')
  })

  it('is not used up by unauthorized requests', async () => {
    const { call, key } = await makeApiCaller(services, ['accounts:read'])
    for (let n = 0; n < 5; n++) await call('POST', '/accounts', { body: {} })
    const rows = await services.db.selectFrom('key_calls').selectAll().where('key_id', '=', key.id).execute()
    expect(rows).toEqual([])
  })

  it('holds for all processes together', async () => {
    const { call, key } = await makeApiCaller(services, ['accounts:read'])
    await countCalls(key.id, 590)
    expect((await call('GET', '/accounts')).headers.ratelimit).toBe('"key";r=9;t=60')
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('GET', '/accounts')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9)
  })
})

it('keeps why a request was refused, for its key', async () => {
  const { token, key } = await makeApiCaller(services, ['accounts:read'])
  await callApi('PUT', '/accounts/acme', { token, body: { name: 'Acme' } })
  expect(JSON.stringify(services.logLines)).toContain('/why/req_1')
  expect(key.id).toMatch(/^lkid_/)
})
