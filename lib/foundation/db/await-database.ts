import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '#lib/foundation/db/database.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { EnvError } from '#lib/kernel/env.ts'
import { isRefusal } from '#lib/kernel/errors.ts'

const pauseMs = secondMs / 2
const oldestVersion = 15

/**
 * Waits until PostgreSQL answers, because instances are often started together with their database. Returns at once for
 * SQLite.
 * @param onWait called once, if the first attempt gets no answer
 * @throws EnvError if the database doesn't answer within `patienceMs`, rejects this user, is older than version 15, or
 *   isn't encoded in UTF-8
 */
export async function awaitDatabase(db: Database, onWait: () => void, patienceMs = 30 * secondMs): Promise<void> {
  if (engineOf(db) === 'sqlite') return
  const deadline = performance.now() + patienceMs
  for (let attempt = 1; ; attempt++) {
    const refusal = await tryDatabase(db)
    if (refusal === 'answers') return
    if (performance.now() >= deadline) throw new EnvError(unreachable, { cause: refusal })
    if (attempt === 1) onWait()
    await sleep(pauseMs)
  }
}

const unreachable =
  'DATABASE_URL names a database that does not answer: check host and port, and whether PostgreSQL runs.'

/** @returns the error if waiting may help */
async function tryDatabase(db: Database): Promise<unknown> {
  try {
    await refuseUnfit(db)
    return 'answers'
  } catch (error) {
    if (error instanceof EnvError) throw error
    const cause = isRefusal(error) ? error.cause : error
    if (cause instanceof pg.DatabaseError && !isPassing(cause)) throw new EnvError(explain(cause), { cause })
    return cause
  }
}

/** An old version, or an encoding that can't store every name. */
async function refuseUnfit(db: Database): Promise<void> {
  const { rows } = await sql<{ version: string; encoding: string }>`
    select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`.execute(db)
  const { version, encoding = 'UTF8' } = rows[0] ?? {}
  if (encoding !== 'UTF8') {
    throw new EnvError(
      `DATABASE_URL names a database with the encoding ${encoding}: make one with createdb --encoding=UTF8 --template=template0.`,
    )
  }
  const major = Math.floor(Number(version) / 10_000)
  if (major < oldestVersion) {
    throw new EnvError(`DATABASE_URL names a PostgreSQL ${major}: Latchkey needs version ${oldestVersion} or newer.`)
  }
}

/** It is starting or stopping, or has no free connection. */
function isPassing({ code = '' }: pg.DatabaseError): boolean {
  return /^(53|57)/.test(code)
}

function explain({ code = '' }: pg.DatabaseError): string {
  if (code.startsWith('28')) return 'DATABASE_URL names a user or a password that PostgreSQL does not accept.'
  if (code === '3D000') return 'DATABASE_URL names a database that does not exist: make it with createdb.'
  return `DATABASE_URL names a database that cannot be used (SQLSTATE ${code}).`
}
