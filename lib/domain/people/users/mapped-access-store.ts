import { type SqlBool, sql } from 'kysely'
import { inParts } from '#lib/domain/accounts/accounts/store.ts'
import { userColumns } from '#lib/domain/people/users/store.ts'
import type { AccountScope, User } from '#lib/domain/people/users/user.ts'
import type { PortalRole } from '#lib/foundation/authorization/roles.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'

/** Whose access, and the source of the mappings that give it. */
type Holder = Readonly<{ userId: string; source: string }>

/** A user, and the source that made them an admin; null if a manager gave the role. */
export async function findUserWithRoleSource(db: Db, id: string) {
  const query = db.selectFrom('users').select(userColumns).select('role_source as roleSource')
  return query.where('id', '=', id).executeTakeFirst()
}

/** The account groups that the source gives to the user. */
export async function listMappedGroupIds(db: Db, { userId, source }: Holder): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('mapped_account_groups')
    .select('group_id')
    .where('user_id', '=', userId)
    .where('source', '=', source)
    .execute()
  return rows.map(({ group_id }) => group_id)
}

/** The account groups that the user has by hand or from other sources. */
export async function listGroupIdsBeside(db: Db, { userId, source }: Holder): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('user_account_groups as g')
    .select('g.group_id')
    .where('g.user_id', '=', userId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('g.mapped_at', 'is', null),
        exists(
          selectFrom('mapped_account_groups as m')
            .select('m.group_id')
            .whereRef('m.user_id', '=', 'g.user_id')
            .whereRef('m.group_id', '=', 'g.group_id')
            .where('m.source', '<>', source),
        ),
      ]),
    )
    .execute()
  return rows.map(({ group_id }) => group_id)
}

/** Gives groups because of mappings, without unknown ones. @returns those that the user had not */
export async function giveMappedGroups(
  db: Db,
  { userId, source }: Holder,
  groupIds: readonly string[],
): Promise<readonly string[]> {
  const given: string[] = []
  for (const ids of inParts(groupIds)) {
    const rows = await db
      .insertInto('user_account_groups')
      .columns(['user_id', 'group_id', 'granted_at', 'mapped_at'])
      .expression((eb) =>
        eb
          .selectFrom('account_groups')
          .select((group) => [group.val(userId).as('user_id'), 'id'])
          .select([nowMs.as('granted_at'), nowMs.as('mapped_at')])
          .where('id', 'in', ids),
      )
      .onConflict((conflict) => conflict.columns(['user_id', 'group_id']).doNothing())
      .returning('group_id')
      .execute()
    given.push(...rows.map(({ group_id }) => group_id))
    await db
      .insertInto('mapped_account_groups')
      .columns(['user_id', 'group_id', 'source'])
      .expression((eb) =>
        eb
          .selectFrom('user_account_groups as g')
          .select((group) => ['g.user_id', 'g.group_id', group.val(source).as('source')])
          .where('g.user_id', '=', userId)
          .where('g.group_id', 'in', ids),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return given
}

/**
 * Takes groups that the source gave, unless the user has them by hand or from another source. @returns the taken ones
 */
export async function takeMappedGroups(
  db: Db,
  { userId, source }: Holder,
  groupIds: readonly string[],
): Promise<readonly string[]> {
  if (groupIds.length === 0) return []
  await db
    .deleteFrom('mapped_account_groups')
    .where('user_id', '=', userId)
    .where('source', '=', source)
    .where('group_id', 'in', groupIds)
    .execute()
  const taken = await db
    .deleteFrom('user_account_groups')
    .where('user_id', '=', userId)
    .where('group_id', 'in', groupIds)
    .where('mapped_at', 'is not', null)
    .where(isUnmapped(db))
    .returning('group_id')
    .execute()
  return taken.map(({ group_id }) => group_id)
}

/** @returns undefined, without a change, for an owner or a service user, whose role no mapping changes */
export async function setMappedRole(
  db: Db,
  id: string,
  { role, accountScope, source }: Readonly<{ role: PortalRole; accountScope: AccountScope; source: string | null }>,
): Promise<User | undefined> {
  return db
    .updateTable('users')
    .set({ role, account_scope: accountScope, role_source: source })
    .where('id', '=', id)
    .where('role', 'in', ['admin', 'agent'])
    .returning(userColumns)
    .executeTakeFirst()
}

/** Takes everything that a source gave, except what users have by hand or from another source: it ends. */
export async function endMappedAccess(db: Db, source: string): Promise<void> {
  await db.deleteFrom('mapped_account_groups').where('source', '=', source).execute()
  await db.deleteFrom('user_account_groups').where('mapped_at', 'is not', null).where(isUnmapped(db)).execute()
  await db
    .updateTable('users')
    .set({ role: 'agent', account_scope: 'list', role_source: null })
    .where('role_source', '=', source)
    .where('role', '=', 'admin')
    .execute()
}

/** No source gives this group to the user any longer. */
function isUnmapped(db: Db) {
  const mapped = db
    .selectFrom('mapped_account_groups as m')
    .select('m.group_id')
    .where('m.user_id', '=', sql.ref<string>('user_account_groups.user_id'))
    .where('m.group_id', '=', sql.ref<string>('user_account_groups.group_id'))
  return sql<SqlBool>`not exists ${mapped}`
}
