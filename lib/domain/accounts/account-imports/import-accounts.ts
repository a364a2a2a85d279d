import { setImmediate } from 'node:timers/promises'
import {
  type AccountFile,
  addCounts,
  compareRows,
  type FileRow,
  type ImportCounts,
  noCounts,
} from '#lib/domain/accounts/account-imports/account-file.ts'
import type { NewAccount } from '#lib/domain/accounts/accounts/account.ts'
import { findAccounts, upsertAccounts } from '#lib/domain/accounts/accounts/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import { takeLock } from '#lib/foundation/db/lock.ts'
import { transactInBulk } from '#lib/foundation/db/transact-in-bulk.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** Rows per transaction: few enough for other writers to get their turn. */
export const rowsPerBatch = 500

export type AccountImportInput = Readonly<{
  file: AccountFile
  fileName: string
  skipBad: boolean
  onProgress?: (done: number) => void
}>

/**
 * Imports a checked file, one transaction per batch. After an interruption, importing the same file again continues,
 * because imported rows change nothing.
 * @throws Refusal `forbidden`, `confirmation_required`, or `input_invalid` with `file: bad_rows` unless `skipBad`
 */
export async function importAccounts(
  { db, clock }: Services,
  actor: Actor,
  { file, fileName, skipBad, onProgress }: AccountImportInput,
): Promise<ImportCounts> {
  requireManager(actor)
  requireRecentConfirmation(actor, clock.now())
  if (file.badRows.length > 0 && !skipBad) throw new Refusal('input_invalid', { fields: { file: 'bad_rows' } })
  let counts = noCounts
  for await (const { rows, to } of inBatches(file.rows)) {
    const batch = await transactInBulk(db, (trx) => importAccountBatch(trx, actor, { fileName, rows }))
    counts = addCounts(counts, batch.counts)
    onProgress?.(to)
  }
  return counts
}

/** The rows after the first `done`, in batches. SQLite calls block the event loop: other requests run in between. */
export async function* inBatches(rows: readonly FileRow[], done = 0) {
  for (let from = done; from < rows.length; from += rowsPerBatch) {
    const batch = rows.slice(from, from + rowsPerBatch)
    yield { rows: batch, from, to: from + batch.length }
    await setImmediate()
  }
}

/** What a batch did. The lists are IDs. */
export type ImportedBatch = Readonly<{
  counts: ImportCounts
  created: ReadonlySet<string>
  updated: ReadonlySet<string>
}>

/**
 * Imports at most {@link rowsPerBatch} rows with different IDs inside the caller's transaction. Unchanged rows write
 * nothing, so a batch can be repeated. Suspended accounts stay suspended. @throws Refusal `forbidden`
 */
export async function importAccountBatch(
  trx: DbTransaction,
  actor: Actor,
  { fileName, rows }: Readonly<{ fileName: string; rows: readonly FileRow[] }>,
): Promise<ImportedBatch> {
  requireManager(actor, 'accounts:write')
  // Concurrent imports take turns, so that each counts its own changes and none waits for the other's rows.
  await takeLock(trx, 'account import')
  const before = await findAccounts(
    trx,
    rows.map(({ account }) => account.id),
  )
  const { created, updated, counts } = compareRows(before, rows)
  if (created.length + updated.length > 0) {
    await upsertAccounts(trx, [...created, ...updated])
    await recordEvent(trx, actor, {
      kind: 'account.imported',
      subject: { kind: 'account', id: null, name: fileName },
      details: { ...counts, fromLine: rows[0]?.line ?? 0, toLine: rows.at(-1)?.line ?? 0 },
    })
  }
  return { counts, created: toIds(created), updated: toIds(updated) }
}

function toIds(accounts: readonly NewAccount[]): ReadonlySet<string> {
  return new Set(accounts.map(({ id }) => id))
}
