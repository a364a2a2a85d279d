import type { z } from 'zod'
import {
  type AccountFile,
  type BadRow,
  type FileColumn,
  type FileRow,
  maxFileRows,
  ownColumns,
  type RejectedRows,
} from '#lib/domain/accounts/account-imports/account-file.ts'
import { readCsvRecords, toColumn, unreadable } from '#lib/domain/accounts/account-imports/read-csv-records.ts'
import { optionalFields } from '#lib/domain/accounts/accounts/account.ts'
import { accountSchema } from '#lib/domain/accounts/accounts/schema.ts'
import { unescapeFormulas } from '#lib/kernel/csv.ts'
import type { FieldProblems } from '#lib/kernel/errors.ts'
import { recordOf } from '#lib/kernel/record-of.ts'

/** The known columns and their positions, so that thousands of other columns cost nothing per row. */
type Header = Readonly<{ columns: ReadonlyMap<FileColumn, number>; width: number; unused: readonly string[] }>

const ignoredHeadings: ReadonlySet<string> = new Set(['', ...ownColumns])

/**
 * Reads and checks a CSV file (RFC 4180, or as spreadsheets write it: with semicolons, tabs or a line `sep=;`, in
 * UTF-16, without empty cells at the end).
 * @throws Refusal `input_invalid` for an unreadable file: a `FileProblem` under `file`, its line under `line` if known
 */
export function parseAccountCsv(bytes: Uint8Array): Promise<AccountFile> {
  return readFile(bytes, () => undefined)
}

/** The headings of a file and its bad rows with all cells. @throws Refusal as {@link parseAccountCsv} */
export async function parseRejectedRows(bytes: Uint8Array): Promise<RejectedRows> {
  let headings: readonly string[] = []
  const rows: RejectedRows['rows'][number][] = []
  await readFile(bytes, (record, badRow) => {
    const cells = record.map(unescapeFormulas)
    if (badRow) rows.push({ cells, badRow })
    else headings = cells
  })
  return { headings, rows }
}

/** @param onRejected receives the header, then each record of a bad row */
async function readFile(
  bytes: Uint8Array,
  onRejected: (record: readonly string[], badRow?: BadRow) => void,
): Promise<AccountFile> {
  const rows: FileRow[] = []
  const badRows: BadRow[] = []
  const lineOfId = new Map<string, number>()
  let header: Header | undefined
  for await (const records of readCsvRecords(bytes)) {
    for (const { record, info } of records) {
      if (!header) {
        header = readHeader(record)
        onRejected(record)
        continue
      }
      if (rows.length + badRows.length >= maxFileRows) throw unreadable('too_many_rows')
      const row = readRow({ header, lineOfId }, record, info.lines)
      if ('account' in row) {
        rows.push(row)
        continue
      }
      badRows.push(row)
      onRejected(record, row)
    }
  }
  if (!header || rows.length + badRows.length === 0) throw unreadable('no_rows')
  return { rows, badRows, unusedColumns: header.unused }
}

function readHeader(cells: readonly string[]): Header {
  const columns = cells.map(toColumn)
  const known = columns.filter((column) => column !== undefined)
  if (!known.includes('id') || !known.includes('name')) throw unreadable('column_missing')
  if (new Set(known).size < known.length) throw unreadable('column_repeated')
  const places = columns.flatMap((column, index) => (column ? [[column, index] as const] : []))
  return {
    columns: new Map(places),
    width: cells.length,
    unused: cells.filter((cell, index) => columns[index] === undefined && !ignoredHeadings.has(cell)),
  }
}

type RowsBefore = Readonly<{
  header: Header
  /** The line of each account ID; the row adds its own. */
  lineOfId: Map<string, number>
}>

function readRow({ header, lineOfId }: RowsBefore, cells: readonly string[], line: number) {
  const values: Partial<Record<FileColumn, string>> = {}
  for (const [column, index] of header.columns) values[column] = unescapeFormulas(cells[index] ?? '')
  const bad = (problems: FieldProblems): BadRow => ({ line, id: toShown(values.id), problems })
  // Spreadsheets leave out empty cells at the end, and delimit empty ones beyond the headings.
  if (cells.slice(header.width).some((cell) => cell !== '')) return bad({ row: 'cells' })
  const parsed = accountSchema.safeParse(values)
  if (!parsed.success) {
    const problems = firstProblems(parsed.error.issues)
    return { ...bad(problems), ...toRefused(values, problems) }
  }
  const { id, name } = parsed.data
  const firstLine = lineOfId.get(id)
  if (firstLine !== undefined) return { ...bad({ id: 'repeated' }), firstLine }
  lineOfId.set(id, line)
  return {
    line,
    account: {
      id,
      name,
      ...recordOf(optionalFields, (field) => (values[field] === undefined ? undefined : parsed.data[field])),
    },
  }
}

/** The wrong values of optional fields. */
function toRefused(values: Partial<Record<FileColumn, string>>, problems: FieldProblems): Pick<BadRow, 'refused'> {
  const wrong = optionalFields.filter((field) => problems[field] !== undefined)
  return wrong.length === 0 ? {} : { refused: recordOf(wrong, (field) => toShown(values[field])) }
}

function toShown(value = ''): string {
  return value.slice(0, 64).toWellFormed()
}

function firstProblems(issues: readonly z.core.$ZodIssue[]): FieldProblems {
  const problems: Record<string, string> = {}
  for (const { path, message } of issues) problems[String(path[0])] ??= message
  return problems
}
