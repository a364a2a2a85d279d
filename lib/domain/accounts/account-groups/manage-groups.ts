import {
  type AccountGroup,
  type AccountGroupSummary,
  type GroupFields,
  groupEvent,
  maxGroups,
} from '#lib/domain/accounts/account-groups/account-group.ts'
import { groupFields } from '#lib/domain/accounts/account-groups/fields.ts'
import { removeSomeMembers } from '#lib/domain/accounts/account-groups/members-store.ts'
import { deleteRulesOf } from '#lib/domain/accounts/account-groups/rules-store.ts'
import { type GroupInput, groupSchema } from '#lib/domain/accounts/account-groups/schema.ts'
import {
  countGroups,
  deleteGroupRow,
  findGroup,
  insertGroup,
  listGroupNames,
  listGroupRows,
  lockGroups,
  updateGroupRow,
} from '#lib/domain/accounts/account-groups/store.ts'
import { splitSearchWords } from '#lib/domain/accounts/accounts/search-text.ts'
import { takeGroupFromAll } from '#lib/domain/people/users/group-access-store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { Db, DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomId } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { findPage, type NumberedPage } from '#lib/kernel/page-number.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import { runWithoutWaitBudget } from '#lib/kernel/wait-budget.ts'

const groupsPerPage = 50

export type AccountGroupList = NumberedPage & Readonly<{ groups: readonly AccountGroupSummary[] }>

/** The groups whose names contain every word of `query`, by name. @throws Refusal `forbidden` */
export async function listGroups(
  { db }: Services,
  actor: Actor,
  { query = '', page = 1 }: Readonly<{ query?: string; page?: number }> = {},
): Promise<AccountGroupList> {
  requireManager(actor)
  const words = splitSearchWords(query)
  const { place, rows } = findPage(page, await countGroups(db, words), groupsPerPage)
  return { ...place, groups: await listGroupRows(db, { words, ...rows }) }
}

/** @throws Refusal `forbidden` */
export async function countAccountGroups({ db }: Services, actor: Actor): Promise<number> {
  requireManager(actor)
  return countGroups(db)
}

export type GroupChoice = Pick<AccountGroup, 'id' | 'name'>

/** The groups to choose from, by name: at most {@link maxGroups}. @throws Refusal `forbidden` */
export async function listGroupChoices({ db }: Services, actor: Actor): Promise<readonly GroupChoice[]> {
  requireManager(actor)
  return listGroupNames(db)
}

/**
 * Creates an empty group, which no user has yet.
 * @throws Refusal `forbidden`; `input_invalid`: `name` is `taken`, or `too_many` beyond {@link maxGroups}
 */
export async function createGroup(services: Services, actor: Actor, input: GroupInput): Promise<AccountGroup> {
  requireManager(actor, 'accounts:write')
  const given = parseInput(groupSchema, input)
  return services.db.transaction().execute((trx) => addGroup(trx, actor, given))
}

/** Adds a group with checked fields; the caller authorizes. @throws Refusal `input_invalid` as {@link createGroup} */
async function addGroup(trx: DbTransaction, actor: Actor, given: GroupFields): Promise<AccountGroup> {
  await lockGroups(trx)
  if ((await countGroups(trx)) >= maxGroups) throw new Refusal('input_invalid', { fields: { name: 'too_many' } })
  const group = await insertGroup(trx, { id: randomId('grp'), ...given })
  if (!group) throw new Refusal('input_invalid', { fields: { name: 'taken' } })
  await recordEvent(trx, actor, groupEvent('account_group.created', group))
  return group
}

/** Renames a group. @throws Refusal `forbidden`; `not_found`; `input_invalid`: `name` is `taken` */
export async function updateGroup(
  services: Services,
  actor: Actor,
  { groupId, ...input }: GroupInput & Readonly<{ groupId: string }>,
): Promise<AccountGroup> {
  requireManager(actor)
  const given = parseInput(groupSchema, input)
  return services.db.transaction().execute(async (trx) => {
    await lockGroups(trx)
    return renameGroup(trx, actor, { former: await getGroup(trx, groupId), given })
  })
}

/** Renames a group while the caller, who authorizes, holds the groups' lock. @throws Refusal `input_invalid` */
export async function renameGroup(
  trx: DbTransaction,
  actor: Actor,
  { former, given }: Readonly<{ former: AccountGroup; given: GroupFields }>,
): Promise<AccountGroup> {
  const group = await updateGroupRow(trx, { id: former.id, ...given })
  if (!group) throw new Refusal('input_invalid', { fields: { name: 'taken' } })
  const details = {
    ...(former.name !== group.name && { formerName: former.name }),
    ...groupFields.toDetails(former, group),
  }
  await recordEvent(trx, actor, groupEvent('account_group.updated', group, details))
  return group
}

/**
 * Takes a group from all its users, from their next request, and deletes it. Its members follow in batches; if that is
 * interrupted, an empty group without users is left, which can be deleted again.
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`
 */
export async function deleteGroup(services: Services, actor: Actor, groupId: string): Promise<void> {
  requireManager(actor, 'accounts:write')
  requireRecentConfirmation(actor, services.clock.now())
  await services.db.transaction().execute(async (trx) => {
    const group = await endGrants(trx, groupId)
    await recordEvent(trx, actor, groupEvent('account_group.deleted', group, { users: group.users }))
  })
  await runWithoutWaitBudget(async () => {
    while (await removeSomeMembers(services.db, groupId)) {}
    await services.db.transaction().execute(async (trx) => {
      // Another manager may have given the group to a user, or added an account, in between.
      await endGrants(trx, groupId)
      while (await removeSomeMembers(trx, groupId)) {}
      await deleteGroupRow(trx, groupId)
    })
  })
}

async function endGrants(trx: DbTransaction, groupId: string) {
  await lockGroups(trx)
  const group = await getGroup(trx, groupId)
  await deleteRulesOf(trx, groupId)
  return { ...group, users: await takeGroupFromAll(trx, groupId) }
}

/** @throws Refusal `not_found` */
export async function getGroup(db: Db, groupId: string): Promise<AccountGroup> {
  const group = await findGroup(db, groupId)
  if (!group) throw new Refusal('not_found')
  return group
}
