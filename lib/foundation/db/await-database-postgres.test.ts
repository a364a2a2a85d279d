import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { awaitDatabase } from '#lib/foundation/db/await-database.ts'
import { type Database, openDatabase } from '#lib/foundation/db/database.ts'
import { systemClock } from '#lib/kernel/clock.ts'
import { EnvError, readEnv } from '#lib/kernel/env.ts'
import { type PostgresServer, query, startPostgres } from '#lib/testing/postgres-server.ts'
import { testSecret } from '#lib/testing/test-services.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres({ fsync: 'off' })
})
afterAll(() => server.remove())

function open(database = 'postgres'): Database {
  const env = readEnv({ DATABASE_URL: server.url(database), LATCHKEY_SECRET: testSecret })
  const db = openDatabase(env, systemClock, 'command')
  onTestFinished(() => db.destroy())
  return db
}

describe('waiting for PostgreSQL', () => {
  it('is over at once where it answers', async () => {
    let told = 0
    await awaitDatabase(open(), () => (told += 1))
    expect(told).toBe(0)
  })

  it('goes on until it answers, and tells so once', async () => {
    await server.stop()
    let told = 0
    const waiting = awaitDatabase(open(), () => (told += 1))
    await sleep(1_200)
    await server.start()
    await waiting
    expect(told).toBe(1)
  })

  it('ends with one sentence where it stays away', async () => {
    await server.stop()
    onTestFinished(() => server.start())
    await expect(awaitDatabase(open(), () => undefined, 600)).rejects.toThrow(
      new EnvError(
        'DATABASE_URL names a database that does not answer: check host and port, and whether PostgreSQL runs.',
      ),
    )
  })

  it.each(['LATIN1', 'SQL_ASCII'])('does not wait for a database with the encoding %s', async (encoding) => {
    await query(
      server.url('postgres'),
      `create database ${encoding} encoding '${encoding}' locale_provider libc locale 'C' template template0`,
    )
    await expect(awaitDatabase(open(encoding.toLowerCase()), () => undefined)).rejects.toThrow(
      new EnvError(
        `DATABASE_URL names a database with the encoding ${encoding}: make one with createdb --encoding=UTF8 --template=template0.`,
      ),
    )
  })

  it('does not wait for a database that is not there', async () => {
    await expect(awaitDatabase(open('nowhere'), () => undefined)).rejects.toThrow(
      new EnvError('DATABASE_URL names a database that does not exist: make it with createdb.'),
    )
  })
})
