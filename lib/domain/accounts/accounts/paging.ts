import type { AccountOrder } from '#lib/domain/accounts/accounts/account.ts'
import type { PageRequest } from '#lib/domain/accounts/accounts/search-store.ts'

export const accountsPerPage = 50

export type AccountPage<Row> = Readonly<{
  accounts: readonly Row[]
  /** Whether more accounts match. A search has no second page: the user narrows it instead. */
  more: boolean
  /** The `after` of the next page; null on the last page and in a search. */
  next: string | null
}>

type Requested = Readonly<{ after: string | undefined; order?: AccountOrder | undefined; limit?: number }>

/** The page that a store reads: one row more than is shown tells whether there is a next page. */
export function askForPage(
  words: readonly string[],
  { after, order, limit = accountsPerPage }: Requested,
): PageRequest {
  return { words, limit: limit + 1, after: words.length > 0 ? undefined : after, order }
}

export function toPage<Row extends Readonly<{ id: string }>>(
  words: readonly string[],
  found: readonly Row[],
  limit = accountsPerPage,
): AccountPage<Row> {
  const accounts = found.slice(0, limit)
  const more = found.length > limit
  return { accounts, more, next: more && words.length === 0 ? (accounts.at(-1)?.id ?? null) : null }
}
