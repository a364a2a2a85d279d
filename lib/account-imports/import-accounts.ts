import { setImmediate } from 'node:timers/promises'
import { type AccountFile, addCounts, type ImportCounts, noCounts } from '#lib/account-imports/account-file.ts'
import { importAccountBatch, rowsPerBatch } from '#lib/account-imports/import-account-batch.ts'
import type { Actor } from '#lib/actor.ts'
import { Refusal } from '#lib/errors.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

export type AccountImportInput = Readonly<{
  /** From `parseAccountCsv`. */
  file: AccountFile
  fileName: string
  /** Whether to import the good rows of a file with bad rows. */
  skipBad: boolean
  /** Receives the number of imported rows after every batch. */
  onProgress?: (done: number) => void
}>

/**
 * Imports a checked file, one transaction per batch. After an interruption, importing the same file again continues,
 * because imported rows change nothing.
 * @throws Refusal `forbidden`, or `input_invalid` with `file: bad_rows` unless `skipBad`
 */
export async function importAccounts(
  { db }: Services,
  actor: Actor,
  { file, fileName, skipBad, onProgress }: AccountImportInput,
): Promise<ImportCounts> {
  requireManager(actor)
  if (file.badRows.length > 0 && !skipBad) throw new Refusal('input_invalid', { fields: { file: 'bad_rows' } })
  let counts = noCounts
  for (let start = 0; start < file.rows.length; start += rowsPerBatch) {
    const rows = file.rows.slice(start, start + rowsPerBatch)
    const batch = await db.transaction().execute((trx) => importAccountBatch(trx, actor, { fileName, rows }))
    counts = addCounts(counts, batch)
    onProgress?.(start + rows.length)
    // SQLite calls block the event loop: let other requests run.
    await setImmediate()
  }
  return counts
}
