import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { ApiClient } from './fixtures.ts'
import type { Send } from './http.ts'
import { askTokens } from './protocol.ts'

/** The product's connections in pg_stat_activity. */
export type Connections = Readonly<{
  open: number
  /** Connections in one statement or between two of a transaction for {@link settledMs}, though no request is running. */
  busy: number
  /** The number of connections that the pools can use in parallel. */
  usable: number
}>

const pollMs = 100
/**
 * After this time without growth, a pool is at its maximum. Statements wait for a lock for at most 3 s. What the product
 * does by itself, such as looking for messages to send, takes less.
 */
const settledMs = 1_000
const longestMs = 10_000
/** More requests than a pool has connections. */
const asked = 15

/**
 * Counts the connections of all instances. Then it sends more requests than there are connections while a lock blocks
 * all.
 */
export function measureConnections(address: string, sends: readonly Send[], program: ApiClient): Promise<Connections> {
  return withClient(address, async (observer) => {
    await sleep(settledMs)
    const { open, stuck } = await countConnections(observer)
    const usable = await withClient(address, async (holder) => {
      await holder.query('begin')
      await holder.query('lock table refresh_families in access exclusive mode')
      const asking = sends.flatMap((send) => Array.from({ length: asked }, () => askTokens(send, program)))
      const most = await countWaiting(observer)
      await holder.query('commit')
      // Their outcome is not measured here.
      await Promise.allSettled(asking)
      return most
    })
    return { open, busy: stuck, usable }
  })
}

async function withClient<T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address, application_name: 'resilience-tests' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Resolves when the count stops growing. Not in a transaction, where PostgreSQL repeats its first snapshot. */
async function countWaiting(observer: pg.Client): Promise<number> {
  const startedAt = performance.now()
  let [most, since] = [0, startedAt]
  for (let now = startedAt; now - since < settledMs || (most === 0 && now - startedAt < longestMs); ) {
    await sleep(pollMs)
    now = performance.now()
    const { busy } = await countConnections(observer)
    if (busy > most) since = now
    most = Math.max(most, busy)
  }
  return most
}

type Counts = Readonly<{ open: number; busy: number; stuck: number }>

async function countConnections(client: pg.Client): Promise<Counts> {
  const { rows } = await client.query(
    `select count(*)::int as open, (count(*) filter (where state <> 'idle'))::int as busy,
       (count(*) filter (where state <> 'idle'
         and state_change < clock_timestamp() - interval '${settledMs} milliseconds'))::int as stuck
     from pg_stat_activity where application_name = 'latchkey' and datname = current_database()`,
  )
  return rows[0]
}
