import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { countCall, writeExcess } from '#lib/domain/keys/api-keys/count-call.ts'
import { findApiKey } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { newKeySecret } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { countExcess, setCallLimit } from '#lib/domain/keys/api-keys/set-call-limit.ts'
import { createKeyCalls } from '#lib/foundation/buffers/key-calls.ts'
import { dayMs, hourMs, minuteMs } from '#lib/kernel/clock.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { account } from '#lib/testing/accounts.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { anyPerson, insertUser, personOf, root } from '#lib/testing/people.ts'
import { postGrant } from '#lib/testing/test-grants.ts'
import {
  basic,
  clientFields,
  commonHeaders,
  issueTestTokens,
  makeTestKey,
  postIntrospection,
  postRevocation,
  postToken,
  readTokens,
  refreshFields,
  refusalBody,
  show,
  type TestKey,
} from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'
import { managementEndpoints } from '#lib/web/endpoints/management-api.ts'

const description = "The API key's limit of calls is used up. Try again after the time in Retry-After."

let services: TestServices
let key: TestKey
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services, { role: 'admin', scopes: ['sso', 'introspect', 'events:read'] })
})

const limit = (mode: string, numbers: { perMinute?: number | null; perDay?: number | null } = {}) =>
  setCallLimit(services, root, { keyId: key.id, mode, ...numbers })
const post = () => postToken(clientFields(key))
const statuses = async (calls: number) => {
  const all: number[] = []
  for (let call = 0; call < calls; call++) all.push((await post()).status)
  return all
}
const usedUp = (retryAfter: number) => ({
  status: 429,
  headers: { ...commonHeaders, 'retry-after': String(retryAfter) },
  body: refusalBody('too_many_requests', description),
})

describe('an enforced limit per minute', () => {
  it('accepts calls up to it, and the next one from the first millisecond of the next minute', async () => {
    await limit('enforce', { perMinute: 3 })
    services.clock.advance(12_345)
    expect(await statuses(3)).toEqual([200, 200, 200])
    expect(await show(await post())).toEqual(usedUp(48))
    services.clock.set(testStart + minuteMs - 1)
    expect(await show(await post())).toEqual(usedUp(1))
    services.clock.advance(1)
    expect(await statuses(4)).toEqual([200, 200, 200, 429])
  })

  it('counts each authenticated call of every endpoint once', async () => {
    await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
    const { accessToken, refreshToken } = await issueTestTokens(key)
    const bearer = { Authorization: `Bearer ${accessToken}` }
    const getEvents = () =>
      callEndpoint(
        managementEndpoints['/api/v1/events'],
        new Request(`${testBaseUrl}/api/v1/events`, { headers: bearer }),
      )
    const next = { refreshToken }
    const asKey = basic(key.id, key.secret)
    const calls: (() => Promise<Response>)[] = [
      post,
      () => postToken({ grant_type: 'client_credentials', scope: 'sso' }, { headers: asKey }),
      async () => {
        const response = await postToken(refreshFields(key.email, next.refreshToken))
        if (response.ok) next.refreshToken = (await readTokens(response.clone())).refreshToken
        return response
      },
      () => postToken({ grant_type: 'refresh_token', refresh_token: next.refreshToken }, { headers: asKey }),
      () => postGrant(accessToken, { accountId: 'acme' }),
      () => postGrant(accessToken, { accountId: 'nowhere' }),
      () => postIntrospection({ token: accessToken }, { headers: asKey }),
      () => postRevocation({ token: 'lkrt1' }, { headers: asKey }),
      getEvents,
    ]
    for (const [index, call] of calls.entries()) {
      services.clock.advance(minuteMs)
      await limit('enforce', { perMinute: 2 })
      expect((await call()).status, String(index)).not.toBe(429)
      expect((await post()).status, String(index)).toBe(200)
      expect((await call()).status, String(index)).toBe(429)
    }
  })

  it('is not used up by callers who do not authenticate', async () => {
    const { accessToken, refreshToken } = await issueTestTokens(key)
    await limit('enforce', { perMinute: 1 })
    for (let call = 0; call < 3; call++) {
      expect((await postToken({ ...clientFields(key), clientSecret: newKeySecret() })).status).toBe(401)
      expect((await postToken(refreshFields('other', refreshToken))).status).toBe(400)
      expect((await postToken(refreshFields(key.email, `${refreshToken.slice(0, -4)}AAAA`))).status).toBe(400)
      expect((await postGrant(`${accessToken.slice(0, -4)}AAAA`, { accountId: 'acme' })).status).toBe(401)
    }
    expect(await statuses(2)).toEqual([200, 429])
  })

  it('issues, rotates and records nothing for a refused call', async () => {
    const { refreshToken } = await issueTestTokens(key)
    await limit('enforce', { perMinute: 1 })
    await post()
    const rows = () => services.db.selectFrom('refresh_families').selectAll().orderBy('id').execute()
    const before = await rows()
    expect([(await post()).status, (await postToken(refreshFields(key.email, refreshToken))).status]).toEqual([
      429, 429,
    ])
    expect(await rows()).toEqual(before)
  })

  it('accepts exactly so many of 60 parallel calls', async () => {
    await limit('enforce', { perMinute: 45 })
    const all = await Promise.all(Array.from({ length: 60 }, async () => (await post()).status))
    expect(all.filter((status) => status === 200)).toHaveLength(45)
    expect(all.filter((status) => status === 429)).toHaveLength(15)
  })

  it('holds for one key only', async () => {
    const other = await makeTestKey(services)
    await limit('enforce', { perMinute: 1 })
    expect(await statuses(2)).toEqual([200, 429])
    for (let call = 0; call < 3; call++) expect((await postToken(clientFields(other))).status).toBe(200)
    expect(await services.db.selectFrom('key_calls').select('key_id').execute()).toEqual([{ key_id: key.id }])
  })
})

describe('an enforced limit per day', () => {
  it('ends with the day in UTC, and takes nothing of the minute when it refuses', async () => {
    await limit('enforce', { perMinute: 3, perDay: 4 })
    expect(await statuses(4)).toEqual([200, 200, 200, 429])
    services.clock.advance(minuteMs)
    expect(await statuses(5)).toEqual([200, 429, 429, 429, 429])
    const midnight = testStart - (testStart % dayMs) + dayMs
    services.clock.set(midnight - 1)
    expect(await show(await post())).toEqual(usedUp(1))
    services.clock.set(midnight)
    expect(await statuses(4)).toEqual([200, 200, 200, 429])
  })
})

describe('several processes', () => {
  const countIn = async (process: TestServices, calls: number) => {
    const limited = { id: key.id, callLimit: { mode: 'enforce', perMinute: 40, perDay: null } } as const
    const outcomes = await Promise.all(
      Array.from({ length: calls }, () =>
        countCall(process, limited).then(
          () => true,
          (error: unknown) => {
            if (isRefusal(error)) return false
            throw error
          },
        ),
      ),
    )
    return outcomes.filter(Boolean).length
  }

  it('together accept no call beyond the limit, and at most a share less for each', async () => {
    const other = await openTestServices({ DATA_DIR: services.env.dataDir })
    expect(await countIn(services, 1)).toBe(1)
    expect(await countIn(other, 60)).toBe(38)
    expect(await countIn(services, 60)).toBe(1)
    other.clock.advance(minuteMs)
    services.clock.advance(minuteMs)
    const [here, there] = await Promise.all([countIn(services, 60), countIn(other, 60)])
    expect(here + there).toBe(40)
  })

  it('go on after a restart from what was taken', async () => {
    expect(await countIn(services, 10)).toBe(10)
    const restarted = { ...services, keyCalls: createKeyCalls() }
    expect(await countIn(restarted, 60)).toBe(30)
  })

  it('count a call of a process whose clock is behind in the minute that others have begun', async () => {
    const ahead = await openTestServices({ DATA_DIR: services.env.dataDir })
    ahead.clock.advance(minuteMs)
    expect(await countIn(ahead, 39)).toBe(39)
    expect(await countIn(services, 5)).toBe(0)
  })
})

describe('an observed limit', () => {
  it('refuses nothing, and counts what it would have refused', async () => {
    await limit('observe', { perMinute: 2 })
    expect(await statuses(5)).toEqual([200, 200, 200, 200, 200])
    await writeExcess(services)
    await writeExcess(services)
    expect(await countExcess(services, root, key.id)).toEqual({ observe: 3, enforce: 0 })
    await limit('enforce', { perMinute: 2 })
    expect(await statuses(2)).toEqual([429, 429])
    await writeExcess(services)
    expect(await countExcess(services, root, key.id)).toEqual({ observe: 3, enforce: 2 })
    services.clock.advance(dayMs - 1)
    expect(await countExcess(services, root, key.id)).toEqual({ observe: 3, enforce: 2 })
    services.clock.advance(hourMs)
    expect(await countExcess(services, root, key.id)).toEqual({ observe: 0, enforce: 0 })
  })

  it('keeps the counts that could not be written', async () => {
    await limit('observe', { perMinute: 1 })
    await statuses(2)
    await writeExcess({ ...services, db: Object.create(null) })
    expect([...services.keyCalls.excess.values()]).toEqual([{ keyId: key.id, mode: 'observe', calls: 1 }])
  })
})

describe('changing the limit', () => {
  it('applies from the next call, and removing it too', async () => {
    await limit('enforce', { perMinute: 1 })
    expect(await statuses(2)).toEqual([200, 429])
    await limit('enforce', { perMinute: 3 })
    expect(await statuses(3)).toEqual([200, 200, 429])
    await limit('off', { perMinute: 1 })
    expect(await statuses(2)).toEqual([200, 200])
    expect((await findApiKey(services, root, key.id))?.callLimit).toBeNull()
  })

  it('is recorded', async () => {
    await limit('observe', { perMinute: 120, perDay: 5_000 })
    // Events of one millisecond have no order.
    services.clock.advance(1)
    await limit('off')
    const rows = await services.db
      .selectFrom('audit_events')
      .select(['subject_id', 'details'])
      .where('kind', '=', 'api_key.limited')
      .orderBy('at')
      .execute()
    const owner = { owner: 'Robin Example', ownerId: key.ownerId }
    expect(rows.map(({ subject_id, details }) => [subject_id, JSON.parse(details)])).toEqual([
      [key.id, { ...owner, mode: 'observe', perMinute: 120, perDay: 5_000 }],
      [key.id, { ...owner, mode: 'off', perMinute: null, perDay: null }],
    ])
  })

  it.each([
    [{ mode: 'enforce' }, { perMinute: 'required' }],
    [{ mode: 'enforce', perMinute: '' }, { perMinute: 'required' }],
    [{ mode: 'enforce', perMinute: '0' }, { perMinute: 'out_of_range' }],
    [{ mode: 'enforce', perMinute: '1000001' }, { perMinute: 'out_of_range' }],
    [{ mode: 'observe', perDay: '1000000001' }, { perDay: 'out_of_range' }],
    [{ mode: 'enforce', perMinute: '1.5' }, { perMinute: 'malformed' }],
    [{ mode: 'enforce', perDay: 'many' }, { perDay: 'malformed' }],
    [{ mode: 'block', perMinute: '1' }, { mode: 'unknown' }],
  ])('is refused with %j', async (input, fields) => {
    await expect(setCallLimit(services, root, { keyId: key.id, ...input })).rejects.toMatchObject({
      code: 'input_invalid',
      fields,
    })
  })

  it('is refused for a revoked or unknown key, by others than its managers, and without confirmation', async () => {
    const input = { mode: 'enforce', perMinute: 1 }
    await expect(setCallLimit(services, root, { keyId: 'lkid_x', ...input })).rejects.toMatchObject({
      code: 'not_found',
    })
    const attempt = { keyId: key.id, ...input }
    await expect(setCallLimit(services, anyPerson('agent'), attempt)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(setCallLimit(services, anyPerson('admin'), attempt)).rejects.toMatchObject({ code: 'forbidden' })
    const stale = { ...personOf(services, await insertUser(services, { role: 'owner' })), confirmedAt: 0 }
    await expect(setCallLimit(services, stale, attempt)).rejects.toMatchObject({ code: 'confirmation_required' })
    await services.db.updateTable('api_keys').set({ revoked_at: testStart }).where('id', '=', key.id).execute()
    await expect(setCallLimit(services, root, attempt)).rejects.toMatchObject({ code: 'conflict' })
  })
})
