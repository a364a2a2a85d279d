import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { disableApiKey, enableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { readPresentedToken } from '#lib/domain/tokens/access-tokens/bearer-token.ts'
import { currentKeyRing } from '#lib/domain/tokens/access-tokens/key-ring.ts'
import { signJwt } from '#lib/domain/tokens/access-tokens/sign-jwt.ts'
import { verifyAccessToken } from '#lib/domain/tokens/access-tokens/verify-access-token.ts'
import { withTokenRateLimit } from '#lib/domain/tokens/client-authentication/rate-limited.ts'
import { authenticateAccessToken } from '#lib/domain/tokens/refresh-tokens/authenticate-token.ts'
import type { Family } from '#lib/domain/tokens/refresh-tokens/family.ts'
import { databaseFile } from '#lib/foundation/db/database.ts'
import { openSqlite } from '#lib/foundation/db/sqlite/connection.ts'
import { installServices, type Services } from '#lib/foundation/services.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { root } from '#lib/testing/people.ts'
import {
  issueTestTokens,
  makeTestKey,
  postToken,
  refreshFields,
  type TestKey,
  type TokenAnswer,
} from '#lib/testing/test-programs.ts'
import { onlyOn, openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'

const context = { address: '192.0.2.1', requestId: 'req_1' }

let services: TestServices
let key: TestKey
let tokens: TokenAnswer
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services)
  tokens = await issueTestTokens(key)
})

async function authenticate(
  authorization: string | undefined,
  form = {},
  from = context,
  at: Services = services,
): Promise<Family> {
  const headers = authorization === undefined ? {} : { Authorization: authorization }
  const { text } = readPresentedToken(new Request(`${testBaseUrl}/auth/v1/sso`, { headers }), form)
  return withTokenRateLimit(at, from, 'invalid_token', async () =>
    authenticateAccessToken(at, from, await verifyAccessToken(at, text)),
  )
}

async function refusal(attempt: Promise<unknown>): Promise<{ code: string; detail: string | undefined }> {
  const error = await attempt.catch((caught: unknown) => caught)
  if (!isRefusal(error)) throw new Error('it was not refused')
  return { code: error.code, detail: error.detail }
}

const bearer = () => `Bearer ${tokens.accessToken}`

describe('a bearer token', () => {
  it('names the family, key and owner of its client', async () => {
    expect(await authenticate(bearer())).toMatchObject({
      id: decodeJwt(tokens.accessToken).sid,
      key: { id: key.id, name: 'Test key', limits: { accountIds: null, networks: null } },
      owner: { id: key.ownerId },
    })
  })

  it.each(['bearer ', 'BEARER ', 'Bearer   '])('is accepted after the scheme %j', async (scheme) => {
    await authenticate(scheme + tokens.accessToken)
  })

  it.each([undefined, '', 'Basic abc', 'Bearerx', 'DPoPx', 'Bear'])(
    'is asked for without an error attribute if the header is %j',
    async (authorization) => {
      expect((await refusal(authenticate(authorization))).code).toBe('unauthorized')
    },
  )

  it.each([
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Bearer "a"',
    'Bearer a, Bearer b',
    'Bearer a=b',
    'Bearer ä',
    'Bearer =',
  ])('is malformed if the header is %j', async (authorization) => {
    expect((await refusal(authenticate(authorization))).code).toBe('malformed_bearer')
  })

  it.each(['access_token', 'accessToken'])('is refused if the form has %s as well', async (field) => {
    expect((await refusal(authenticate(bearer(), { [field]: 'x' }))).code).toBe('malformed_bearer')
  })

  it.each<[string, string, () => Promise<unknown>]>([
    ['the key is revoked', 'the key is revoked', () => revokeApiKey(services, root, key.id)],
    ['the key is disabled', 'the key is disabled', () => disableApiKey(services, root, key.id)],
    [
      'the key has expired',
      'the key is expired',
      () => services.db.updateTable('api_keys').set({ expires_at: testStart }).execute(),
    ],
    ['the owner was deactivated', 'the family is revoked', () => deactivateUser(services, root, key.ownerId)],
    [
      'the owner is inactive',
      "the key's owner is deactivated",
      () => services.db.updateTable('users').set({ deactivated_at: testStart }).execute(),
    ],
    ['the family is gone', 'its family is gone', () => services.db.deleteFrom('refresh_families').execute()],
    [
      'its refresh token was stolen',
      'the family is revoked',
      async () => {
        await postToken(refreshFields(key.email, tokens.refreshToken))
        services.clock.advance(10_000)
        await postToken(refreshFields(key.email, tokens.refreshToken))
      },
    ],
  ])('is refused as soon as %s', async (_, detail, spoil) => {
    await authenticate(bearer())
    await spoil()
    expect(await refusal(authenticate(bearer()))).toEqual({ code: 'invalid_token', detail })
  })

  it('is checked without a write, even while another process holds the write lock', onlyOn('sqlite'), async () => {
    const other = openSqlite(databaseFile(services.env.dataDir), services.clock, 20)
    other.run('begin immediate', [])
    await authenticate(bearer())
    other.run('rollback', [])
    other.close()
  })

  it.each([-dayMs, dayMs])(
    'is checked by the database’s clock, even if the instance’s clock is off by %i ms',
    async (off) => {
      const skewed = { ...services, clock: { now: () => testStart + off } }
      expect(await authenticate(bearer(), {}, context, skewed)).toMatchObject({ key: { id: key.id } })
      installServices(skewed)
      const { accessToken } = await issueTestTokens(key)
      expect(decodeJwt(accessToken)).toMatchObject({ iat: testStart / 1_000, exp: testStart / 1_000 + 36_000 })
    },
  )

  it('is valid again after its key is enabled', async () => {
    await disableApiKey(services, root, key.id)
    await refusal(authenticate(bearer()))
    await enableApiKey(services, root, key.id)
    await authenticate(bearer())
  })

  it('stays valid after the end of its refresh token family', async () => {
    await services.db
      .updateTable('refresh_families')
      .set({ expires_at: testStart, idle_expires_at: testStart })
      .execute()
    await authenticate(bearer())
    services.clock.advance(dayMs)
    expect((await refusal(authenticate(bearer()))).code).toBe('invalid_token')
  })

  it.each(['sub', 'client_id', 'sid'])(
    'is refused if its %s is another token’s, even with a valid signature',
    async (claim) => {
      const other = await issueTestTokens(await makeTestKey(services))
      const { signing } = await currentKeyRing(services)
      const claims = { ...decodeJwt(tokens.accessToken), [claim]: decodeJwt(other.accessToken)[claim] }
      const mixed = await signJwt(claims, 'at+jwt', signing)
      expect(await refusal(authenticate(`Bearer ${mixed}`))).toEqual({
        code: 'invalid_token',
        detail: 'its key and user are not those of its family',
      })
    },
  )

  it('is rate-limited after 60 failures from one address, while valid tokens are accepted', async () => {
    for (let i = 0; i < 60; i++) expect((await refusal(authenticate('Bearer x'))).code).toBe('invalid_token')
    expect((await refusal(authenticate('Bearer x'))).code).toBe('too_many_requests')
    expect((await refusal(authenticate('Bearer x', {}, { ...context, address: '192.0.2.2' }))).code).toBe(
      'invalid_token',
    )
    await authenticate(bearer())
  })

  it('does not count as a failure if it is malformed or missing', async () => {
    for (let i = 0; i < 70; i++) {
      await refusal(authenticate('Bearer a b'))
      await refusal(authenticate(undefined))
    }
    expect((await refusal(authenticate('Bearer x'))).code).toBe('invalid_token')
  })
})
