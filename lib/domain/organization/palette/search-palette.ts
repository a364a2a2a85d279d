import type { LauncherAccount, ManagedAccount } from '#lib/domain/accounts/accounts/account.ts'
import { listOpenable, listOpenableAmong, listRecent } from '#lib/domain/accounts/accounts/launcher-store.ts'
import { listManaged } from '#lib/domain/accounts/accounts/managed-list-store.ts'
import { splitSearchWords } from '#lib/domain/accounts/accounts/search-text.ts'
import { type ListedKey, withDistinctOwners } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { findFirstKeyIds } from '#lib/domain/keys/api-keys/first-keys-store.ts'
import { listKeysById } from '#lib/domain/keys/api-keys/listing-store.ts'
import { listFirstUsers } from '#lib/domain/people/users/list-store.ts'
import { type User, type UserState, userState } from '#lib/domain/people/users/user.ts'
import type { Actor, PortalUser } from '#lib/foundation/authorization/actor.ts'
import { isManager, managedOwners, requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'

/** Key IDs are case-sensitive, unlike the words of a search. */
const keyIdStart = /^lkid_\w{1,40}$/

/** The most accounts to open, and the most results of each other kind. */
const maxOpenable = 5
const maxManaged = 3

/** What owners and admins find besides the accounts that they may open. */
export type ManagedResults = Readonly<{
  /** Suspended accounts too. */
  accounts: readonly ManagedAccount[]
  users: readonly (User & Readonly<{ state: UserState }>)[]
  keys: readonly ListedKey[]
}>

export type PaletteResults = ManagedResults &
  Readonly<{
    /** The folded search words. */
    words: readonly string[]
    /** Accounts that the user may open: the closest first, or without words the last opened first. */
    openable: readonly LauncherAccount[]
  }>

const nothingManaged: ManagedResults = { accounts: [], users: [], keys: [] }

/** The first accounts, users and keys that contain every word, of those that this user may see. */
export async function searchPalette(services: Services, actor: PortalUser, query: string): Promise<PaletteResults> {
  const { db } = services
  const { userId } = actor
  const words = splitSearchWords(query)
  if (words.length === 0) {
    const openable = await listRecent(db, userId, { limit: maxOpenable, openIds: [], withPinned: true })
    return { ...nothingManaged, words, openable }
  }
  if (!isManager(actor.role)) {
    return { ...nothingManaged, words, openable: await listOpenable(db, { userId, words, limit: maxOpenable }) }
  }
  // One search for both lists of accounts: managers may open every account that is not suspended.
  const { accounts, ...others } = await searchManaged(services, actor, query)
  const ids = accounts.map(({ id }) => id)
  const openable = (await listOpenableAmong(db, userId, ids)).slice(0, maxOpenable)
  return { ...others, words, openable, accounts: accounts.slice(0, maxManaged) }
}

/** The first accounts, users and keys to manage that contain every word. @throws Refusal `forbidden` */
export async function searchManaged({ db }: Services, actor: Actor, query: string): Promise<ManagedResults> {
  requireManager(actor)
  const words = splitSearchWords(query)
  const idStart = keyIdStart.exec(query.trim())?.[0]
  const [accounts, users, keyIds] = await Promise.all([
    listManaged(db, {}, { words, limit: maxOpenable + maxManaged }),
    listFirstUsers(db, { words, limit: maxManaged }),
    findFirstKeyIds(db, managedOwners(actor), { words, limit: maxManaged, idStart }),
  ])
  const keys = await withDistinctOwners(db, await listKeysById(db, keyIds))
  return { accounts, keys, users: users.map((user) => ({ ...user, state: userState(user) })) }
}
