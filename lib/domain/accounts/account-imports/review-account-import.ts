import {
  type AccountChange,
  addCounts,
  type BadRow,
  compareRows,
  type FileRow,
  type ImportCounts,
  noCounts,
} from '#lib/domain/accounts/account-imports/account-file.ts'
import { inBatches } from '#lib/domain/accounts/account-imports/import-accounts.ts'
import { parseAccountCsv } from '#lib/domain/accounts/account-imports/parse-account-csv.ts'
import { readImportFile } from '#lib/domain/accounts/account-imports/run-account-import.ts'
import { toFields } from '#lib/domain/accounts/accounts/account.ts'
import { findAccounts } from '#lib/domain/accounts/accounts/store.ts'
import type { Actor, PortalUser } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'

/** The number of changes that a preview lists. It counts all changes. */
export const maxListedChanges = 100

export type ImportPreview = Readonly<{ expected: ImportCounts; changes: readonly AccountChange[] }>

/** The effect of an import, for the user who confirms it. */
export type ImportReview = ImportPreview & Readonly<{ badRows: readonly BadRow[]; unusedColumns: readonly string[] }>

/** What the user's own import would change, and its bad rows. @throws Refusal `forbidden`, `not_found` */
export async function reviewAccountImport(services: Services, user: PortalUser, id: string): Promise<ImportReview> {
  requireManager(user)
  const { rows, badRows, unusedColumns } = await parseAccountCsv(await readImportFile(services.db, user, id))
  return { ...(await previewImport(services, user, rows)), badRows, unusedColumns }
}

/** What an import would add and change, with the first {@link maxListedChanges} changes. @throws Refusal `forbidden` */
export async function previewImport({ db }: Services, actor: Actor, rows: readonly FileRow[]): Promise<ImportPreview> {
  requireManager(actor)
  let expected = noCounts
  const changes: AccountChange[] = []
  for await (const batch of inBatches(rows)) {
    const ids = batch.rows.map(({ account }) => account.id)
    const existing = await findAccounts(db, ids)
    const { updated, counts } = compareRows(existing, batch.rows)
    expected = addCounts(expected, counts)
    for (const after of updated.slice(0, maxListedChanges - changes.length)) {
      const before = existing.get(after.id)
      if (before) changes.push({ id: after.id, before: toFields(before), after: toFields(after) })
    }
  }
  return { expected, changes }
}
