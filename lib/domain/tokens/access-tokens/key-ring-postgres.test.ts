import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { currentKeyRing } from '#lib/domain/tokens/access-tokens/key-ring.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { runWithWaitBudget } from '#lib/kernel/wait-budget.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

/** Simulates a database that answers no query on this table. On SQLite, readers wait for no lock. */
async function whileKeysAreLocked({ db }: TestServices, work: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`lock table signing_keys in access exclusive mode`.execute(trx)
    await work()
  })
}

it('is awaited by each request within its own wait budget, even if another request began to load it', async () => {
  const services = await openTestServices()
  await currentKeyRing(services)
  services.clock.advance(5 * secondMs)
  await whileKeysAreLocked(services, async () => {
    const patient = runWithWaitBudget(4 * secondMs, () => currentKeyRing(services))
    const outcomes: unknown[] = []
    for (const limitMs of [50, 100]) {
      outcomes.push(await runWithWaitBudget(limitMs, () => currentKeyRing(services)).catch((error) => error.code))
    }
    expect(outcomes).toEqual(['temporarily_unavailable', 'temporarily_unavailable'])
    await expect(Promise.race([patient, 'still waiting'])).resolves.toBe('still waiting')
    patient.catch(() => undefined)
  })
})

it('serves waiting requests after the request that began to load it has given up', async () => {
  const services = await openTestServices()
  await currentKeyRing(services)
  services.clock.advance(5 * secondMs)
  let waiting: Promise<unknown> | undefined
  await whileKeysAreLocked(services, async () => {
    await expect(runWithWaitBudget(50, () => currentKeyRing(services))).rejects.toThrow()
    waiting = runWithWaitBudget(4 * secondMs, () => currentKeyRing(services))
  })
  await expect(waiting).resolves.toMatchObject({ loadedAt: services.clock.now() })
})

it('is fresh for every request that waited for it, however long the load took', async () => {
  const services = await openTestServices()
  await currentKeyRing(services)
  services.clock.advance(5 * secondMs)
  const askedAt = services.clock.now()
  let waiting: Promise<unknown> | undefined
  await whileKeysAreLocked(services, async () => {
    waiting = Promise.all([currentKeyRing(services), currentKeyRing(services)])
    await nextTurn()
    services.clock.advance(5 * secondMs)
  })
  await expect(waiting).resolves.toMatchObject([{ loadedAt: askedAt }, { loadedAt: askedAt }])
})
