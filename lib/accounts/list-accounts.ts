import type { Account, AccountState } from '#lib/accounts/account.ts'
import { splitSearchWords } from '#lib/accounts/search-text.ts'
import { countAccounts, listAccountsAfter } from '#lib/accounts/store.ts'
import type { Services } from '#lib/services.ts'
import type { Actor } from '#lib/users/actor.ts'
import { requireManager } from '#lib/users/roles.ts'

export const accountsPerPage = 50

export type AccountListRequest = Readonly<{
  query?: string | undefined
  state?: AccountState | undefined
  /** The id of the last account that was shown: the page starts behind it. */
  after?: string | undefined
}>

export type AccountList = Readonly<{
  accounts: readonly Account[]
  /** How many there are of what was asked for, on all pages, and of accounts altogether. */
  matches: number
  total: number
  /** What to ask for as `after` to see more; null at the end. */
  next: string | null
}>

/**
 * The accounts whose name or id holds every word of `query`, a page at a time, by name.
 * @throws Refusal `forbidden`
 */
export async function listAccounts(
  services: Services,
  actor: Actor,
  { query = '', state = 'all', after }: AccountListRequest,
): Promise<AccountList> {
  requireManager(actor)
  const filter = { words: splitSearchWords(query), state }
  const [found, matches, total] = await Promise.all([
    // One more than is shown tells whether there is more.
    listAccountsAfter(services.db, filter, after, accountsPerPage + 1),
    countAccounts(services.db, filter),
    countAccounts(services.db, { words: [], state: 'all' }),
  ])
  const accounts = found.slice(0, accountsPerPage)
  const next = found.length > accountsPerPage ? (accounts.at(-1)?.id ?? null) : null
  return { accounts, matches, total, next }
}
