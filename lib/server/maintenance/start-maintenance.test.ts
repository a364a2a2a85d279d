import { beforeEach, expect, it } from 'vitest'
import { hourMs } from '#lib/kernel/clock.ts'
import { startMaintenance } from '#lib/server/maintenance/run-maintenance.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const pace = { intervalMs: 2, batchDelayMs: 0 }

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

async function insertOld(subject: string): Promise<void> {
  await services.db.insertInto('sign_in_failures').values({ subject, failures: 1, window_ends_at: 0 }).execute()
}
const rows = () => services.db.selectFrom('sign_in_failures').select('subject').execute()
/** What is left when it is the next turn's time, whenever the last one has ended. */
function rowsLater() {
  services.clock.advance(pace.intervalMs)
  return rows()
}
const logged = () => services.logLines.map((line) => JSON.parse(line))

it('sweeps again and again beside everything else, and says what it swept', async () => {
  const maintenance = startMaintenance(services, pace)
  for (const subject of ['a', 'b', 'c']) {
    await insertOld(subject)
    await expect.poll(rowsLater).toEqual([])
  }
  await maintenance.stop()
  expect(logged()).toHaveLength(3)
  for (const line of logged()) expect(line).toMatchObject({ level: 20, swept: { sign_in_failures: 1 } })
})

it('says nothing while there is nothing to sweep', async () => {
  const maintenance = startMaintenance(services, pace)
  await expect.poll(() => services.db.selectFrom('leases').select('name').execute()).toHaveLength(1)
  await maintenance.stop()
  expect(services.logLines).toEqual([])
})

it('logs a failure, and goes on once the cause is gone', async () => {
  let isBroken = true
  const db = services.db.withPlugin({
    transformQuery: ({ node }) => {
      if (isBroken) throw new Error('no such luck')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await insertOld('a')
  const maintenance = startMaintenance({ ...services, db }, pace)
  await expect.poll(() => services.logLines.length).toBeGreaterThan(1)
  expect(logged()[0]).toMatchObject({ level: 40, error: { message: 'no such luck' }, msg: 'maintenance failed' })
  isBroken = false
  await expect.poll(rowsLater).toEqual([])
  await maintenance.stop()
})

it('is stopped when the batch under way is done, not before', async () => {
  const order: string[] = []
  let stopping: Promise<unknown> | undefined
  const db = services.db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'DeleteQueryNode') stopping ??= maintenance.stop().then(() => order.push('stopped'))
      return node
    },
    transformResult: async ({ result }) => {
      if (stopping) order.push('done')
      return result
    },
  })
  const maintenance = startMaintenance({ ...services, db }, pace)
  await expect.poll(() => order.at(-1)).toBe('stopped')
  // The batch, and the lease that is given back.
  expect(order).toEqual(['done', 'done', 'stopped'])
})

it('is stopped at once between two turns', async () => {
  await startMaintenance(services, { intervalMs: hourMs, batchDelayMs: 0 }).stop()
  expect(await services.db.selectFrom('leases').select('name').execute()).toEqual([])
})
