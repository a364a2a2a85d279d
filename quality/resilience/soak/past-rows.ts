import { dayMs, hourMs } from '#lib/clock.ts'
import { randomToken } from '#lib/crypto.ts'
import { deleteRows, insertRows } from '#lib/db/copy/rows.ts'
import { chainedTables } from '#lib/db/copy/stored-tables.ts'
import { type Database, readNow } from '#lib/db/database.ts'
import { takeLock } from '#lib/db/lock.ts'
import { journalLock } from '#lib/journal/seal-events.ts'
import { resetUnsealed } from '#lib/journal/store.ts'

type Row = Readonly<Record<string, unknown>>

/** Retention of audit events in this test, in days. */
export const retentionDays = 1

/** For each table that visits fill: its unique columns, and the expiry of its rows. */
const kinds = {
  sso_grants: { own: ['token_hash'], end: 'expires_at', keptMs: dayMs },
  account_sessions: { own: ['id', 'secret_hash', 'browser_hash'], end: 'expires_at', keptMs: dayMs },
  refresh_families: { own: ['id'], end: 'idle_expires_at', keptMs: dayMs + hourMs },
  audit_events: { own: ['id'], end: 'at', keptMs: retentionDays * dayMs },
} as const

export type SweptTable = keyof typeof kinds

export const sweptTables = Object.keys(kinds) as readonly SweptTable[]

const batchRows = 500

/**
 * Adds rows that visits at this rate would have left days ago and that expire one after the other during the run. Tables
 * then keep their size only if maintenance deletes rows as fast as visits add them.
 */
export async function addPastRows(db: Database, perSecond: number, forMs: number): Promise<void> {
  const now = await readNow(db)
  const count = Math.round((perSecond * forMs) / 1_000)
  for (const table of sweptTables) {
    const models: readonly Row[] = await db.selectFrom(table).selectAll().limit(batchRows).execute()
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
