import { setImmediate } from 'node:timers/promises'
import { CsvError, type Info, type Parser, parse } from 'csv-parse'
import {
  type FileColumn,
  type FileProblem,
  fileColumns,
  maxFileBytes,
} from '#lib/domain/accounts/account-imports/account-file.ts'
import { Refusal } from '#lib/kernel/errors.ts'

type CsvRecord = Readonly<{ record: string[]; info: Info }>

/** Workbooks are zip archives; old ones are compound files. */
const workbookBeginnings = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** A longer record has an unclosed quotation mark. */
const maxRecordLength = 8_192
const pieceLength = 32_768

/** The records of each chunk of the file. A pause per record would take longer than the record. */
export async function* readCsvRecords(file: Uint8Array): AsyncGenerator<CsvRecord[]> {
  const { bytes, delimiter } = readDialect(decode(file))
  const parser = parse({
    delimiter,
    info: true,
    trim: true,
    relax_column_count: true,
    skip_records_with_empty_values: true,
    max_record_size: maxRecordLength,
  })
  let failure: Error | undefined
  parser.on('error', (error) => {
    failure = error
  })
  for (let start = 0; start < bytes.length; start += pieceLength) {
    parser.write(bytes.subarray(start, start + pieceLength))
    if (start + pieceLength >= bytes.length) parser.end()
    await setImmediate()
    if (failure) throw toUnreadable(failure)
    yield drain(parser)
  }
}

/** Without its byte order mark. A spreadsheet's "Unicode text" is UTF-16. */
function decode(bytes: Uint8Array): string {
  if (bytes.length > maxFileBytes) throw unreadable('too_large')
  if (workbookBeginnings.some((beginning) => beginning.every((byte, index) => bytes[index] === byte))) {
    throw unreadable('spreadsheet')
  }
  const [first = 0, second = 0] = bytes
  const encoding = byteOrderMarks.get(256 * first + second) ?? 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Another encoding gets the same problem as binary content.
  }
  throw unreadable('not_utf8')
}

const byteOrderMarks = new Map([
  [0xfffe, 'utf-16le'],
  [0xfeff, 'utf-16be'],
])

/** Excel reads the delimiter from such a first line. */
const separatorLine = /^"?sep=([^\r\n"])"?[ ,;\t]*(?=[\r\n])/i

/** The text that remains to be read, with every line in its place. */
function readDialect(text: string): Readonly<{ bytes: Uint8Array; delimiter: string }> {
  const [line = '', declared] = separatorLine.exec(text) ?? []
  const bytes = Buffer.from(text.slice(line.length))
  return { bytes, delimiter: declared ?? pickDelimiter(text) }
}

/** The delimiter by which the first line has the most of our headings: the others may contain any. */
function pickDelimiter(text: string): string {
  const firstLine = /^(?:"[^"]*"|[^"\r\n])*/.exec(text.trimStart().slice(0, maxRecordLength))?.[0] ?? ''
  const delimiters = [',', ';', '\t'].map((delimiter) => ({ delimiter, known: countKnown(firstLine, delimiter) }))
  return delimiters.toSorted((one, other) => other.known - one.known)[0]?.delimiter ?? ','
}

function countKnown(line: string, delimiter: string): number {
  const headings = line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  return headings.filter((heading) => toColumn(heading) !== undefined).length
}

/** Headings are compared without case, spaces and hyphens: `Deep path` is `deepPath`. */
export function toColumn(heading: string): FileColumn | undefined {
  const name = heading.toLowerCase().replace(/[\s_-]/g, '')
  return fileColumns.find((column) => column.toLowerCase() === name)
}

function drain(parser: Parser): CsvRecord[] {
  const records: CsvRecord[] = []
  for (let record = parser.read(); record !== null; record = parser.read()) records.push(record)
  return records
}

function toUnreadable(error: Error): Error {
  if (!(error instanceof CsvError)) return error
  return unreadable('quotes', typeof error.lines === 'number' ? error.lines : undefined)
}

export function unreadable(problem: FileProblem, line?: number): Refusal {
  return new Refusal('input_invalid', {
    fields: line === undefined ? { file: problem } : { file: problem, line: String(line) },
  })
}
