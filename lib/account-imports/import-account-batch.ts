import type { Transaction } from 'kysely'
import { compareRows, type FileRow, type ImportCounts } from '#lib/account-imports/account-file.ts'
import { findAccounts, upsertAccounts } from '#lib/accounts/store.ts'
import type { Actor } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { takeLock } from '#lib/db/lock.ts'
import type { Tables } from '#lib/db/tables.ts'
import { requireManager } from '#lib/permissions.ts'

/** Rows per transaction: few enough for other writers to get their turn. */
export const rowsPerBatch = 500

/**
 * Adds or changes the accounts of at most {@link rowsPerBatch} rows, inside the caller's transaction. Unchanged rows write
 * nothing, so a batch can be repeated. Suspended accounts stay suspended.
 * @throws Refusal `forbidden`
 */
export async function importAccountBatch(
  trx: Transaction<Tables>,
  actor: Actor,
  { fileName, rows }: Readonly<{ fileName: string; rows: readonly FileRow[] }>,
): Promise<ImportCounts> {
  requireManager(actor)
  // Concurrent imports take turns, so that each counts its own changes and none waits for the other's rows.
  await takeLock(trx, 'account import')
  const before = await findAccounts(
    trx,
    rows.map(({ account }) => account.id),
  )
  const { created, updated, unchanged } = compareRows(before, rows)
  const counts = { created: created.length, updated: updated.length, unchanged }
  if (created.length + updated.length > 0) {
    await upsertAccounts(trx, [...created, ...updated])
    await recordEvent(trx, actor, {
      kind: 'account.imported',
      subject: { kind: 'account', id: null, name: fileName },
      details: { ...counts, fromLine: rows[0]?.line ?? 0, toLine: rows.at(-1)?.line ?? 0 },
    })
  }
  return counts
}
