import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Services } from '#lib/foundation/services.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { leaseMs, takeLease } from '#lib/server/maintenance/lease-store.ts'
import { runMaintenance } from '#lib/server/maintenance/run-maintenance.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const intervalMs = 60 * secondMs

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

function turnOf(holder: string, using: Services = services, signal = new AbortController().signal) {
  return runMaintenance({ services: using, holder, pace: { intervalMs, batchDelayMs: 0 }, signal })
}

/** Counts of failed sign-ins whose time is over. */
async function insertOld(rows: number): Promise<void> {
  const windows = Array.from({ length: rows }, (_, n) => ({ subject: `s${n}`, failures: 1, window_ends_at: n }))
  for (let from = 0; from < rows; from += 1_000) {
    await services.db
      .insertInto('sign_in_failures')
      .values(windows.slice(from, from + 1_000))
      .execute()
  }
}

async function countOld(): Promise<number> {
  return (await services.db.selectFrom('sign_in_failures').select('subject').execute()).length
}

/** The services with something that happens before each statement that deletes from this table. */
function whenSweeping(table: string, happen: () => Promise<void> | void): Services {
  let happening: Promise<void> | void
  const db = services.db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'DeleteQueryNode' && JSON.stringify(node.from).includes(table)) happening = happen()
      return node
    },
    transformResult: async ({ result }) => {
      await happening
      return result
    },
  })
  return { ...services, db }
}

/** Lets time pass on both clocks: the one of this process, and the one of the database. */
function letTimePass(): (byMs: number) => void {
  const real = performance.now.bind(performance)
  let passedMs = 0
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => real() + passedMs)
  onTestFinished(() => void spy.mockRestore())
  return (byMs) => {
    passedMs += byMs
    services.clock.advance(byMs)
  }
}

describe('the turn to sweep', () => {
  it('is one instance’s of all that ask at the same moment', async () => {
    const { dataDir } = services.env
    const all = [services, ...(await Promise.all([1, 2, 3].map(() => openTestServices({ DATA_DIR: dataDir }))))]
    const asked = Array.from({ length: 20 }, (_, n) => turnOf(`inst_${n}`, all[n % all.length]))
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1)
  })

  it('comes again a minute after the last one has ended, for whoever asks first', async () => {
    expect(await turnOf('one')).toEqual({})
    services.clock.advance(intervalMs - 1)
    expect([await turnOf('one'), await turnOf('other')]).toEqual([undefined, undefined])
    services.clock.advance(1)
    expect([await turnOf('other'), await turnOf('one')]).toEqual([{}, undefined])
  })

  it('of an instance that died is taken over once its lease is over, to the millisecond', async () => {
    await takeLease(services.db, 'dead', intervalMs)
    services.clock.advance(leaseMs - 1)
    expect(await turnOf('other')).toBeUndefined()
    services.clock.advance(1)
    expect(await turnOf('other')).toEqual({})
  })

  it('is not lost for long when the clock was wrong by years', async () => {
    const { clock } = services
    clock.advance(1_000 * intervalMs)
    await turnOf('one')
    clock.advance(-1_000 * intervalMs)
    expect(await turnOf('other')).toEqual({})
  })

  it('goes on while there is a backlog, and says so in time', async () => {
    await insertOld(420)
    const pass = letTimePass()
    const busy = whenSweeping('sign_in_failures', () => pass(leaseMs / 3))
    expect(await turnOf('one', busy)).toEqual({ sign_in_failures: 420 })
    expect(await countOld()).toBe(0)
  })

  it('ends when another instance has taken over', async () => {
    await insertOld(420)
    const pass = letTimePass()
    const stalled = whenSweeping('sign_in_failures', async () => {
      pass(leaseMs)
      expect(await takeLease(services.db, 'other', intervalMs)).toBe(true)
    })
    expect(await turnOf('one', stalled)).toEqual({ sign_in_failures: 100 })
    services.clock.advance(leaseMs - 1)
    expect(await turnOf('third'), 'the other one’s lease stands').toBeUndefined()
  })

  it('ends after the batch under way when the instance stops, and is free at once', async () => {
    await insertOld(420)
    const stopping = new AbortController()
    const stopped = whenSweeping('sign_in_failures', () => stopping.abort())
    expect(await turnOf('one', stopped, stopping.signal)).toEqual({ sign_in_failures: 100 })
    expect(await turnOf('other')).toEqual({ sign_in_failures: 320 })
  })
})

describe('a sweep that fails', () => {
  it('is logged, and the others are made', async () => {
    await insertOld(10)
    const broken = whenSweeping('password_links', () => {
      throw new Error('no such luck')
    })
    expect(await turnOf('one', broken)).toEqual({ sign_in_failures: 10 })
    expect(services.logLines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 40,
        table: 'password_links',
        error: expect.objectContaining({ message: 'no such luck' }),
        msg: 'maintenance failed',
      }),
    ])
  })
})
