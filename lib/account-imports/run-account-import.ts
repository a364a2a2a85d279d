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
import { runWithoutWaitLimit } from '#lib/wait-budget.ts'

/**
 * Imports one's own uploaded file to its end, from where it stands. Every batch commits together with how far it is,
 * so after a crash nothing is lost and nothing is counted twice. Running it twice at once does the work once.
 * @throws Refusal `forbidden`, `not_found`, `input_invalid` (`file: bad_rows`) when there are bad rows and they are
 *   not to be skipped, `conflict` when another runner has taken over
 */
export async function runAccountImport(
  services: Services,
  person: PortalUser,
  { id, skipBad }: Readonly<{ id: string; skipBad: boolean }>,
): Promise<AccountImport> {
  const started = await getImport(services, person, id)
  if (started.state === 'finished') return started
  if (started.badRows > 0 && !skipBad) throw new Refusal('input_invalid', { fields: { file: 'bad_rows' } })
  return runWithoutWaitLimit(() => runToEnd(services, person, started))
}

async function runToEnd(services: Services, person: PortalUser, started: AccountImport): Promise<AccountImport> {
  const { id } = started
  const { rows } = await readImportFile(services.db, person, id)
  for (let from = started.done; from < rows.length; from += rowsPerBatch) {
    await runBatch(services, person, started, { from, rows: rows.slice(from, from + rowsPerBatch) })
    // The embedded database answers without waiting: only a pause lets other requests in.
    await setImmediate()
  }
  await finishImport(services.db, id)
  return getImport(services, person, id)
}

async function getImport(services: Services, person: PortalUser, id: string): Promise<AccountImport> {
  const found = await findAccountImport(services, person, id)
  if (!found) throw new Refusal('not_found')
  return found
}

async function runBatch(
  { db }: Services,
  person: PortalUser,
  { id, fileName }: AccountImport,
  { from, rows }: Readonly<{ from: number; rows: readonly FileRow[] }>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const counts = await importAccountBatch(trx, person, { fileName, rows })
    const isOurs = await advanceImport(trx, id, { from, to: from + rows.length, counts })
    if (!isOurs) throw new Refusal('conflict', { detail: `import ${id} goes on elsewhere` })
  })
}
