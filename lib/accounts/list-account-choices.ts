import type { AccountChoice } from '#lib/accounts/account.ts'
import { countListed, listChoices } from '#lib/accounts/choice-store.ts'
import { askForPage, toPage } from '#lib/accounts/paging.ts'
import { splitSearchWords } from '#lib/accounts/search-text.ts'
import type { Actor } from '#lib/actor.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

export type AccountChoicesRequest = Readonly<{
  userId: string
  query?: string | undefined
  /** Only the accounts on the user's list; otherwise all. */
  listedOnly: boolean
  /** The id of the last account that was shown: the page starts behind it. A search has one page. */
  after?: string | undefined
}>

export type AccountChoices = Readonly<{
  accounts: readonly AccountChoice[]
  /** Whether more match than are here: of a search they are not to be had, one types more instead. */
  more: boolean
  /** What to ask for as `after` to see more; null at the end and in a search. */
  next: string | null
  /** How many accounts are on the user's list. */
  listed: number
}>

/**
 * The accounts to choose from for a user's list: by name, a page at a time, or those that a search finds.
 * @throws Refusal `forbidden`
 */
export async function listAccountChoices(
  { db }: Services,
  actor: Actor,
  { userId, query = '', listedOnly, after }: AccountChoicesRequest,
): Promise<AccountChoices> {
  requireManager(actor)
  const words = splitSearchWords(query)
  const [found, listed] = await Promise.all([
    listChoices(db, { userId, listedOnly }, askForPage(words, after)),
    countListed(db, userId),
  ])
  return { ...toPage(words, found), listed }
}
