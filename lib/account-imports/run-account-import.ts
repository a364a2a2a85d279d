import { setImmediate } from 'node:timers/promises'
import type { FileRow } from '#lib/account-imports/account-file.ts'
import type { AccountImport } from '#lib/account-imports/account-import.ts'
import { findAccountImport } from '#lib/account-imports/find-account-import.ts'
import { importAccountBatch, rowsPerBatch } from '#lib/account-imports/import-account-batch.ts'
import { readImportFile } from '#lib/account-imports/read-import-file.ts'
import { advanceImport, finishImport } from '#lib/account-imports/store.ts'
import type { PortalUser } from '#lib/actor.ts'
import { Refusal } from '#lib/errors.ts'
import type { Services } from '#lib/services.ts'
import { runWithoutWaitBudget } from '#lib/wait-budget.ts'

/**
 * Imports the user's own uploaded file, or continues an interrupted import. Each batch commits together with the progress,
 * so a crash loses no row and counts none twice. Two concurrent runs do the work once.
 * @throws Refusal `forbidden`, `not_found`, `input_invalid` (`file: bad_rows`) for bad rows unless `skipBad`, `conflict`
 *   if another runner took over
 */
export async function runAccountImport(
  services: Services,
  user: PortalUser,
  { id, skipBad }: Readonly<{ id: string; skipBad: boolean }>,
): Promise<AccountImport> {
  const started = await getImport(services, user, id)
  if (started.state === 'finished') return started
  if (started.badRows > 0 && !skipBad) throw new Refusal('input_invalid', { fields: { file: 'bad_rows' } })
  return runWithoutWaitBudget(() => runToEnd(services, user, started))
}

async function runToEnd(services: Services, user: PortalUser, started: AccountImport): Promise<AccountImport> {
  const { id } = started
  const { rows } = await readImportFile(services.db, user, id)
  for (let from = started.done; from < rows.length; from += rowsPerBatch) {
    await runBatch(services, user, started, { from, rows: rows.slice(from, from + rowsPerBatch) })
    // SQLite calls block the event loop: let other requests run.
    await setImmediate()
  }
  await finishImport(services.db, id)
  return getImport(services, user, id)
}

async function getImport(services: Services, user: PortalUser, id: string): Promise<AccountImport> {
  const found = await findAccountImport(services, user, id)
  if (!found) throw new Refusal('not_found')
  return found
}

async function runBatch(
  { db }: Services,
  user: PortalUser,
  { id, fileName }: AccountImport,
  { from, rows }: Readonly<{ from: number; rows: readonly FileRow[] }>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const counts = await importAccountBatch(trx, user, { fileName, rows })
    const isOurs = await advanceImport(trx, id, { from, to: from + rows.length, counts })
    if (!isOurs) throw new Refusal('conflict', { detail: `import ${id} continues elsewhere` })
  })
}
