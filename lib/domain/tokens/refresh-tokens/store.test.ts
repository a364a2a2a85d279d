import { beforeEach, describe, expect, it } from 'vitest'
import { expiryReason, familyDenial, isRotatable } from '#lib/domain/tokens/refresh-tokens/family.ts'
import { findFamily, revokeFamilyRow, rotateFamily } from '#lib/domain/tokens/refresh-tokens/store.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { callersAtOnce } from '#lib/testing/sampling.ts'
import { issueTestTokens, makeTestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let familyId: string
beforeEach(async () => {
  services = await openTestServices()
  const { refreshToken } = await issueTestTokens(await makeTestKey(services))
  familyId = refreshToken.split('.')[1] ?? ''
})

const retryMs = 10 * secondMs
const rotation = (generation: number) => ({
  familyId,
  generation,
  masterId: 'm',
  networks: null,
  scopes: 'sso',
  retryMs,
})
const rotate = async (generation: number) => (await rotateFamily(services.db, rotation(generation)))?.grantedAt

describe('rotating a family', () => {
  it('changes the row once for many callers, and grants all of them the same successor', async () => {
    const length = callersAtOnce(50)
    const outcomes = await Promise.all(Array.from({ length }, () => rotate(1)))
    expect(outcomes).toEqual(Array(length).fill(testStart))
    services.clock.advance(5 * secondMs)
    expect(await rotate(1)).toBe(testStart + 5 * secondMs)
    expect(await findFamily(services.db, familyId)).toMatchObject({
      generation: 2,
      rotatedAt: testStart,
      masterId: 'm',
    })
  })

  it('never moves a family back: an old generation changes nothing', async () => {
    expect([await rotate(1), await rotate(2), await rotate(3)]).toEqual([testStart, testStart, testStart])
    expect([await rotate(1), await rotate(2), await rotate(5)]).toEqual([undefined, undefined, undefined])
    expect(await findFamily(services.db, familyId)).toMatchObject({ generation: 4 })
  })

  it('is refused for a revoked family, and revoking succeeds once', async () => {
    expect(await revokeFamilyRow(services.db, familyId, 'reused')).toBe(true)
    expect(await revokeFamilyRow(services.db, familyId, 'reused')).toBe(false)
    expect(await rotate(1)).toBeUndefined()
  })

  it.each(['idle_expires_at', 'expires_at'] as const)('is refused from the millisecond of %s', async (end) => {
    await services.db
      .updateTable('refresh_families')
      .set({ [end]: testStart + 1 })
      .execute()
    expect(await rotate(1)).toBe(testStart)
    await services.db
      .updateTable('refresh_families')
      .set({ [end]: testStart })
      .execute()
    expect(await rotate(2)).toBeUndefined()
  })
})

describe('a family that may not rotate', () => {
  type Row = Record<string, number | string | null>
  const set = async ({ family, key, owner }: { family?: Row; key?: Row; owner?: Row }) => {
    if (family) await services.db.updateTable('refresh_families').set(family).execute()
    if (key) await services.db.updateTable('api_keys').set(key).execute()
    if (owner) await services.db.updateTable('users').set(owner).execute()
  }
  const now = testStart

  it.each<[string, number, Parameters<typeof set>[0], boolean]>([
    ['the current token', 1, {}, true],
    ['a token from after a restored backup', 2, {}, false],
    [
      'the previous token at the end of the retry window',
      1,
      { family: { generation: 2, rotated_at: now - 9_999 } },
      true,
    ],
    ['the previous token after the retry window', 1, { family: { generation: 2, rotated_at: now - 10_000 } }, false],
    ['an older token', 1, { family: { generation: 3, rotated_at: now } }, false],
    ['a revoked family', 1, { family: { revoked_at: now } }, false],
    ['an idle family', 1, { family: { idle_expires_at: now } }, false],
    ['a family past its end', 1, { family: { expires_at: now } }, false],
    ['a disabled key', 1, { key: { disabled_at: now } }, false],
    ['a revoked key', 1, { key: { revoked_at: now } }, false],
    ['an expired key', 1, { key: { expires_at: now } }, false],
    ['a deactivated owner', 1, { owner: { deactivated_at: now } }, false],
    ['the retry of a revoked family', 1, { family: { generation: 2, rotated_at: now, revoked_at: now } }, false],
    [
      'the retry with a disabled key',
      1,
      { family: { generation: 2, rotated_at: now }, key: { disabled_at: now } },
      false,
    ],
  ])('is the same in TypeScript and in SQL: %s', async (_, generation, rows, allowed) => {
    await set(rows)
    const family = (await findFamily(services.db, familyId)) ?? expect.fail()
    const token = { familyId, generation, mac: '' }
    const denial = familyDenial(family) ?? expiryReason(family)
    expect(denial === undefined && isRotatable(family, token, retryMs)).toBe(allowed)
    expect((await rotate(generation)) !== undefined).toBe(allowed)
  })

  it('needs the networks that were checked', async () => {
    await set({ key: { networks: '192.0.2.0/24' } })
    expect(await rotate(1)).toBeUndefined()
    const checked = { ...rotation(1), networks: '192.0.2.0/24' }
    expect(await rotateFamily(services.db, checked)).toEqual({
      masterId: 'm',
      grantedAt: now,
      secretId: expect.stringMatching(/^ksec_/),
    })
  })

  it('keeps the master secret and the end of its idle time when a retry is granted', async () => {
    await rotate(1)
    const before = await findFamily(services.db, familyId)
    services.clock.advance(secondMs)
    const retry = { ...rotation(1), masterId: 'newer' }
    expect(await rotateFamily(services.db, retry)).toEqual({
      masterId: 'm',
      grantedAt: now + secondMs,
      secretId: expect.stringMatching(/^ksec_/),
    })
    expect(await findFamily(services.db, familyId)).toEqual({ ...before, readAt: now + secondMs })
  })
})
