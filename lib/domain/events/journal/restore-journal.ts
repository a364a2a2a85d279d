import { findEntry, findHead, findNewestIssuer } from '#lib/domain/events/journal/store.ts'
import { copyTables, deleteRows } from '#lib/foundation/db/copy/rows.ts'
import { chainedTables } from '#lib/foundation/db/copy/stored-tables.ts'
import type { Db, DbTransaction } from '#lib/foundation/db/database.ts'
import { hasTable } from '#lib/foundation/db/has-table.ts'
import { setIssuer } from '#lib/foundation/server-keys/store.ts'

/**
 * Continues the journal after a restore: this database's own if it contains the backup's head, else the backup's.
 * Events that are in neither are sealed again, and the event of the restore follows them. The transaction is exclusive.
 */
export async function restoreJournal(trx: DbTransaction, backup: Db): Promise<void> {
  if (await contains(trx, backup)) return
  for (const table of chainedTables) await deleteRows(trx, table)
  await copyJournal(backup, trx)
}

/**
 * Takes over the entries since, of a database whose journal contains this one's head. One of a former version has none.
 */
export async function extendJournal(trx: DbTransaction, newer: Db): Promise<void> {
  if ((await hasTable(newer, 'journal_entries')) && (await contains(newer, trx))) await copyJournal(newer, trx)
}

/** Restored settings have the issuer of the backup, whose journal may have gone on since. */
export async function restoreIssuer(trx: DbTransaction): Promise<void> {
  const issuer = await findNewestIssuer(trx)
  if (issuer !== undefined) await setIssuer(trx, issuer)
}

async function contains(db: Db, other: Db): Promise<boolean> {
  const head = await findHead(other)
  return (await findEntry(db, head.seq))?.hash === head.hash
}

function copyJournal(from: Db, to: DbTransaction): Promise<void> {
  return copyTables(from, to, { tables: chainedTables, merged: chainedTables, onProgress: () => undefined })
}
