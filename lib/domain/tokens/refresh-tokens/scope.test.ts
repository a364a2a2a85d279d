import { beforeEach, expect, it } from 'vitest'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { issueRefreshTokenFamily } from '#lib/domain/tokens/refresh-tokens/issue-refresh-token-family.ts'
import { rotateRefreshToken } from '#lib/domain/tokens/refresh-tokens/rotate-refresh-token.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const source = { address: '192.0.2.1', requestId: 'req_1' }

let services: TestServices
let presented: { keyId: string; secret: string }
beforeEach(async () => {
  services = await openTestServices()
  const { id: ownerId } = await insertUser(services, { role: 'agent', username: 'ann', email: 'ann@example.com' })
  const scopes: ('sso' | 'introspect')[] = ['introspect', 'sso']
  const { id: keyId, secret } = await generateApiKey(services, root, { name: 'Both', ownerId, scopes })
  presented = { keyId, secret }
})

async function open(scope?: string) {
  const { issue, refreshToken } = await issueRefreshTokenFamily(services, source, { ...presented, scope })
  const refresh = async (asked?: string) =>
    (await rotateRefreshToken(services, source, { clientId: 'ann', refreshToken, scope: asked })).issue.scope
  return { scope: issue.scope, refresh }
}

it('is all that the key allows by default', async () => {
  const { scope, refresh } = await open()
  expect([scope, await refresh()]).toEqual(['sso introspect', 'sso introspect'])
})

it('stays narrow for a family that was issued for less', async () => {
  const { scope, refresh } = await open('introspect')
  expect([scope, await refresh()]).toEqual(['introspect', 'introspect'])
})

it('can be narrowed for one access token; the family keeps its scope', async () => {
  const { refresh } = await open()
  expect(await refresh('introspect')).toBe('introspect')
  expect(await refresh()).toBe('sso introspect')
})

it('never grows: a refresh that requests more changes nothing', async () => {
  const { refresh } = await open('introspect')
  await expect(refresh('sso introspect')).rejects.toMatchObject({ code: 'invalid_scope' })
  const { generation } = await services.db.selectFrom('refresh_families').select('generation').executeTakeFirstOrThrow()
  expect(generation).toBe(1)
})

it('that the key does not have is refused, and no family is issued', async () => {
  await expect(open('sso write')).rejects.toMatchObject({ code: 'invalid_scope' })
  expect(await services.db.selectFrom('refresh_families').select('id').execute()).toEqual([])
})

it('is not checked without the right secret', async () => {
  presented = { ...presented, secret: `${presented.secret.slice(0, -1)}_` }
  await expect(open('write')).rejects.toMatchObject({ code: 'invalid_client' })
})
