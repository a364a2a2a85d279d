import { type AccountPage, askForPage, toPage } from '#lib/accounts/paging.ts'
import { splitSearchWords } from '#lib/accounts/search-text.ts'
import type { Actor } from '#lib/actor.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import type { AccountWithAccess } from '#lib/users/account-access.ts'
import { countAccountAccess, listAccountsWithAccess } from '#lib/users/account-access-store.ts'

export type AccountAccessRequest = Readonly<{
  userId: string
  query?: string | undefined
  /** Only the accounts on the user's list; otherwise all. */
  listedOnly: boolean
  /** The ID of the last account shown: the page starts after it. A search has one page. */
  after?: string | undefined
}>

export type AccountAccessPage = AccountPage<AccountWithAccess> &
  Readonly<{
    /** How many accounts are on the user's list. */
    listed: number
  }>

/**
 * A page of accounts by name, or those that a search finds, each with whether it is on the user's list.
 * @throws Refusal `forbidden`
 */
export async function listAccountAccess(
  { db }: Services,
  actor: Actor,
  { userId, query = '', listedOnly, after }: AccountAccessRequest,
): Promise<AccountAccessPage> {
  requireManager(actor)
  const words = splitSearchWords(query)
  const [found, listed] = await Promise.all([
    listAccountsWithAccess(db, { userId, listedOnly }, askForPage(words, after)),
    countAccountAccess(db, userId),
  ])
  return { ...toPage(words, found), listed }
}
