import type { PageRequest } from '#lib/accounts/search-store.ts'

export const accountsPerPage = 50

/** What to ask a store for: a page by name, or the one page of a search. One more than is shown tells whether there is more. */
export function askForPage(words: readonly string[], after: string | undefined): PageRequest {
  return { words, limit: accountsPerPage + 1, after: words.length > 0 ? undefined : after }
}

/** What a store found, as a page of it is shown. */
export function toPage<Row extends Readonly<{ id: string }>>(words: readonly string[], found: readonly Row[]) {
  const accounts = found.slice(0, accountsPerPage)
  const more = found.length > accountsPerPage
  return { accounts, more, next: more && words.length === 0 ? (accounts.at(-1)?.id ?? null) : null }
}
