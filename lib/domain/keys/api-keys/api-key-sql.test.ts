import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ApiKeyState, apiKeyState } from '#lib/domain/keys/api-keys/api-key.ts'
import { includesAccount, includesReturnAddress, parseLimit } from '#lib/domain/keys/api-keys/limits.ts'
import { mayOpenAccount, mayReturnTo } from '#lib/domain/keys/api-keys/limits-store.ts'
import { hasScope } from '#lib/domain/keys/api-keys/scopes.ts'
import { isActiveKey, isUsableKey } from '#lib/domain/keys/api-keys/store.ts'
import { insertUser } from '#lib/testing/people.ts'
import { makeTestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let keyId: string
beforeEach(async () => {
  services = await openTestServices()
  keyId = (await makeTestKey(services, { ownerId: (await insertUser(services)).id })).id
})

const set = (values: Record<string, number | string | null>) =>
  services.db.updateTable('api_keys').set(values).execute()

const instants: [ApiKeyState, Record<'revokedAt' | 'disabledAt' | 'expiresAt', number | null>][] = [
  ['active', { revokedAt: null, disabledAt: null, expiresAt: null }],
  ['active', { revokedAt: null, disabledAt: null, expiresAt: testStart + 1 }],
  ['expired', { revokedAt: null, disabledAt: null, expiresAt: testStart }],
  ['disabled', { revokedAt: null, disabledAt: testStart, expiresAt: null }],
  ['expired', { revokedAt: null, disabledAt: testStart, expiresAt: testStart }],
  ['revoked', { revokedAt: testStart, disabledAt: null, expiresAt: null }],
  ['revoked', { revokedAt: testStart, disabledAt: testStart, expiresAt: testStart }],
]

describe('the state of an API key', () => {
  it.each(instants)(
    '%s is the same in TypeScript and in SQL: %j',
    async (state, { revokedAt, disabledAt, expiresAt }) => {
      await set({ revoked_at: revokedAt, disabled_at: disabledAt, expires_at: expiresAt })
      const rows = await services.db.selectFrom('api_keys as k').select('k.id').where(isActiveKey).execute()
      expect(apiKeyState({ revokedAt, disabledAt, expiresAt }, testStart)).toBe(state)
      expect(rows).toEqual(state === 'active' ? [{ id: keyId }] : [])
    },
  )

  it.each([
    [null, null, true],
    [null, '10.0.0.0/8', true],
    ['10.0.0.0/8', '10.0.0.0/8', true],
    ['10.0.0.0/8', null, false],
    ['10.0.0.0/8', '', false],
    ['10.0.0.0/8 192.0.2.1', '10.0.0.0/8', false],
  ])('networks %j, checked as %j: usable is %j', async (networks, checked, usable) => {
    await set({ networks })
    const query = services.db
      .selectFrom('api_keys as k')
      .select('k.id')
      .where(isUsableKey(sql`${checked}`))
    expect(await query.execute()).toHaveLength(usable ? 1 : 0)
    await set({ disabled_at: testStart })
    expect(await query.execute()).toEqual([])
  })

  it.each([
    [null, 'https://a.example', true],
    ['https://a.example', null, true],
    ['https://a.example https://b.example:8443', 'https://b.example:8443', true],
    ['https://a.example https://b.example', 'https://a.example', true],
    ['https://b.example:8443', 'https://b.example', false],
    ['https://b.example', 'https://b.example:8443', false],
    ['https://b.example', 'https://x.b.example', false],
    ['https://b_b.example', 'https://bxb.example', false],
    ['https://b.example', '%', false],
    ['https://b.example', '', false],
  ])('return addresses %j, an origin %j: allowed is %j in TypeScript and in SQL', async (list, origin, allowed) => {
    await set({ return_addresses: list })
    const query = services.db
      .selectFrom('api_keys as k')
      .select('k.id')
      .where(mayReturnTo(sql`${origin}`))
    expect(await query.execute()).toHaveLength(allowed ? 1 : 0)
    expect(includesReturnAddress({ returnAddresses: parseLimit(list) }, origin)).toBe(allowed)
  })

  it.each([
    ['sso', null, 'a', true],
    ['introspect', null, 'a', false],
    ['introspect sso', 'b a', 'a', true],
    ['sso', 'b', 'a', false],
    ['sso', 'a.b', 'a', false],
    ['sso', 'A', 'a', false],
    ['sso', 'aa', 'a_', false],
    ['introspect', 'a', 'a', false],
  ])('scopes %j and accounts %j open %j: %j in TypeScript and in SQL', async (scopes, list, accountId, allowed) => {
    await set({ scopes, account_ids: list })
    const query = services.db
      .selectFrom('api_keys as k')
      .select('k.id')
      .where(mayOpenAccount(sql`${accountId}`))
    expect(await query.execute()).toHaveLength(allowed ? 1 : 0)
    const mayOpen = hasScope(scopes, 'sso') && includesAccount({ accountIds: parseLimit(list) }, accountId)
    expect(mayOpen).toBe(allowed)
  })
})
