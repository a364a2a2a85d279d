import { setImmediate } from 'node:timers/promises'
import { CsvError, type Info, type Parser, parse } from 'csv-parse'
import { type FileProblem, maxFileBytes } from '#lib/account-imports/account-file.ts'
import { Refusal } from '#lib/errors.ts'

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
export async function* readCsvRecords(bytes: Uint8Array): AsyncGenerator<CsvRecord[]> {
  const parser = parse({
    bom: true,
    delimiter: pickDelimiter(decode(bytes)),
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

function decode(bytes: Uint8Array): string {
  if (bytes.length > maxFileBytes) throw unreadable('too_large')
  if (workbookBeginnings.some((beginning) => beginning.every((byte, index) => bytes[index] === byte))) {
    throw unreadable('spreadsheet')
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Another encoding gets the same problem as binary content.
  }
  throw unreadable('not_utf8')
}

/** The first line has our headings, which hold neither character. */
function pickDelimiter(text: string): string {
  const firstLine = text.trimStart().split(/[\r\n]/, 1)[0] ?? ''
  return [',', ';', '\t'].find((delimiter) => firstLine.includes(delimiter)) ?? ','
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
