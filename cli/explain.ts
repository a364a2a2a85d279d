import { EnvError } from '#lib/env.ts'
import { type FieldEntries, type FieldProblems, isRefusal, type Refusal } from '#lib/errors.ts'
import { toPrintable } from './output.ts'

/** How an operator has spelled a field, where that is not its own name. */
const fieldWords: Readonly<Record<string, string>> = {
  accountIds: 'one of --accounts',
  deepPath: '--deep-path',
  expiresInDays: '--expires',
  file: 'the file',
  networks: 'one of --networks',
  origin: 'the origin',
  ownerId: 'the user',
  person: 'the user',
  row: 'the line',
  scopes: '--scopes',
}

/** The problem codes of the domain as an operator reads them. */
const problemWords: Readonly<Record<string, string>> = {
  required: 'is missing',
  too_short: 'is too short',
  too_long: 'is too long',
  malformed: 'does not have the right form',
  out_of_range: 'is out of range',
  insecure: 'must use https (http is for this machine only)',
  taken: 'is taken',
  path: 'must be an origin: leave out everything after host and port',
  credentials: 'must be an origin: leave out the user name and the password',
  scheme_missing: 'must be an origin: start with https://',
  same_name: 'is the name of an active key of this user',
  reserved: 'is reserved',
  repeated: 'stands in the file twice',
  cells: 'has not as many cells as the header',
  unknown: 'is not known, or no longer active',
  ambiguous: 'fits several: give the user name',
  not_allowed: 'cannot be given here',
  common: 'is mostly words that are tried first',
  personal: 'is mostly the name it belongs to',
  product: 'is mostly the name of the product',
  pattern: 'is a pattern',
  host_bits: 'has bits set beyond its prefix, so it is not the first address of its range',
  too_many: 'is one too many',
  too_large: 'is too large: split it',
  spreadsheet: 'is a workbook: save it as CSV first',
  not_utf8: 'is not UTF-8 text: save it as "CSV UTF-8"',
  quotes: 'has a quotation mark that is never closed',
  column_missing: 'needs the columns "id" and "name" in its first line',
  column_repeated: 'names a column twice',
  no_rows: 'has no accounts in it',
  too_many_rows: 'has too many lines: split it',
}

/** One sentence that says why a command was refused or failed. */
export function explain(error: unknown): string {
  if (isRefusal(error)) return toPrintable(explainRefusal(error))
  if (error instanceof EnvError) return toPrintable(error.message)
  return toPrintable(`The command failed: ${error instanceof Error ? error.message : String(error)}`)
}

/** What is wrong with which field, as words without a full stop. */
export function explainProblems(problems: FieldProblems, entries: FieldEntries = {}): string {
  return Object.entries(problems)
    .map(([field, problem]) => {
      const named = entries[field] ? ` (${entries[field].join(', ')})` : ''
      return `${fieldWords[field] ?? field} ${problemWords[problem] ?? `is refused (${problem})`}${named}`
    })
    .join(', ')
}

function explainRefusal({ description, detail, fields, entries }: Refusal): string {
  if (fields) {
    const { line, ...problems } = fields
    return `Refused: ${explainProblems(problems, entries)}${line === undefined ? '' : ` (line ${line})`}.`
  }
  return detail === undefined ? description : `${description} (${detail})`
}
