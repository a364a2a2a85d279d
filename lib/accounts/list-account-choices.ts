import type { AccountChoice } from '#lib/accounts/account.ts'
import { countChoices, listChoices } from '#lib/accounts/choice-store.ts'
import { accountsPerPage } from '#lib/accounts/list-accounts.ts'
import { splitSearchWords } from '#lib/accounts/search-text.ts'
import type { Services } from '#lib/services.ts'
import type { Actor } from '#lib/users/actor.ts'
import { requireManager } from '#lib/users/roles.ts'

export type AccountChoicesRequest = Readonly<{
  userId: string
  query?: string | undefined
  /** Only the accounts on the user's list; otherwise all. */
  listedOnly: boolean
  /** The id of the last account that was shown: the page starts behind it. */
  after?: string | undefined
}>

export type AccountChoices = Readonly<{
  accounts: readonly AccountChoice[]
  /** How many there are of what was asked for, on all pages; on the user's list; of accounts altogether. */
  matches: number
  listed: number
  total: number
  /** What to ask for as `after` to see more; null at the end. */
  next: string | null
}>

/**
 * The accounts to choose from for a user's list, a page at a time, by name.
 * @throws Refusal `forbidden`
 */
export async function listAccountChoices(
  { db }: Services,
  actor: Actor,
  { userId, query = '', listedOnly, after }: AccountChoicesRequest,
): Promise<AccountChoices> {
  requireManager(actor)
  const filter = { userId, words: splitSearchWords(query), listedOnly }
  const [found, matches, listed, total] = await Promise.all([
    // One more than is shown tells whether there is more.
    listChoices(db, filter, after, accountsPerPage + 1),
    countChoices(db, filter),
    countChoices(db, { userId, words: [], listedOnly: true }),
    countChoices(db, { userId, words: [], listedOnly: false }),
  ])
  const accounts = found.slice(0, accountsPerPage)
  const next = found.length > accountsPerPage ? (accounts.at(-1)?.id ?? null) : null
  return { accounts, matches, listed, total, next }
}
