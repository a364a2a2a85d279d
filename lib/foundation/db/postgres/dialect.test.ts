import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createPostgresDialect } from '#lib/foundation/db/postgres/dialect.ts'
import { createPool } from '#lib/foundation/db/postgres/open-postgres.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'
import { runWithWaitBudget } from '#lib/kernel/wait-budget.ts'
import { type PostgresServer, startPostgres } from '#lib/testing/postgres-server.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let db: Kysely<Tables>
beforeEach(async () => {
  services = await openTestServices()
  db = openAt(services.env.databaseUrl ?? '')
})

function openAt(url: string, waitMs = 1_000, connections?: number): Kysely<Tables> {
  const pool = createPool(url, 'server')
  if (connections !== undefined) pool.options.max = connections
  const opened = new Kysely<Tables>({ dialect: createPostgresDialect(pool, waitMs) })
  onTestFinished(() => opened.destroy())
  return opened
}

const one = (from = db) => sql<{ one: number }>`select 1 as one`.execute(from).then(({ rows }) => rows[0]?.one)
const unavailable = { code: 'temporarily_unavailable', retryAfterSeconds: 1 }
const setting = (name: string, value = 'x') => db.insertInto('settings').values({ name, value })
const settings = async () =>
  (
    await db.selectFrom('settings').select('name').where('name', '<>', 'master-secret-id').orderBy('name').execute()
  ).map((row) => row.name)

describe('PostgreSQL', () => {
  it('orders and compares text by its bytes, as the embedded database does', async () => {
    for (const name of ['b', 'B', 'ä', 'a', '_', '~']) await setting(name).execute()
    expect(await settings()).toEqual(['B', '_', 'a', 'b', '~', 'ä'])
  })

  it('gives counts and instants as numbers', async () => {
    const { rows } = await sql`select count(*) as total, latchkey_now_ms() as now from settings`.execute(db)
    expect(rows).toEqual([{ total: 1, now: expect.any(Number) }])
  })

  it('takes U+0000, which it cannot hold, for a character that nothing contains', async () => {
    await setting('a\0b').execute()
    expect(await settings()).toEqual(['a\ufffdb'])
    expect(await db.selectFrom('settings').selectAll().where('name', '=', 'a').execute()).toEqual([])
  })

  it('goes on where another instance has changed a table since a statement was prepared', async () => {
    onTestFinished(async () => void (await sql`drop table changing`.execute(openAt(services.env.databaseUrl ?? ''))))
    await sql`create table changing (a integer)`.execute(db)
    await sql`insert into changing values (1)`.execute(db)
    // Another connection would not have the statement prepared.
    const single = openAt(services.env.databaseUrl ?? '', 1_000, 1)
    const read = (from: Kysely<Tables> = single) => sql`select * from changing`.execute(from).then(({ rows }) => rows)
    expect(await read()).toEqual([{ a: 1 }])
    await sql`alter table changing add column b integer`.execute(services.db)
    expect(await read()).toEqual([{ a: 1, b: null }])
    expect(await read()).toEqual([{ a: 1, b: null }])
    await sql`alter table changing add column c integer`.execute(services.db)
    // The transaction has failed by it and can only be repeated, over a connection that knows nothing of before.
    await expect(single.transaction().execute(read)).rejects.toMatchObject(unavailable)
    expect(await single.transaction().execute(read)).toEqual([{ a: 1, b: null, c: null }])
  })

  it('begins transactions as READ COMMITTED, whatever the server defaults to', async () => {
    const url = new URL(services.env.databaseUrl ?? '')
    url.searchParams.set('options', '-c default_transaction_isolation=serializable')
    const level = sql<{ level: string }>`select current_setting('transaction_isolation') as level`
    const strict = openAt(url.href)
    expect((await level.execute(strict)).rows).toEqual([{ level: 'serializable' }])
    const { rows } = await strict.transaction().execute((trx) => level.execute(trx))
    expect(rows).toEqual([{ level: 'read committed' }])
  })

  it('rolls back what throws, and says so where a failed transaction is committed', async () => {
    const undecided = db.transaction().execute(async (trx) => {
      await trx.insertInto('settings').values({ name: 'a', value: 'x' }).execute()
      throw new Error('changed its mind')
    })
    await expect(undecided).rejects.toThrow('changed its mind')
    const failed = db.transaction().execute(async (trx) => {
      await trx.insertInto('settings').values({ name: 'a', value: 'x' }).execute()
      await sql`select no_such_function()`.execute(trx).catch(() => undefined)
    })
    await expect(failed).rejects.toThrow('was rolled back')
    expect(await settings()).toEqual([])
  })

  it('tells a mistake of ours from trouble', async () => {
    await expect(sql`select no_such_function()`.execute(db)).rejects.toMatchObject({ code: '42883' })
    await setting('a').execute()
    await expect(setting('a').execute()).rejects.toMatchObject({ code: '23505' })
  })
})

describe('trouble is a 503, and over as soon as it is over', () => {
  it('when a statement takes too long', async () => {
    const quick = openAt(services.env.databaseUrl ?? '', 1_000)
    await expect(sql`select pg_sleep(10)`.execute(quick)).rejects.toMatchObject(unavailable)
    expect(await one(quick)).toBe(1)
  })

  it('when the disk is full', async () => {
    const single = openAt(services.env.databaseUrl ?? '', 1_000, 1)
    const pid = () => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(single).then(({ rows }) => rows[0])
    const before = await pid()
    await expect(sql`do $$ begin raise disk_full; end $$`.execute(single)).rejects.toMatchObject(unavailable)
    expect(await pid()).toEqual(before)
  })

  it('when the request has waited long enough altogether', async () => {
    const patient = openAt(services.env.databaseUrl ?? '', 5_000)
    await runWithWaitBudget(2_000, async () => {
      await sql`select pg_sleep(1.2)`.execute(patient)
      await expect(sql`select pg_sleep(1.2)`.execute(patient)).rejects.toMatchObject(unavailable)
      // Timers may fire a millisecond early: enough left for a quick answer, never for this one.
      await expect(sql`select pg_sleep(0.2)`.execute(db)).rejects.toMatchObject(unavailable)
    })
    expect(await one()).toBe(1)
  })

  it('when every connection is taken', async () => {
    const quick = openAt(services.env.databaseUrl ?? '', 300)
    const sleepers = Array.from({ length: 9 }, () => sql`select pg_sleep(0.2)`.execute(quick))
    await expect(runWithWaitBudget(50, () => one(quick))).rejects.toMatchObject(unavailable)
    await Promise.all(sleepers)
    // The one that came too late was given back: all nine can be in use at once.
    let begun = 0
    const { promise: allBegun, resolve } = Promise.withResolvers<void>()
    const meet = () =>
      quick.transaction().execute(async () => {
        begun += 1
        if (begun === 9) resolve()
        await allBegun
      })
    await Promise.all(Array.from({ length: 9 }, meet))
  })

  it('when the connection is ended in the middle of a transaction', async () => {
    const cut = db.transaction().execute(async (trx) => {
      await trx.insertInto('settings').values({ name: 'a', value: 'x' }).execute()
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
      await one(trx)
    })
    await expect(cut).rejects.toMatchObject(unavailable)
    expect(await settings()).toEqual([])
  })

  it('when two transactions wait for each other', async () => {
    const patient = openAt(services.env.databaseUrl ?? '', 4_000)
    await setting('a').execute()
    await setting('b').execute()
    const touch = (first: string, second: string) =>
      patient.transaction().execute(async (trx) => {
        await trx.updateTable('settings').set({ value: first }).where('name', '=', first).execute()
        await sql`select pg_sleep(0.2)`.execute(trx)
        await trx.updateTable('settings').set({ value: first }).where('name', '=', second).execute()
      })
    const outcomes = await Promise.allSettled([touch('a', 'b'), touch('b', 'a')])
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(reasons).toEqual([expect.objectContaining({ code: 'temporarily_unavailable' })])
  })
})

describe('a server that goes away', () => {
  let server: PostgresServer
  beforeEach(async () => {
    server = await startPostgres({ fsync: 'off' })
  })
  afterEach(() => server.remove())

  it('is a 503 until it is back', async () => {
    const there = openAt(server.url('postgres'))
    expect(await one(there)).toBe(1)
    await server.stop('immediate')
    for (let attempt = 0; attempt < 20; attempt++) await expect(one(there)).rejects.toMatchObject(unavailable)
    await server.start()
    expect(await one(there)).toBe(1)
  })

  it('behind a network that swallows everything is a 503 within the wait, and no connection stays behind', async () => {
    const proxy = await startProxy(server.port)
    const waitMs = 1_500
    const there = openAt(`postgres://postgres@127.0.0.1:${proxy.port}/postgres`, waitMs)
    expect(await Promise.all(Array.from({ length: 9 }, () => one(there)))).toEqual(Array(9).fill(1))
    proxy.swallow(true)
    const start = performance.now()
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => one(there)))
    expect(outcomes.map((outcome) => outcome.status)).toEqual(Array(20).fill('rejected'))
    // One after another they would wait 20 times as long.
    expect(performance.now() - start).toBeLessThan(10 * waitMs)
    proxy.swallow(false)
    expect(await Promise.all(Array.from({ length: 9 }, () => one(there)))).toEqual(Array(9).fill(1))
  })
})

/** Passes bytes on, or swallows those of connections that are there and of new ones. */
async function startProxy(target: number) {
  let swallowing = false
  const sockets = new Set<Socket>()
  const listener = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const [from, to] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (!swallowing) to.write(bytes)
      })
      from.on('error', () => undefined)
      from.on('close', () => to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    listener.close()
  })
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    port: address.port,
    swallow: (on: boolean) => {
      swallowing = on
    },
  }
}
