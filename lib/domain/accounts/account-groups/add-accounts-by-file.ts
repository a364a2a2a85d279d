import { maxEnteredAccounts } from '#lib/domain/accounts/account-groups/account-group.ts'
import { changeMembers } from '#lib/domain/accounts/account-groups/change-members.ts'
import { maxFileRows } from '#lib/domain/accounts/account-imports/account-file.ts'
import { readCsvRecords, unreadable } from '#lib/domain/accounts/account-imports/read-csv-records.ts'
import { isAccountId } from '#lib/domain/accounts/accounts/schema.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { unescapeFormulas } from '#lib/kernel/csv.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** More unknown IDs are counted and not named. */
const maxNamed = 100

/** A line of the file, or a word of a form, and the ID there, cut to 64 characters. */
export type UnknownAccount = Readonly<{ line: number; id: string }>

export type AccountsAdded = Readonly<{ added: number; unknownCount: number; unknown: readonly UnknownAccount[] }>

/**
 * Adds the accounts that a CSV file names in its column `id`. IDs that name no account are reported by line.
 * @throws Refusal as `changeMembers` does; `input_invalid` with a `FileProblem` under `file` for an unreadable file
 */
export async function addAccountsByFile(
  services: Services,
  actor: Actor,
  { groupId, bytes }: Readonly<{ groupId: string; bytes: Uint8Array }>,
): Promise<AccountsAdded> {
  requireManager(actor)
  return addNamed(services, actor, { groupId, named: await readIds(bytes) })
}

/**
 * Adds the accounts with these IDs; `line` counts them.
 * @throws Refusal as `changeMembers` does; `input_invalid` for more than 500
 */
export async function addAccountsById(
  services: Services,
  actor: Actor,
  { groupId, ids }: Readonly<{ groupId: string; ids: readonly string[] }>,
): Promise<AccountsAdded> {
  requireManager(actor)
  if (ids.length > maxEnteredAccounts) throw new Refusal('input_invalid', { fields: { ids: 'too_many' } })
  return addNamed(services, actor, { groupId, named: ids.map((id, index) => ({ line: index + 1, id })) })
}

async function addNamed(
  services: Services,
  actor: Actor,
  { groupId, named }: Readonly<{ groupId: string; named: readonly UnknownAccount[] }>,
): Promise<AccountsAdded> {
  const ids = named.map(({ id }) => id).filter(isAccountId)
  const change = { groupId, change: 'added', ids } as const
  // A file with only malformed IDs is a report, not an error.
  const { changed, unknown } =
    ids.length > 0 || named.length === 0 ? await changeMembers(services, actor, change) : { changed: 0, unknown: [] }
  const unknownIds = new Set(unknown)
  const left = named.filter(({ id }) => unknownIds.has(id) || !isAccountId(id))
  const shown = left.slice(0, maxNamed).map(({ line, id }) => ({ line, id: id.slice(0, 64).toWellFormed() }))
  return { added: changed, unknownCount: left.length, unknown: shown }
}

async function readIds(bytes: Uint8Array): Promise<readonly UnknownAccount[]> {
  const named: UnknownAccount[] = []
  let column: number | undefined
  for await (const records of readCsvRecords(bytes)) {
    for (const { record, info } of records) {
      if (column === undefined) column = findIdColumn(record)
      else named.push(...readId(record[column], info.lines))
      if (named.length > maxFileRows) throw unreadable('too_many_rows')
    }
  }
  if (named.length === 0) throw unreadable('no_rows')
  return named
}

function findIdColumn(headings: readonly string[]): number {
  const column = headings.findIndex((heading) => heading.toLowerCase() === 'id')
  if (column < 0) throw unreadable('column_missing')
  return column
}

function readId(cell: string | undefined, line: number): readonly UnknownAccount[] {
  const id = unescapeFormulas(cell ?? '')
  return id === '' ? [] : [{ line, id }]
}
