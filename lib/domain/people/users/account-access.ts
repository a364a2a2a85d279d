import type { Account } from '#lib/domain/accounts/accounts/account.ts'
import { type AccountPage, askForPage, toPage } from '#lib/domain/accounts/accounts/paging.ts'
import { splitSearchWords } from '#lib/domain/accounts/accounts/search-text.ts'
import { findUnknownIds } from '#lib/domain/accounts/accounts/store.ts'
import {
  countAccountAccess,
  grantAccountAccess,
  listAccountsWithAccess,
  revokeAccountAccess,
  revokeAllAccountAccess,
} from '#lib/domain/people/users/account-access-store.ts'
import { getManagedUser } from '#lib/domain/people/users/find-users.ts'
import { takeAllGroups } from '#lib/domain/people/users/group-access-store.ts'
import { accountAccessChangesSchema } from '#lib/domain/people/users/schema.ts'
import { lockUser } from '#lib/domain/people/users/store.ts'
import { type AccountScope, opensAllAccounts, type User, userEvent } from '#lib/domain/people/users/user.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { Role } from '#lib/foundation/authorization/roles.ts'
import type { Db, DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

export type AccountAccess = Readonly<{ role: Role; accountScope: AccountScope; accountIds: readonly string[] }>

/** An account and whether it is on a user's list. */
export type AccountWithAccess = Account & Readonly<{ listed: boolean }>

/** Removes what has no effect: managers open all accounts, and the scope `all` needs no list. */
export function normalizeAccountAccess({ role, accountScope, accountIds }: AccountAccess): AccountAccess {
  if (opensAllAccounts({ role, accountScope })) return { role, accountScope: 'all', accountIds: [] }
  return { role, accountScope, accountIds: [...new Set(accountIds)] }
}

/** Takes what has no effect for a user who may open all accounts. */
export async function clearAccountAccess(db: Db, userId: string): Promise<void> {
  await revokeAllAccountAccess(db, userId)
  await takeAllGroups(db, userId)
}

/** Replaces the user's list. @throws Refusal `input_invalid` for an unknown ID: a typo must not narrow access */
export async function setAccountAccess(db: Db, userId: string, accountIds: readonly string[]): Promise<void> {
  await revokeAllAccountAccess(db, userId)
  const granted = await grantAccountAccess(db, userId, accountIds)
  if (granted < accountIds.length) throw new Refusal('input_invalid', { fields: { accountIds: 'unknown' } })
}

export type AccountAccessChange = Readonly<{ added: number; removed: number }>

/**
 * Adds accounts to a user's list and removes others. All other accounts keep their state, so two managers who edit
 * different parts of a long list don't overwrite each other.
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`; `conflict` if all are open; `input_invalid`
 */
export async function changeAccountAccess(
  services: Services,
  actor: Actor,
  { userId, ...input }: Readonly<{ userId: string; added: readonly string[]; removed: readonly string[] }>,
): Promise<AccountAccessChange> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  const parsed = parseInput(accountAccessChangesSchema, input)
  return services.db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    const user = await getManagedUser(trx, actor, { id: userId })
    if (opensAllAccounts(user)) throw new Refusal('conflict')
    // A typo must not silently narrow access.
    const unknown = await findUnknownIds(trx, parsed.added)
    if (unknown.length > 0) {
      throw new Refusal('input_invalid', { fields: { added: 'unknown' }, entries: { added: [...new Set(unknown)] } })
    }
    return changeListedAccounts(trx, actor, { user, ...parsed })
  })
}

/**
 * Changes the list of a user whom the caller may manage, and whose lock the caller holds. Unknown IDs have no effect.
 */
export async function changeListedAccounts(
  trx: DbTransaction,
  actor: Actor,
  { user, ...ids }: Readonly<{ user: User; added: readonly string[]; removed: readonly string[] }>,
): Promise<AccountAccessChange> {
  const removed = await revokeAccountAccess(trx, user.id, ids.removed)
  const added = await grantAccountAccess(trx, user.id, ids.added)
  if (added + removed > 0) {
    await recordEvent(trx, actor, userEvent('user.updated', user, { addedAccounts: added, removedAccounts: removed }))
  }
  return { added, removed }
}

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
    listed: number
  }>

/** Accounts by name, or those that a search finds, and whether each is on the list. @throws Refusal `forbidden` */
export async function listAccountAccess(
  { db }: Services,
  actor: Actor,
  { userId, query = '', listedOnly, after }: AccountAccessRequest,
): Promise<AccountAccessPage> {
  requireManager(actor)
  const words = splitSearchWords(query)
  const [found, listed] = await Promise.all([
    listAccountsWithAccess(db, { userId, listedOnly }, askForPage(words, { after })),
    countAccountAccess(db, userId),
  ])
  return { ...toPage(words, found), listed }
}
