import {
  changeMembers,
  type GroupChange,
  type MembersChanged,
} from '#lib/domain/accounts/account-groups/change-members.ts'
import { findReasons } from '#lib/domain/accounts/account-groups/members-store.ts'
import { isAccountId } from '#lib/domain/accounts/accounts/schema.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** Of an account that a removal leaves in the group. */
export const keptByRule = 'A rule of the group matches this account, so it stays in the group.'

type Member = Readonly<{ groupId: string; accountId: string }>

/** Adds one account to a group, unless it was chosen before. @throws Refusal `not_found`, and as `changeMembers` */
export async function addMember(services: Services, actor: Actor, member: Member): Promise<void> {
  await changeOne(services, actor, { member, change: 'added' })
}

/**
 * Removes one account from a group, unless it is not in the group.
 * @throws Refusal `not_found`; `conflict` for an account that a rule matches; and as `changeMembers`
 */
export async function removeMember(services: Services, actor: Actor, member: Member): Promise<void> {
  requireManager(actor, 'accounts:write')
  const kept = await listKept(services, member.groupId, [member.accountId])
  if (kept.length > 0) throw new Refusal('conflict', { description: keptByRule })
  await changeOne(services, actor, { member, change: 'removed' })
}

async function changeOne(
  services: Services,
  actor: Actor,
  { member, change }: Readonly<{ member: Member; change: GroupChange }>,
): Promise<void> {
  const { groupId, accountId } = member
  requireManager(actor, 'accounts:write')
  if (!isAccountId(accountId)) throw new Refusal('not_found')
  const { unknown } = await changeMembers(services, actor, { groupId, change, ids: [accountId] })
  if (unknown.length > 0) throw new Refusal('not_found')
}

export type MembersEdited = Readonly<{
  added: number
  removed: number
  /** The given IDs that name no account. */
  unknown: readonly string[]
  /** The IDs to remove that stay in the group, because a rule matches them. */
  kept: readonly string[]
}>

type MembersEdit = Readonly<{ groupId: string; add: readonly string[]; remove: readonly string[] }>

/**
 * Removes some accounts from a group, then adds others. Two transactions: repeating it after a failure continues.
 * @throws Refusal `not_found`, and as `changeMembers`
 */
export async function editMembers(
  services: Services,
  actor: Actor,
  { groupId, add, remove }: MembersEdit,
): Promise<MembersEdited> {
  requireManager(actor, 'accounts:write')
  const removed = await changeSome(services, actor, { groupId, change: 'removed', ids: remove })
  const added = await changeSome(services, actor, { groupId, change: 'added', ids: add })
  const wanted = new Set(add)
  return {
    added: added.changed,
    removed: removed.changed,
    unknown: [...new Set([...removed.unknown, ...added.unknown])],
    kept: await listKept(
      services,
      groupId,
      remove.filter((id) => !wanted.has(id)),
    ),
  }
}

type Change = Readonly<{ groupId: string; change: GroupChange; ids: readonly string[] }>

async function changeSome(services: Services, actor: Actor, change: Change): Promise<MembersChanged> {
  return change.ids.length === 0 ? { changed: 0, unknown: [] } : changeMembers(services, actor, change)
}

/** Those of these accounts that a rule matches, by ID. */
async function listKept({ db }: Services, groupId: string, ids: readonly string[]): Promise<readonly string[]> {
  const reasons = await findReasons(db, groupId, ids)
  return [...reasons].flatMap(([id, { ruleIds }]) => (ruleIds.length > 0 ? id : [])).toSorted()
}
