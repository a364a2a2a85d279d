import { managerRoles } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { inParts } from '#lib/domain/accounts/accounts/store.ts'
import { userColumns } from '#lib/domain/people/users/store.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import { type Db, type DbTransaction, nowMs } from '#lib/foundation/db/database.ts'

/** Gives groups to a user by hand, without unknown ones and those given so already. @returns the added ones */
export async function giveGroups(db: Db, userId: string, groupIds: readonly string[]): Promise<readonly string[]> {
  const given: string[] = []
  for (const ids of inParts(groupIds)) {
    const rows = await db
      .insertInto('user_account_groups')
      .columns(['user_id', 'group_id', 'granted_at'])
      .expression((eb) =>
        eb
          .selectFrom('account_groups')
          .select((group) => [group.val(userId).as('user_id'), 'id', nowMs.as('granted_at')])
          .where('id', 'in', ids),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'group_id'])
          .doUpdateSet({ mapped_at: null })
          .where('user_account_groups.mapped_at', 'is not', null),
      )
      .returning('group_id')
      .execute()
    given.push(...rows.map(({ group_id }) => group_id))
  }
  return given
}

/** @returns those of these groups that the user had */
export async function takeGroups(db: Db, userId: string, groupIds: readonly string[]): Promise<readonly string[]> {
  if (groupIds.length === 0) return []
  const rows = await db
    .deleteFrom('user_account_groups')
    .where('user_id', '=', userId)
    .where('group_id', 'in', groupIds)
    .returning('group_id')
    .execute()
  return rows.map(({ group_id }) => group_id)
}

export async function takeAllGroups(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('user_account_groups').where('user_id', '=', userId).execute()
}

/** @returns how many users had the group */
export async function takeGroupFromAll(trx: DbTransaction, groupId: string): Promise<number> {
  const [taken] = await trx.deleteFrom('user_account_groups').where('group_id', '=', groupId).execute()
  return Number(taken?.numDeletedRows)
}

export async function listGroupIdsOf(db: Db, userId: string): Promise<readonly string[]> {
  const rows = await db.selectFrom('user_account_groups').select('group_id').where('user_id', '=', userId).execute()
  return rows.map(({ group_id }) => group_id)
}

/** All groups by name, each with whether the user has it. */
export async function listGroupsWithAccess(db: Db, userId: string) {
  const rows = await db
    .selectFrom('account_groups as g')
    .leftJoin('user_account_groups as u', (join) => join.onRef('u.group_id', '=', 'g.id').on('u.user_id', '=', userId))
    .select(['g.id', 'g.name', 'u.user_id as givenTo'])
    .orderBy('g.name_key')
    .execute()
  return rows.map(({ givenTo, ...group }) => ({ ...group, given: givenTo !== null }))
}

/** These groups by name, from ID to name. */
export async function findGroupNames(db: Db, groupIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (groupIds.length === 0) return new Map()
  const found = db.selectFrom('account_groups').select(['id', 'name']).where('id', 'in', groupIds)
  const rows = await found.orderBy('name_key').execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function countUsersOfGroup(db: Db, groupId: string): Promise<number> {
  return countRows(db.selectFrom('user_account_groups').where('group_id', '=', groupId))
}

/** The active users who have a group, by name. */
export async function listUsersOfGroup(db: Db, groupId: string, limit: number): Promise<readonly User[]> {
  return usersByGroup(db)
    .where('id', 'in', (query) =>
      query.selectFrom('user_account_groups as g').select('g.user_id').where('g.group_id', '=', groupId),
    )
    .limit(limit)
    .execute()
}

/** The active users who may open an account because of their groups, by name. */
export async function listUsersWithGroupOf(db: Db, accountId: string, limit: number): Promise<readonly User[]> {
  return usersByGroup(db)
    .where('id', 'in', (query) =>
      query
        .selectFrom('account_group_members as m')
        .innerJoin('user_account_groups as g', 'g.group_id', 'm.group_id')
        .select('g.user_id')
        .where('m.account_id', '=', accountId),
    )
    .limit(limit)
    .execute()
}

/** Groups have no effect for managers and for users of all accounts. */
function usersByGroup(db: Db) {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where('deactivated_at', 'is', null)
    .where('role', 'not in', managerRoles)
    .where('account_scope', '=', 'list')
    .orderBy('search_text')
    .orderBy('id')
}
