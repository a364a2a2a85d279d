import { beforeEach, describe, expect, it } from 'vitest'
import { deleteOldUsage, listUsage, usageRetentionMs } from '#lib/domain/keys/usage/store.ts'
import { writeUsage } from '#lib/domain/keys/usage/write-usage.ts'
import { countUse } from '#lib/foundation/buffers/usage-counts.ts'
import { hourMs } from '#lib/kernel/clock.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

const written = () => listUsage(services.db, 0)

describe('usage counts', () => {
  it('are added to those of the hour', async () => {
    services.usage.set('token-issued', 2)
    await writeUsage(services)
    services.usage.set('token-issued', 1)
    services.usage.set('refused:grant_used', 1)
    services.clock.advance(hourMs - 1)
    await writeUsage(services)
    services.clock.advance(1)
    services.usage.set('token-issued', 1)
    await writeUsage(services)
    expect(
      (await written()).toSorted((one, other) => one.hour - other.hour || (one.name < other.name ? -1 : 1)),
    ).toEqual([
      { hour: testStart, name: 'refused:grant_used', count: 1 },
      { hour: testStart, name: 'token-issued', count: 3 },
      { hour: testStart + hourMs, name: 'token-issued', count: 1 },
    ])
  })

  it('of several processes are summed, also when they write at once', async () => {
    const other = await openTestServices({ DATA_DIR: services.env.dataDir })
    for (const { usage } of [services, other]) usage.set('account-opened', 7)
    await Promise.all([writeUsage(services), writeUsage(other)])
    expect(await written()).toEqual([{ hour: testStart, name: 'account-opened', count: 14 }])
  })

  it('that can’t be written are written later', async () => {
    const broken = { ...services, db: undefined as never }
    services.usage.set('token-issued', 3)
    await writeUsage(broken)
    expect(services.logLines.join()).toContain('could not be written')
    countUse(services, 'token-issued')
    await writeUsage(services)
    expect(await written()).toEqual([{ hour: testStart, name: 'token-issued', count: 4 }])
  })

  it('are deleted after two months', async () => {
    services.usage.set('token-issued', 1)
    services.usage.set('account-opened', 1)
    await writeUsage(services)
    services.clock.advance(usageRetentionMs - 1)
    expect(await deleteOldUsage(services.db, 100)).toBe(0)
    services.clock.advance(1)
    expect(await deleteOldUsage(services.db, 1)).toBe(1)
    expect(await deleteOldUsage(services.db, 100)).toBe(1)
  })
})
