import type { LauncherAccount } from '#lib/accounts/account.ts'
import { countOpenable, listOpenable, listPinned, listRecent } from '#lib/accounts/launcher-store.ts'
import { splitSearchWords } from '#lib/accounts/search-text.ts'
import type { Services } from '#lib/services.ts'
import type { Person } from '#lib/users/actor.ts'

/** What is shown at first, and the most that "Show more" leads to: beyond it, searching is quicker than reading. */
export const firstShown = 50
export const mostShown = 1_000

const mostPinned = 50
const mostRecent = 6

export type LauncherSearch = Readonly<{ query: string; shown: number }>

export type LauncherAccounts = Readonly<{
  /** The words that were looked for, folded: empty where all accounts are shown. */
  words: readonly string[]
  accounts: readonly LauncherAccount[]
  /** How many match, shown or not, and how many this person may open. */
  matches: number
  openable: number
  /** Empty in a search: its results stand alone. */
  pinned: readonly LauncherAccount[]
  recent: readonly LauncherAccount[]
}>

/**
 * What the launcher shows this person: the accounts that may be opened now and whose name or id holds every word
 * of the query, the closest first.
 */
export async function searchOpenableAccounts(
  { db }: Services,
  person: Person,
  { query, shown }: LauncherSearch,
): Promise<LauncherAccounts> {
  const words = splitSearchWords(query)
  const isSearch = words.length > 0
  const limit = Math.min(Math.max(shown, firstShown), mostShown)
  const [accounts, openable, pinned, recent] = await Promise.all([
    listOpenable(db, person.userId, words, limit),
    countOpenable(db, person.userId, []),
    isSearch ? [] : listPinned(db, person.userId, mostPinned),
    isSearch ? [] : listRecent(db, person.userId, mostRecent),
  ])
  const matches = accounts.length < limit ? accounts.length : await countMatches()
  return { words, accounts, matches, openable, pinned, recent }

  async function countMatches(): Promise<number> {
    return isSearch ? countOpenable(db, person.userId, words) : openable
  }
}
