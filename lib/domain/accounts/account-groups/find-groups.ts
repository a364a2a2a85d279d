import type { AccountGroupWithRules, GroupMembership } from '#lib/domain/accounts/account-groups/account-group.ts'
import { getGroup } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { findReasons, listMembersAfter } from '#lib/domain/accounts/account-groups/members-store.ts'
import { listRules } from '#lib/domain/accounts/account-groups/rules-store.ts'
import { listGroupsAfter } from '#lib/domain/accounts/account-groups/store.ts'
import { splitSearchWords } from '#lib/domain/accounts/accounts/search-text.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

type GroupListRequest = Readonly<{ after: string; limit: number; search?: string | undefined }>

/** The next groups by ID whose names contain every word, and whether there are more. @throws Refusal `forbidden` */
export async function listGroupsById(
  { db }: Services,
  actor: Actor,
  { after, limit, search = '' }: GroupListRequest,
): Promise<Readonly<{ groups: readonly AccountGroupWithRules[]; more: boolean }>> {
  requireManager(actor, 'accounts:read')
  const found = await listGroupsAfter(db, { words: splitSearchWords(search), after, limit: limit + 1 })
  return { groups: found.slice(0, limit), more: found.length > limit }
}

/** @throws Refusal `forbidden`; `not_found` */
export async function getAccountGroup({ db }: Services, actor: Actor, groupId: string): Promise<AccountGroupWithRules> {
  requireManager(actor, 'accounts:read')
  return readGroup(db, groupId)
}

/** A group with its rules. @throws Refusal `not_found` */
export async function readGroup(db: Db, groupId: string): Promise<AccountGroupWithRules> {
  const group = await getGroup(db, groupId)
  return { ...group, rules: await listRules(db, groupId) }
}

type MemberListRequest = Readonly<{ groupId: string; after: string; limit: number }>

/** The next accounts of a group by ID, and whether there are more. @throws Refusal `forbidden`; `not_found` */
export async function listMembersById(
  { db }: Services,
  actor: Actor,
  { groupId, after, limit }: MemberListRequest,
): Promise<Readonly<{ members: readonly GroupMembership[]; more: boolean }>> {
  requireManager(actor, 'accounts:read')
  await getGroup(db, groupId)
  const found = await listMembersAfter(db, groupId, { after, limit: limit + 1 })
  return { members: found.slice(0, limit), more: found.length > limit }
}

/** An account of a group. @throws Refusal `forbidden`; `not_found` unless it is in the group */
export async function getMember(
  { db }: Services,
  actor: Actor,
  { groupId, accountId }: Readonly<{ groupId: string; accountId: string }>,
): Promise<GroupMembership> {
  requireManager(actor, 'accounts:read')
  const reasons = (await findReasons(db, groupId, [accountId])).get(accountId)
  if (!reasons) throw new Refusal('not_found')
  return { accountId, ...reasons }
}
