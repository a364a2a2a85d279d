import { setImmediate } from 'node:timers/promises'
import { type BadRow, ownColumns, type RejectedRows } from '#lib/domain/accounts/account-imports/account-file.ts'
import { parseRejectedRows } from '#lib/domain/accounts/account-imports/parse-account-csv.ts'
import { readImportFile } from '#lib/domain/accounts/account-imports/run-account-import.ts'
import { optionalFields } from '#lib/domain/accounts/accounts/account.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { translatorFor } from '#lib/foundation/i18n/translator.ts'
import type { Services } from '#lib/foundation/services.ts'
import { toCsvLine } from '#lib/kernel/csv.ts'
import { recordOf } from '#lib/kernel/record-of.ts'

const linesPerTurn = 200

/** The bad rows with line and reason, as CSV lines for another upload. @throws Refusal `forbidden`, `not_found` */
export async function exportRejectedRows(
  { db }: Services,
  user: PortalUser,
  { id, toReason }: Readonly<{ id: string; toReason: RejectedRowWords }>,
): Promise<AsyncGenerator<string>> {
  requireManager(user)
  return toLines(await parseRejectedRows(await readImportFile(db, user, id)), toReason)
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

export type RejectedRowWords = (row: BadRow) => string

type Translators = Readonly<{
  [Namespace in 'accountImport' | 'accounts']: ReturnType<typeof translatorFor<Namespace>>
}>

/** Explains in the language of the translators why a row can't be imported, with the wrong value. */
export function rejectedRowWords({ accountImport: t, accounts }: Translators): RejectedRowWords {
  return ({ id, problems, refused, firstLine = 0 }) => {
    const words: Readonly<Record<string, string>> = {
      'row cells': t('rowProblems.row.cells'),
      'id required': t('rowProblems.id.required'),
      'id too_long': t('rowProblems.id.too_long'),
      'id malformed': t('rowProblems.id.malformed', { value: id }),
      'id repeated': t('rowProblems.id.repeated', { line: firstLine }),
      'name required': t('rowProblems.name.required'),
      'name too_long': t('rowProblems.name.too_long'),
      'name malformed': t('rowProblems.name.malformed'),
      ...recordOf(optionalFields, (field) => accounts(`fields.${field}.problem`, { value: refused?.[field] ?? '' })),
    }
    const found = Object.entries(problems).map(
      ([column, code]) => words[`${column} ${code}`] ?? words[column] ?? `${column}: ${code}`,
    )
    return found.join(' ')
  }
}
