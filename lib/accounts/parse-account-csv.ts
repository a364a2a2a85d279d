import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, type Info, parse } from 'csv-parse'
import {
  type AccountFile,
  type BadRow,
  type FileColumn,
  type FileProblem,
  type FileRow,
  fileColumns,
  maxFileBytes,
  maxFileRows,
} from '#lib/accounts/account-file.ts'
import { accountSchema } from '#lib/accounts/schema.ts'
import { type FieldProblems, Refusal } from '#lib/errors.ts'

type Header = Readonly<{ columns: readonly (FileColumn | undefined)[]; unused: readonly string[] }>
type CsvRecord = Readonly<{ record: string[]; info: Info }>

/** A record longer than this is no account: it is a quotation mark that was never closed. */
const maxRecordLength = 8_192
const pieceLength = 65_536

/**
 * Reads and checks a whole CSV file (RFC 4180; also with semicolons or tabs, as spreadsheets write it in some
 * countries). It lets others in between pieces, so that a large file holds up nobody's request.
 * @throws Refusal `input_invalid` with a {@link FileProblem} under `file` (and the line, where there is one, under
 *   `line`) when the file as a whole cannot be read
 */
export async function parseAccountCsv(bytes: Uint8Array): Promise<AccountFile> {
  const text = decode(bytes)
  const rows: FileRow[] = []
  const badRows: BadRow[] = []
  const lineOfId = new Map<string, number>()
  let header: Header | undefined
  for await (const { record, info } of readRecords(text)) {
    if (!header) {
      header = readHeader(record)
      continue
    }
    if (rows.length + badRows.length >= maxFileRows) throw unreadable('too_many_rows')
    const row = readRow(header, record, info.lines, lineOfId)
    if ('account' in row) rows.push(row)
    else badRows.push(row)
  }
  if (!header || rows.length + badRows.length === 0) throw unreadable('no_rows')
  return { rows, badRows, unusedColumns: header.unused }
}

function decode(bytes: Uint8Array): string {
  if (bytes.length > maxFileBytes) throw unreadable('too_large')
  // Workbooks are zip archives ("PK"), old ones begin with D0 CF.
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf)) {
    throw unreadable('spreadsheet')
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Another encoding: said below, as for what is no text at all.
  }
  throw unreadable('not_utf8')
}

async function* readRecords(text: string): AsyncGenerator<CsvRecord> {
  const parser = parse({
    delimiter: pickDelimiter(text),
    info: true,
    trim: true,
    relax_column_count: true,
    skip_records_with_empty_values: true,
    max_record_size: maxRecordLength,
  })
  try {
    // With `info` every record comes with its place; the library's types leave a stream's records open.
    const records: AsyncIterable<CsvRecord> = Readable.from(pieces(text)).pipe(parser)
    yield* records
  } catch (error) {
    if (error instanceof CsvError) throw unreadable('quotes', typeof error.lines === 'number' ? error.lines : undefined)
    throw error
  }
}

async function* pieces(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += pieceLength) {
    yield text.slice(start, start + pieceLength)
    await setImmediate()
  }
}

/** The first line has our headings, which hold neither character. */
function pickDelimiter(text: string): string {
  const firstLine = text.trimStart().split(/[\r\n]/, 1)[0] ?? ''
  return [',', ';', '\t'].find((delimiter) => firstLine.includes(delimiter)) ?? ','
}

/** Headings are compared without case, spaces and hyphens: `Deep path` is `deepPath`. */
function readHeader(cells: readonly string[]): Header {
  const columns = cells.map((cell) => {
    const name = cell.toLowerCase().replace(/[\s_-]/g, '')
    return fileColumns.find((column) => column.toLowerCase() === name)
  })
  const known = columns.filter((column) => column !== undefined)
  if (!known.includes('id') || !known.includes('name')) throw unreadable('column_missing')
  if (new Set(known).size < known.length) throw unreadable('column_repeated')
  return { columns, unused: cells.filter((cell, index) => cell !== '' && columns[index] === undefined) }
}

function readRow(header: Header, cells: readonly string[], line: number, lineOfId: Map<string, number>) {
  const values: Partial<Record<FileColumn, string>> = {}
  for (const [index, column] of header.columns.entries()) if (column) values[column] = cells[index] ?? ''
  const bad = (problems: FieldProblems): BadRow => ({ line, id: (values.id ?? '').slice(0, 64), problems })
  if (cells.length !== header.columns.length) return bad({ row: 'cells' })
  const parsed = accountSchema.safeParse(values)
  if (!parsed.success) {
    return bad(Object.fromEntries(parsed.error.issues.reverse().map(({ path, message }) => [path[0], message])))
  }
  const { id, name, locale, deepPath } = parsed.data
  const firstLine = lineOfId.get(id)
  if (firstLine !== undefined) return { ...bad({ id: 'repeated' }), firstLine }
  lineOfId.set(id, line)
  return {
    line,
    account: {
      id,
      name,
      locale: values.locale === undefined ? undefined : locale,
      deepPath: values.deepPath === undefined ? undefined : deepPath,
    },
  }
}

function unreadable(problem: FileProblem, line?: number): Refusal {
  return new Refusal('input_invalid', {
    fields: line === undefined ? { file: problem } : { file: problem, line: String(line) },
  })
}
