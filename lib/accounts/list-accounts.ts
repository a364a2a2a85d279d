import type { Account, AccountStateFilter } from '#lib/accounts/account.ts'
import { type AccountPage, askForPage, toPage } from '#lib/accounts/paging.ts'
import { splitSearchWords } from '#lib/accounts/search-text.ts'
import { findAccountBefore, hasAccounts, listInState } from '#lib/accounts/store.ts'
import type { Actor } from '#lib/actor.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

export type AccountListRequest = Readonly<{
  query?: string | undefined
  state?: AccountStateFilter | undefined
  /** The ID of the last account shown: the page starts after it. A search has one page. */
  after?: string | undefined
}>

export type AccountList = AccountPage<Account> &
  Readonly<{
    /** Whether any account exists, even one that doesn't match the request. */
    any: boolean
  }>

/**
 * A page of accounts by name, or the accounts whose name or ID contains every word of `query`, the closest first.
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

/**
 * The `after` of the page of all accounts that starts with this account; undefined if the first page contains it.
 * @throws Refusal `forbidden`
 */
export async function findPageStart({ db }: Services, actor: Actor, accountId: string): Promise<string | undefined> {
  requireManager(actor)
  return findAccountBefore(db, accountId)
}
