import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ImportPace } from '#lib/domain/accounts/account-management/import-pace.ts'
import type { Database } from '#lib/foundation/db/database.ts'
import { measurements, measureRequests } from '#lib/kernel/measurements.ts'
import { openTestServices, testEngine } from '#lib/testing/test-services.ts'

let db: Database
const restOf40 = () => (testEngine() === 'sqlite' ? 120 : 20)
beforeEach(async () => {
  db = (await openTestServices()).db
})
afterEach(() => {
  vi.useRealTimers()
  measurements.requests.clear()
})

function serve(requests: number): void {
  for (let n = 0; n < requests; n++) measureRequests('/auth/v1/token').add('2xx', 0.001)
}

function useFakeTime(): void {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
}

/** Works for this long, while others are served. @returns how long the import rests */
async function workFor(pace: ImportPace, ms: number, served: number): Promise<number> {
  vi.advanceTimersByTime(ms)
  serve(served)
  const resting = pace.rest()
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  return resting
}

it('never rests while nobody else asks for anything', async () => {
  useFakeTime()
  const pace = new ImportPace(db)
  expect([await workFor(pace, 40, 0), await workFor(pace, 40, 0), await workFor(pace, 40, 2)]).toEqual([0, 0, 0])
})

it('rests while others are served: longest where they can’t commit while it writes', async () => {
  useFakeTime()
  const pace = new ImportPace(db)
  expect(await workFor(pace, 40, 3)).toBe(restOf40())
  // The rest is no work.
  expect(await workFor(pace, 40, 3)).toBe(restOf40())
})

it('goes on at full speed once the others are gone, and rests for a second at most', async () => {
  useFakeTime()
  const pace = new ImportPace(db)
  expect(await workFor(pace, 5_000, 100)).toBe(1_000)
  expect(await workFor(pace, 40, 0)).toBe(0)
})

it('counts those who are served during the rest', async () => {
  useFakeTime()
  const pace = new ImportPace(db)
  vi.advanceTimersByTime(40)
  serve(3)
  const resting = pace.rest()
  serve(3)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  await resting
  expect(await workFor(pace, 40, 0)).toBe(restOf40())
})
