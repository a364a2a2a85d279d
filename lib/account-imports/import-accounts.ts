import { setImmediate } from 'node:timers/promises'
import { type AccountFile, addCounts, type ImportCounts, noCounts } from '#lib/account-imports/account-file.ts'
import { importAccountBatch, rowsPerBatch } from '#lib/account-imports/import-account-batch.ts'
import type { Actor } from '#lib/actor.ts'
import { Refusal } from '#lib/errors.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

export type AccountImportInput = Readonly<{
  /** As `parseAccountCsv` gives it. */
  file: AccountFile
  fileName: string
  /** Import the good rows of a file that has bad ones, too. */
  skipBad: boolean
  /** Told after every batch how many of the good rows are done. */
  onProgress?: (done: number) => void
}>

/**
 * Imports a checked file in batches of one transaction each. Where it breaks off, everything up to the last batch is
 * kept; importing the same file again goes on from there, because rows that are in already change nothing.
 * @throws Refusal `forbidden`, or `input_invalid` with `file: bad_rows` when there are some and they are not to be skipped
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
    // The embedded database answers without waiting: only a pause lets other requests in.
    await setImmediate()
  }
  return counts
}
