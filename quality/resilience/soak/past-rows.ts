import { sql } from 'kysely'
import { journalLock } from '#lib/domain/events/journal/seal-events.ts'
import { resetUnsealed } from '#lib/domain/events/journal/store.ts'
import { deleteRows, insertRows } from '#lib/foundation/db/copy/rows.ts'
import { chainedTables } from '#lib/foundation/db/copy/stored-tables.ts'
import { type Database, readNow } from '#lib/foundation/db/database.ts'
import { takeLock } from '#lib/foundation/db/lock.ts'
import { dayMs, hourMs } from '#lib/kernel/clock.ts'
import { randomToken } from '#lib/kernel/crypto.ts'
import { visitsPerRotation } from './visits.ts'

type Row = Readonly<Record<string, unknown>>

/** Retention of audit events in this test, in days. */
export const retentionDays = 1

/** A rotation, the first use of the new secret, and the end of the former one. */
const eventsPerRotation = 3

/** For each table that visits fill: its unique columns, and the expiry of its rows. */
const kinds = {
  sso_grants: { own: ['token_hash'], end: 'expires_at', keptMs: dayMs, perVisit: 1 },
  account_sessions: { own: ['id', 'secret_hash', 'browser_hash'], end: 'expires_at', keptMs: dayMs, perVisit: 1 },
  refresh_families: { own: ['id'], end: 'idle_expires_at', keptMs: dayMs + hourMs, perVisit: 1 },
  audit_events: {
    own: ['id'],
    end: 'at',
    keptMs: retentionDays * dayMs,
    perVisit: 1 + eventsPerRotation / visitsPerRotation,
  },
  key_secrets: { own: ['id', 'secret_hash'], end: 'retired_at', keptMs: 92 * dayMs, perVisit: 1 / visitsPerRotation },
} as const

export type SweptTable = keyof typeof kinds

export const sweptTables = Object.keys(kinds) as readonly SweptTable[]

/** The rows that visits at this rate add to a table in a second. */
export function rowsPerSecond(table: SweptTable, visitsPerSecond: number): number {
  return kinds[table].perVisit * visitsPerSecond
}

const batchRows = 500

/**
 * Adds rows that visits at this rate would have left days ago and that expire one after the other during the run.
 * Tables then keep their size only if maintenance deletes rows as fast as visits add them.
 */
export async function addPastRows(db: Database, perSecond: number, forMs: number): Promise<void> {
  const now = await readNow(db)
  for (const table of sweptTables) {
    const count = Math.round((rowsPerSecond(table, perSecond) * forMs) / 1_000)
    const models = await findModels(db, table)
    for (let start = 0; start < count; start += batchRows) {
      const rows = Array.from({ length: Math.min(batchRows, count - start) }, (_, index) => {
        const dueAt = now + ((start + index) / count) * forMs
        return makePast(table, models[index % models.length] ?? {}, dueAt)
      })
      await insertRows(db, table, rows as never)
    }
  }
  await sealAgain(db)
}

function findModels(db: Database, table: SweptTable): Promise<readonly Row[]> {
  const ended = db.selectFrom(table).selectAll().where(sql.ref(kinds[table].end), 'is not', null)
  return ended.limit(batchRows).execute()
}

/** Retention follows the journal, which must have the past events before those of now. */
async function sealAgain(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await takeLock(trx, journalLock)
    for (const table of chainedTables) await deleteRows(trx, table)
    await resetUnsealed(trx)
  })
}

/** Copies a row with earlier instants, so that it expires at the given time. */
function makePast(table: SweptTable, model: Row, dueAt: number): Row {
  const { own, end, keptMs } = kinds[table]
  const earlierMs = Math.round(Number(model[end]) + keptMs - dueAt)
  const toPast = ([column, value]: [string, unknown]): [string, unknown] => {
    if (own.some((name) => name === column)) return [column, randomToken()]
    return [column, /(^|_)at$/.test(column) && typeof value === 'number' ? value - earlierMs : value]
  }
  return Object.fromEntries(Object.entries(model).map(toPast))
}
