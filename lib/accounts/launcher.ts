import type { LauncherAccount } from '#lib/accounts/account.ts'
import { findOpenable } from '#lib/accounts/account-permissions-store.ts'
import { clearPinned, listOpenable, listPinned, listRecent, setPinned } from '#lib/accounts/launcher-store.ts'
import { splitSearchWords } from '#lib/accounts/search-text.ts'
import type { PortalUser } from '#lib/actor.ts'
import { Refusal } from '#lib/errors.ts'
import type { Services } from '#lib/services.ts'

/** The accounts shown at first, and at most in a search. "Show more" goes up to {@link maxShown}. */
export const firstShown = 50
export const maxShown = 1_000

const maxPinned = 50
const maxRecent = 6

export type LauncherSearch = Readonly<{ query: string; shown: number }>

export type LauncherAccounts = Readonly<{
  /** The folded search words; empty when all accounts are shown. */
  words: readonly string[]
  accounts: readonly LauncherAccount[]
  /** Whether more accounts match. They are not counted, because counting takes longer the more there are. */
  more: boolean
  /** Whether this user may open any account. */
  opensAny: boolean
  /** Empty in a search. */
  pinned: readonly LauncherAccount[]
  recent: readonly LauncherAccount[]
}>

/**
 * The accounts that this user may open now and whose name or ID contains every word of the query, the closest first; also
 * the pinned and recent accounts.
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
    // One more than shown tells whether there are more.
    listOpenable(db, userId, words, limit + 1),
    isSearch ? [] : listPinned(db, userId, maxPinned),
    isSearch ? [] : listRecent(db, userId, maxRecent),
  ])
  return {
    words,
    accounts: found.slice(0, limit),
    more: found.length > limit,
    opensAny: found.length > 0 || (isSearch && (await listOpenable(db, userId, [], 1)).length > 0),
    pinned,
    recent,
  }
}

/**
 * Pins an account for this user alone; not audited, because no other user sees it.
 * @throws Refusal `not_found` unless the user may open it
 */
export async function pinAccount({ db }: Services, { userId }: PortalUser, accountId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await findOpenable(trx, userId, accountId))) throw new Refusal('not_found')
    await setPinned(trx, userId, accountId)
  })
}

/** Unpins an account for this user, even one that the user may no longer open. */
export async function unpinAccount({ db }: Services, { userId }: PortalUser, accountId: string): Promise<void> {
  await clearPinned(db, userId, accountId)
}
