import { expect, it, vi } from 'vitest'
import { openTestServices, testEngine } from '#lib/testing/test-services.ts'

it('is told alike by every copy of the module that a process evaluates', async () => {
  const { db } = await openTestServices()
  vi.resetModules()
  const copy = await import('#lib/foundation/db/engine.ts')
  expect(copy.engineOf(db)).toBe(testEngine())
  expect(await db.transaction().execute(async (trx) => copy.engineOf(trx))).toBe(testEngine())
})
