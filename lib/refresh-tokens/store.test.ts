import { beforeEach, describe, expect, it } from 'vitest'
import { secondMs } from '#lib/clock.ts'
import { findFamily, revokeFamily, rotateFamily } from '#lib/refresh-tokens/store.ts'
import { issueTestTokens, makeTestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let familyId: string
beforeEach(async () => {
  services = await openTestServices()
  const { refreshToken } = await issueTestTokens(await makeTestKey(services))
  familyId = refreshToken.split('.')[1] ?? ''
})

const rotate = (generation: number) => rotateFamily(services.db, familyId, generation, services.keys.current.id)

describe('rotating a family', () => {
  it('succeeds for one of many callers and leaves the instant of that one', async () => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => rotate(1)))
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    services.clock.advance(5 * secondMs)
    expect(await rotate(1)).toBeUndefined()
    expect(await findFamily(services.db, familyId)).toMatchObject({ generation: 2, rotatedAt: testStart })
  })

  it('never takes a family back: a caller who read it long ago changes nothing', async () => {
    expect([await rotate(1), await rotate(2), await rotate(3)]).toEqual([testStart, testStart, testStart])
    expect([await rotate(1), await rotate(3), await rotate(5)]).toEqual([undefined, undefined, undefined])
    expect(await findFamily(services.db, familyId)).toMatchObject({ generation: 4 })
  })

  it('changes no revoked family, and revoking happens once', async () => {
    expect(await revokeFamily(services.db, familyId, 'reused')).toBe(true)
    expect(await revokeFamily(services.db, familyId, 'reused')).toBe(false)
    expect(await rotate(1)).toBeUndefined()
  })

  it.each(['idle_expires_at', 'expires_at'] as const)('changes no family from the millisecond of %s', async (end) => {
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
