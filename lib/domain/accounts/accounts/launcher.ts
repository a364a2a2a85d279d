import type { LauncherAccount } from '#lib/domain/accounts/accounts/account.ts'
import { findOpenable } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import {
  type AccountTotal,
  clearPinned,
  countOpenable,
  findSuspended,
  listOpenable,
  listPinned,
  listPinnedIds,
  listRecent,
  setPinned,
  setPinOrder,
} from '#lib/domain/accounts/accounts/launcher-store.ts'
import { moveBefore } from '#lib/domain/accounts/accounts/move-before.ts'
import { splitSearchWords } from '#lib/domain/accounts/accounts/search-text.ts'
import { lookAgain, type SecondLook } from '#lib/domain/accounts/accounts/second-look.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { takeLock } from '#lib/foundation/db/lock.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** The accounts shown at first, and at most in a search. "Show more" goes up to {@link maxShown}. */
export const firstShown = 50
export const maxShown = 1_000

export const maxPinned = 100
const maxRecent = 6
/** More accounts that a search finds are not counted, because counting takes longer the more there are. */
const maxCounted = 1_000
/** A search that finds fewer accounts tolerates typos. */
const enough = 5

export type LauncherSearch = Readonly<{
  query: string
  shown: number
  /** The accounts open in this browser, which "Recent" leaves out. */
  openIds?: readonly string[]
}>

export type LauncherAccounts = Readonly<{
  /** The folded search words; empty when all accounts are shown. */
  words: readonly string[]
  accounts: readonly LauncherAccount[]
  /** Whether more accounts match than are shown. */
  more: boolean
  total: AccountTotal
  /** The account with exactly the searched ID, if the user can't open it only because it is suspended. */
  suspended: Readonly<{ id: string; name: string }> | undefined
  /** What else a search finds that finds few accounts. */
  second: SecondLook | undefined
  opensAny: boolean
  /** Empty in a search. */
  pinned: readonly LauncherAccount[]
  recent: readonly LauncherAccount[]
}>

/** The accounts that this user may open, or those that a search finds, with the pinned and recent ones. */
export async function searchOpenableAccounts(
  { db }: Services,
  { userId }: PortalUser,
  { query, shown, openIds = [] }: LauncherSearch,
): Promise<LauncherAccounts> {
  const words = splitSearchWords(query)
  const isSearch = words.length > 0
  const limit = isSearch || !Number.isInteger(shown) ? firstShown : Math.min(Math.max(shown, firstShown), maxShown)
  const [found, suspended, pinned, recent] = await Promise.all([
    // One more than shown tells whether there are more.
    listOpenable(db, { userId, words, limit: limit + 1 }),
    words.length === 1 && words[0] ? findSuspended(db, userId, words[0]) : undefined,
    isSearch ? [] : listPinned(db, userId, maxPinned),
    isSearch ? [] : listRecent(db, userId, { limit: maxRecent, openIds }),
  ])
  const more = found.length > limit
  const isMistyped = isSearch && found.length < enough && !suspended
  const counted = more ? await countOpenable(db, { userId, words, max: maxCounted }) : undefined
  return {
    words,
    accounts: found.slice(0, limit),
    more,
    total: more ? { count: limit, isExact: false, ...counted } : { count: found.length, isExact: true },
    suspended,
    second: isMistyped ? await lookAgain(db, { userId, words, found, limit }) : undefined,
    opensAny: found.length > 0 || (isSearch && (await listOpenable(db, { userId, words: [], limit: 1 })).length > 0),
    pinned,
    recent,
  }
}

export type Pin = Readonly<{
  accountId: string
  /** Puts the account back where it was before it was unpinned, instead of after the others. */
  restore?: boolean
}>

/**
 * Pins an account, only for this user: not audited.
 * @throws Refusal `not_found` unless the user may open it, `conflict` if too many are pinned
 */
export async function pinAccount(
  { db }: Services,
  { userId }: PortalUser,
  { accountId, restore = false }: Pin,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await takeLock(trx, pinsLock(userId))
    if (!(await findOpenable(trx, userId, accountId))) throw new Refusal('not_found')
    const pinned = await listPinnedIds(trx, userId)
    if (pinned.length >= maxPinned && !pinned.includes(accountId)) throw new Refusal('conflict')
    await setPinned(trx, { userId, accountId, restore })
  })
}

/** Unpins an account for this user, even one that the user may no longer open. */
export async function unpinAccount({ db }: Services, { userId }: PortalUser, accountId: string): Promise<void> {
  await clearPinned(db, userId, accountId)
}

export type PinMove = Readonly<{
  accountId: string
  /** The pinned account that it precedes from now on; any other ID moves it to the end. */
  before: string
}>

/** Moves an account among the pinned ones of this user. @throws Refusal `not_found` unless it is pinned */
export async function movePin({ db }: Services, { userId }: PortalUser, { accountId, before }: PinMove): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await takeLock(trx, pinsLock(userId))
    const pinned = await listPinnedIds(trx, userId)
    if (!pinned.includes(accountId)) throw new Refusal('not_found')
    await setPinOrder(trx, userId, moveBefore(pinned, accountId, before))
  })
}

function pinsLock(userId: string): string {
  return `pins of ${userId}`
}
