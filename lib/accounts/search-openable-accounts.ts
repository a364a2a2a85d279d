import type { LauncherAccount } from '#lib/accounts/account.ts'
import { listOpenable, listPinned, listRecent } from '#lib/accounts/launcher-store.ts'
import { splitSearchWords } from '#lib/accounts/search-text.ts'
import type { PortalUser } from '#lib/actor.ts'
import type { Db } from '#lib/db/database.ts'
import type { Services } from '#lib/services.ts'

/** What is shown at first, and of a search at all; and the most that "Show more" leads to: beyond it, one searches. */
export const firstShown = 50
export const maxShown = 1_000

const maxPinned = 50
const maxRecent = 6

export type LauncherSearch = Readonly<{ query: string; shown: number }>

export type LauncherAccounts = Readonly<{
  /** The words that were looked for, folded: empty where all accounts are shown. */
  words: readonly string[]
  accounts: readonly LauncherAccount[]
  /** Whether there are more than are here. Nobody counts them: that would take the longer the more there are. */
  more: boolean
  /** Whether this person may open any account at all. */
  opensAny: boolean
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
  { userId }: PortalUser,
  { query, shown }: LauncherSearch,
): Promise<LauncherAccounts> {
  const words = splitSearchWords(query)
  const isSearch = words.length > 0
  const limit = isSearch ? firstShown : Math.min(Math.max(shown, firstShown), maxShown)
  const [found, pinned, recent] = await Promise.all([
    // One more than is shown tells whether there is more.
    listOpenable(db, userId, words, limit + 1),
    isSearch ? [] : listPinned(db, userId, maxPinned),
    isSearch ? [] : listRecent(db, userId, maxRecent),
  ])
  return {
    words,
    accounts: found.slice(0, limit),
    more: found.length > limit,
    opensAny: found.length > 0 || (isSearch && (await opensAny(db, userId))),
    pinned,
    recent,
  }
}

/** The first page shows one, if there is any: nothing finds it sooner, however many there are. */
async function opensAny(db: Db, userId: string): Promise<boolean> {
  return (await listOpenable(db, userId, [], 1)).length > 0
}
