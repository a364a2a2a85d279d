import { sql } from 'kysely'
import { readRows } from '#lib/foundation/db/copy/rows.ts'
import { storedTables, type TableName } from '#lib/foundation/db/copy/stored-tables.ts'
import type { Database, Db } from '#lib/foundation/db/database.ts'

/** The same text under the master secret to move to. @throws if no configured secret can read it */
type Reseal = (sealed: string, masterId: string | undefined) => Promise<string>

type Order = Readonly<{
  table: TableName
  columns: readonly string[]
  /** The ID of the master secret to move to. */
  masterId: string
  reseal: Reseal
}>

export type Resealed = Readonly<{ moved: number; unreadable: number }>

/** Few enough to delay other writers by a few milliseconds at most. */
const rowsPerTransaction = 100

type Change = Readonly<{ before: ReadonlyMap<string, unknown>; after: ReadonlyMap<string, string> }>

/**
 * Moves the encrypted columns of a table to another master secret, while servers read and change them. What has
 * moved is skipped, so an interrupted call can be repeated.
 */
export async function resealRows(db: Database, order: Order): Promise<Resealed> {
  let [moved, unreadable] = [0, 0]
  for await (const rows of readRows(db, order.table)) {
    for (let start = 0; start < rows.length; start += rowsPerTransaction) {
      const changes: Change[] = []
      for (const row of rows.slice(start, start + rowsPerTransaction)) {
        const before = new Map<string, unknown>(Object.entries(row))
        const after = await resealRow(before, order).catch(() => undefined)
        if (after === undefined) unreadable += 1
        else if (after.size > 0) changes.push({ before, after })
      }
      moved += await applyChanges(db, order, changes)
    }
  }
  return { moved, unreadable }
}

/** The columns to change: none if the row has nothing encrypted, or has moved. */
async function resealRow(row: ReadonlyMap<string, unknown>, order: Order): Promise<ReadonlyMap<string, string>> {
  const after = new Map<string, string>()
  const masterId = row.get('master_id')
  if (masterId === order.masterId) return after
  for (const name of order.columns) {
    const sealed = row.get(name)
    if (typeof sealed !== 'string' || sealed === '') continue
    const text = await order.reseal(sealed, typeof masterId === 'string' ? masterId : undefined)
    if (text !== sealed) after.set(name, text)
  }
  if (after.size > 0 && row.has('master_id')) after.set('master_id', order.masterId)
  return after
}

async function applyChanges(db: Database, order: Order, changes: readonly Change[]): Promise<number> {
  if (changes.length === 0) return 0
  return db.transaction().execute(async (trx) => {
    let moved = 0
    for (const change of changes) moved += await applyChange(trx, order, change)
    return moved
  })
}

/** Unless a server has changed what is encrypted since. */
async function applyChange(db: Db, { table, columns }: Order, { before, after }: Change): Promise<number> {
  const set = [...after].map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const same = [...storedTables[table].key, ...columns].map((name) => {
    const value = before.get(name)
    return value === null ? sql`${sql.ref(name)} is null` : sql`${sql.ref(name)} = ${value}`
  })
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.join(set)} where ${sql.join(same, sql` and `)}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
