import {
  type AccountGroup,
  type BoundedCount,
  type GroupRule,
  type GroupsOfAccount,
  maxCounted,
  toBoundedCount,
} from '#lib/domain/accounts/account-groups/account-group.ts'
import { countFoundAccounts } from '#lib/domain/accounts/account-groups/change-members.ts'
import { findReasons, listGroupsOfAccounts } from '#lib/domain/accounts/account-groups/members-store.ts'
import { listRules } from '#lib/domain/accounts/account-groups/rules-store.ts'
import { findGroup } from '#lib/domain/accounts/account-groups/store.ts'
import type { ManagedAccount } from '#lib/domain/accounts/accounts/account.ts'
import { listAccounts } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import type { AccountPage } from '#lib/domain/accounts/accounts/paging.ts'
import { countUsersOfGroup, listUsersOfGroup } from '#lib/domain/people/users/group-access-store.ts'
import { type Distinct, withDistinctNames } from '#lib/domain/people/users/namesakes-store.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'

const maxUsers = 50
const maxGroupsShown = 2

/** An account of a group: chosen, or there because of these rules, or both. */
export type GroupMember = ManagedAccount & Readonly<{ isChosen: boolean; ruleIds: readonly string[] }>

export type GroupPage = Readonly<{
  group: AccountGroup
  rules: readonly GroupRule[]
  /** The first users of the group by name. */
  users: readonly Distinct<User>[]
  userCount: number
  total: BoundedCount
  members: AccountPage<GroupMember>
}>

export type GroupPageRequest = Readonly<{ groupId: string; query?: string | undefined; after?: string | undefined }>

/**
 * A group, and a page of its accounts, or those that a search finds; undefined for an unknown ID. @throws Refusal
 * `forbidden`
 */
export async function readGroupPage(
  services: Services,
  actor: Actor,
  { groupId, query, after }: GroupPageRequest,
): Promise<GroupPage | undefined> {
  requireManager(actor)
  const { db } = services
  const group = await findGroup(db, groupId)
  if (!group) return undefined
  const [rules, users, userCount, found, page] = await Promise.all([
    listRules(db, groupId),
    listUsersOfGroup(db, groupId, maxUsers),
    countUsersOfGroup(db, groupId),
    countFoundAccounts(services, actor, { group: groupId, max: maxCounted }),
    listAccounts(services, actor, { group: groupId, query, after }),
  ])
  const reasons = await findReasons(
    db,
    groupId,
    page.accounts.map(({ id }) => id),
  )
  const none = { isChosen: false, ruleIds: [] }
  return {
    group,
    rules,
    users: await withDistinctNames(db, users),
    userCount,
    total: toBoundedCount(found),
    members: {
      ...page,
      accounts: page.accounts.map((account) => ({ ...account, ...(reasons.get(account.id) ?? none) })),
    },
  }
}

/** The first groups of each account of a page that is in any. @throws Refusal `forbidden` */
export async function readGroupsOfAccounts(
  { db }: Services,
  actor: Actor,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, GroupsOfAccount>> {
  requireManager(actor)
  return listGroupsOfAccounts(db, accountIds, maxGroupsShown)
}
