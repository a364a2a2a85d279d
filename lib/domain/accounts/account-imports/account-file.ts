import {
  type Account,
  type AccountFields,
  changedFields,
  type NewAccount,
  type OptionalField,
  optionalFields,
} from '#lib/domain/accounts/accounts/account.ts'
import type { FieldProblems } from '#lib/kernel/errors.ts'
import { recordOf } from '#lib/kernel/record-of.ts'

/** Limits of a file, from the portal and via CLI. */
export const maxFileBytes = 5_000_000
export const maxFileRows = 50_000

/** The columns of a file, in the order of the template. The first two are required. */
export const fileColumns = ['id', 'name', ...optionalFields] as const
/** The columns that the download of bad rows adds. An import ignores them. */
export const ownColumns = ['line', 'reason'] as const
export type FileColumn = (typeof fileColumns)[number]

/**
 * An account in a file. A missing column is undefined and changes nothing; an empty cell is null and clears the value.
 */
export type FileAccount = Readonly<Pick<NewAccount, 'id' | 'name'> & Record<OptionalField, string | null | undefined>>

export type FileRow = Readonly<{ line: number; account: FileAccount }>

/**
 * A row that cannot be imported, with a problem code per column, or under `row` if its number of cells differs from the
 * header's. `id` and `refused`, the wrong values by column, are cut to 64 characters. `firstLine` belongs to a repeated
 * ID.
 */
export type BadRow = Readonly<{
  line: number
  id: string
  problems: FieldProblems
  refused?: Partial<Readonly<Record<FileColumn, string>>>
  firstLine?: number
}>

/** The bad rows of a file with all their cells, as uploaded. */
export type RejectedRows = Readonly<{
  headings: readonly string[]
  rows: readonly Readonly<{ cells: readonly string[]; badRow: BadRow }>[]
}>

/** A file after checking, before any row is written. */
export type AccountFile = Readonly<{
  rows: readonly FileRow[]
  badRows: readonly BadRow[]
  /** Unknown headings. The interface says that these columns are ignored. */
  unusedColumns: readonly string[]
}>

/** Why a file as a whole is unreadable: the codes of the field `file` in a refusal. */
export const fileProblems = [
  'required',
  'too_large',
  'spreadsheet',
  'not_utf8',
  'quotes',
  'column_missing',
  'column_repeated',
  'no_rows',
  'too_many_rows',
] as const
export type FileProblem = (typeof fileProblems)[number]

export type ImportCounts = Readonly<{ created: number; updated: number; unchanged: number }>

export const noCounts: ImportCounts = { created: 0, updated: 0, unchanged: 0 }

export function addCounts(one: ImportCounts, other: ImportCounts): ImportCounts {
  return {
    created: one.created + other.created,
    updated: one.updated + other.updated,
    unchanged: one.unchanged + other.unchanged,
  }
}

export type AccountChange = Readonly<{ id: string; before: AccountFields; after: AccountFields }>

/** The changes that the rows would make to the existing accounts. */
export function compareRows(before: ReadonlyMap<string, Account>, rows: readonly FileRow[]) {
  const created: NewAccount[] = []
  const updated: NewAccount[] = []
  for (const { account } of rows) {
    const existing = before.get(account.id)
    const merged = merge(account, existing)
    if (!existing) created.push(merged)
    else if (changedFields(existing, merged).length > 0) updated.push(merged)
  }
  const unchanged = rows.length - created.length - updated.length
  return { created, updated, counts: { created: created.length, updated: updated.length, unchanged } }
}

function merge(given: FileAccount, existing: Account | undefined): NewAccount {
  return {
    id: given.id,
    name: given.name,
    ...recordOf(optionalFields, (field) => (given[field] === undefined ? (existing?.[field] ?? null) : given[field])),
  }
}
