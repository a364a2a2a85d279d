import { setImmediate } from 'node:timers/promises'
import type { AccountFields } from '#lib/accounts/account.ts'
import {
  type AccountChange,
  addCounts,
  compareRows,
  type FileRow,
  type ImportCounts,
  noCounts,
} from '#lib/accounts/account-file.ts'
import { rowsPerBatch } from '#lib/accounts/import-account-batch.ts'
import { findAccounts } from '#lib/accounts/store.ts'
import type { Actor } from '#lib/actor.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/** How many changes a preview lists. It counts all of them. */
export const maxListedChanges = 100

export type ImportPreview = Readonly<{ expected: ImportCounts; changes: readonly AccountChange[] }>

/**
 * How many accounts an import of these rows would add and change now, and the first {@link maxListedChanges} changes.
 * Writes nothing.
 * @throws Refusal `forbidden`
 */
export async function previewImport({ db }: Services, actor: Actor, rows: readonly FileRow[]): Promise<ImportPreview> {
  requireManager(actor)
  let expected = noCounts
  const changes: AccountChange[] = []
  for (let start = 0; start < rows.length; start += rowsPerBatch) {
    const batch = rows.slice(start, start + rowsPerBatch)
    const ids = batch.map(({ account }) => account.id)
    const existing = await findAccounts(db, ids)
    const { created, updated, unchanged } = compareRows(existing, batch)
    expected = addCounts(expected, { created: created.length, updated: updated.length, unchanged })
    for (const after of updated.slice(0, maxListedChanges - changes.length)) {
      const before = existing.get(after.id)
      if (before) changes.push({ id: after.id, before: toFields(before), after: toFields(after) })
    }
    await setImmediate()
  }
  return { expected, changes }
}

function toFields({ name, locale, deepPath }: AccountFields): AccountFields {
  return { name, locale, deepPath }
}
