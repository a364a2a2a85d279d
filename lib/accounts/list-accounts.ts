import type { Account, AccountState } from '#lib/accounts/account.ts'
import { askForPage, toPage } from '#lib/accounts/paging.ts'
import { splitSearchWords } from '#lib/accounts/search-text.ts'
import { hasAccounts, listInState } from '#lib/accounts/store.ts'
import type { Actor } from '#lib/actor.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

export type AccountListRequest = Readonly<{
  query?: string | undefined
  state?: AccountState | undefined
  /** The id of the last account that was shown: the page starts behind it. A search has one page. */
  after?: string | undefined
}>

export type AccountList = Readonly<{
  accounts: readonly Account[]
  /** Whether more match than are here: of a search they are not to be had, one types more instead. */
  more: boolean
  /** What to ask for as `after` to see more; null at the end and in a search. */
  next: string | null
  /** Whether there is any account at all, whatever was asked for. */
  any: boolean
}>

/**
 * The accounts by name, a page at a time; or those whose name or id holds every word of `query`, the closest first.
 * @throws Refusal `forbidden`
 */
export async function listAccounts(
  { db }: Services,
  actor: Actor,
  { query = '', state = 'all', after }: AccountListRequest,
): Promise<AccountList> {
  requireManager(actor)
  const words = splitSearchWords(query)
  const found = await listInState(db, state, askForPage(words, after))
  const any = found.length > 0 || (await hasAccounts(db))
  return { ...toPage(words, found), any }
}
