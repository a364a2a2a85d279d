import { setImmediate } from 'node:timers/promises'
import { ownColumns, type RejectedRows } from '#lib/account-imports/account-file.ts'
import type { RejectedRowWords } from '#lib/account-imports/describe-bad-row.ts'
import { readRejectedRows } from '#lib/account-imports/read-import-file.ts'
import type { PortalUser } from '#lib/actor.ts'
import { toCsvLine } from '#lib/csv.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

const linesPerTurn = 200

/**
 * The bad rows of the user's own import as CSV lines: line and reason, then the uploaded columns. An import ignores the
 * first two columns, so the corrected file can be uploaded.
 * @throws Refusal `forbidden`, or `not_found`
 */
export async function exportRejectedRows(
  { db }: Services,
  user: PortalUser,
  { id, toReason }: Readonly<{ id: string; toReason: RejectedRowWords }>,
): Promise<AsyncGenerator<string>> {
  requireManager(user)
  return toLines(await readRejectedRows(db, user, id), toReason)
}

async function* toLines({ headings, rows }: RejectedRows, toReason: RejectedRowWords): AsyncGenerator<string> {
  // A corrected download already has these columns.
  const own = ownColumns.every((column, index) => headings[index] === column) ? ownColumns.length : 0
  yield toCsvLine([...ownColumns, ...headings.slice(own)])
  for (const [index, { cells, badRow }] of rows.entries()) {
    if (index % linesPerTurn === 0) await setImmediate()
    yield toCsvLine([String(badRow.line), toReason(badRow), ...cells.slice(own)])
  }
}
