import { setImmediate } from 'node:timers/promises'
import { addCounts, compareRows, type FileRow, type ImportCounts, noCounts } from '#lib/accounts/account-file.ts'
import { rowsPerBatch } from '#lib/accounts/import-account-batch.ts'
import { findAccounts } from '#lib/accounts/store.ts'
import type { Services } from '#lib/services.ts'
import type { Actor } from '#lib/users/actor.ts'
import { requireManager } from '#lib/users/roles.ts'

/**
 * How many accounts an import of these rows would add and change as things stand now. Writes nothing.
 * @throws Refusal `forbidden`
 */
export async function previewImport({ db }: Services, actor: Actor, rows: readonly FileRow[]): Promise<ImportCounts> {
  requireManager(actor)
  let counts = noCounts
  for (let start = 0; start < rows.length; start += rowsPerBatch) {
    const batch = rows.slice(start, start + rowsPerBatch)
    const ids = batch.map(({ account }) => account.id)
    const { created, updated, unchanged } = compareRows(await findAccounts(db, ids), batch)
    counts = addCounts(counts, { created: created.length, updated: updated.length, unchanged })
    await setImmediate()
  }
  return counts
}
