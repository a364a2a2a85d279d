import { z } from 'zod'
import { accountIdSchema } from '#lib/domain/accounts/accounts/schema.ts'
import { findUnknownIds } from '#lib/domain/accounts/accounts/store.ts'
import { changeListedAccounts } from '#lib/domain/people/users/account-access.ts'
import { listAccountAccessIds } from '#lib/domain/people/users/account-access-store.ts'
import { changeGivenGroups } from '#lib/domain/people/users/group-access.ts'
import { findGroupNames, listGroupIdsOf } from '#lib/domain/people/users/group-access-store.ts'
import { maxBulkAccess, maxGroupsOfUser } from '#lib/domain/people/users/limits.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { boundedList } from '#lib/kernel/bounded-list.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

export const accessVerbs = ['give', 'take'] as const
type AccessVerb = (typeof accessVerbs)[number]

const accessSchema = z.object({
  accountIds: boundedList(accountIdSchema, maxBulkAccess, 'too_many'),
  groupIds: boundedList(z.string().max(64, 'malformed'), maxGroupsOfUser, 'too_many'),
})

/** The access to give or take. `everything` takes every account and account group. */
export type BulkAccess = Readonly<{
  accountIds?: readonly string[]
  groupIds?: readonly string[]
  everything?: boolean
}>

export type Access = Required<BulkAccess>

export const noAccess: Access = { accountIds: [], groupIds: [], everything: false }

export function isAccessVerb(verb: string): verb is AccessVerb {
  return verb === 'give' || verb === 'take'
}

/** @throws Refusal `input_invalid` for unknown IDs too: a typo must not pass as a change without effect */
export async function readAccess({ db }: Services, verb: AccessVerb, given: BulkAccess): Promise<Access> {
  if (verb === 'take' && given.everything) return { ...noAccess, everything: true }
  const { accountIds, groupIds } = parseInput(accessSchema, {
    accountIds: [...new Set(given.accountIds ?? [])],
    groupIds: [...new Set(given.groupIds ?? [])],
  })
  if (accountIds.length + groupIds.length === 0) {
    throw new Refusal('input_invalid', { fields: { accountIds: 'required' } })
  }
  const unknown = await findUnknownIds(db, accountIds)
  if (unknown.length > 0) {
    throw new Refusal('input_invalid', { fields: { accountIds: 'unknown' }, entries: { accountIds: unknown } })
  }
  const known = await findGroupNames(db, groupIds)
  if (known.size < groupIds.length) throw new Refusal('input_invalid', { fields: { groupIds: 'unknown' } })
  return { accountIds, groupIds, everything: false }
}

/**
 * Gives or takes the access of one user, who doesn't open all accounts, and whose lock and the groups' lock the caller
 * holds.
 * @returns `partly` if the user had, or lacked, some of it already @throws Refusal as `changeGivenGroups`, before any
 *   change
 */
export async function changeAccess(
  trx: DbTransaction,
  actor: Actor,
  { verb, user, access }: Readonly<{ verb: AccessVerb; user: User; access: Access }>,
): Promise<'unchanged' | 'partly' | undefined> {
  const accountIds = access.everything ? await listAccountAccessIds(trx, user.id) : access.accountIds
  const groupIds = access.everything ? await listGroupIdsOf(trx, user.id) : access.groupIds
  const toChanges = (ids: readonly string[]) =>
    verb === 'give' ? { added: ids, removed: [] } : { added: [], removed: ids }
  // Groups first: only they can be refused.
  const groups = await changeGivenGroups(trx, actor, { user, ...toChanges(groupIds) })
  const accounts = await changeListedAccounts(trx, actor, { user, ...toChanges(accountIds) })
  const changed = groups.added + groups.removed + accounts.added + accounts.removed
  if (changed === 0) return 'unchanged'
  return changed < accountIds.length + groupIds.length ? 'partly' : undefined
}
