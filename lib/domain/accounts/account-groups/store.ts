import { sql } from 'kysely'
import {
  type AccountGroup,
  type AccountGroupSummary,
  type AccountGroupWithRules,
  type GroupFields,
  maxCounted,
  toBoundedCount,
  toGroupNameKey,
} from '#lib/domain/accounts/account-groups/account-group.ts'
import { groupFields } from '#lib/domain/accounts/account-groups/fields.ts'
import { listRulesOf } from '#lib/domain/accounts/account-groups/rules-store.ts'
import { escapeLike } from '#lib/foundation/db/account-search.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import { type Db, type DbTransaction, nowMs } from '#lib/foundation/db/database.ts'
import { takeLock } from '#lib/foundation/db/lock.ts'

const groupColumns = ['id', 'name', ...groupFields.columns, 'changed_at as changedAt'] as const

type NamedGroup = GroupFields & Readonly<{ id: string }>

/** @returns undefined if the name is taken */
export async function insertGroup(db: Db, group: NamedGroup): Promise<AccountGroup | undefined> {
  return db
    .insertInto('account_groups')
    .values({ id: group.id, ...toRow(group), created_at: nowMs })
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .returning(groupColumns)
    .executeTakeFirst()
}

/** @returns undefined for an unknown group, and if another group has the name */
export async function updateGroupRow(db: Db, group: NamedGroup): Promise<AccountGroup | undefined> {
  const { id } = group
  const row = toRow(group)
  return db
    .updateTable('account_groups')
    .set(row)
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('account_groups as o')
            .select('o.id')
            .where('o.name_key', '=', row.name_key)
            .where('o.id', '<>', id),
        ),
      ),
    )
    .returning(groupColumns)
    .executeTakeFirst()
}

function toRow(group: GroupFields) {
  const { name } = group
  return { name, name_key: toGroupNameKey(name), ...groupFields.perColumn((field) => group[field]), changed_at: nowMs }
}

/** Sets when the group's accounts or rules changed. */
export async function touchGroup(db: Db, id: string): Promise<void> {
  await db.updateTable('account_groups').set({ changed_at: nowMs }).where('id', '=', id).execute()
}

export async function findGroup(db: Db, id: string): Promise<AccountGroup | undefined> {
  return db.selectFrom('account_groups').select(groupColumns).where('id', '=', id).executeTakeFirst()
}

/** The name of a group, and how many accounts it has, up to {@link maxCounted}. */
export async function findGroupSize(db: Db, id: string) {
  const accounts = countOf('account_id', 'account_group_members')
  const row = await db.selectFrom('account_groups').select(['name', accounts]).where('id', '=', id).executeTakeFirst()
  return row && { name: row.name, accounts: toBoundedCount(Number(row.account_group_members)) }
}

export async function deleteGroupRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('account_groups').where('id', '=', id).execute()
}

export async function countGroups(db: Db, words: readonly string[] = []): Promise<number> {
  return countRows(searchGroups(db, words))
}

/** The groups whose names contain every word, by name, each with counts up to {@link maxCounted} and its rules. */
export async function listGroupRows(
  db: Db,
  { words, offset, limit }: Readonly<{ words: readonly string[]; offset: number; limit: number }>,
): Promise<AccountGroupSummary[]> {
  const rows = await searchGroups(db, words)
    .select(groupColumns)
    .select([countOf('account_id', 'account_group_members'), countOf('user_id', 'user_account_groups')])
    .orderBy('name_key')
    .offset(offset)
    .limit(limit)
    .execute()
  const groups = rows.map(({ account_group_members: accounts, user_account_groups: users, ...group }) => ({
    ...group,
    accounts: toBoundedCount(Number(accounts)),
    users: toBoundedCount(Number(users)),
  }))
  return withRules(db, groups)
}

/** The next groups by ID whose names contain every word. */
export async function listGroupsAfter(
  db: Db,
  { words, after, limit }: Readonly<{ words: readonly string[]; after: string; limit: number }>,
): Promise<readonly AccountGroupWithRules[]> {
  const query = searchGroups(db, words).select(groupColumns).where('id', '>', after)
  return withRules(db, await query.orderBy('id').limit(limit).execute())
}

async function withRules<Group extends AccountGroup>(db: Db, groups: readonly Group[]) {
  const rules = await listRulesOf(
    db,
    groups.map(({ id }) => id),
  )
  return groups.map((group) => ({
    ...group,
    rules: rules.flatMap(({ groupId, ...rule }) => (groupId === group.id ? [rule] : [])),
  }))
}

/** IDs and names of all groups, by name. */
export async function listGroupNames(db: Db): Promise<readonly Pick<AccountGroup, 'id' | 'name'>[]> {
  return db.selectFrom('account_groups').select(['id', 'name']).orderBy('name_key').execute()
}

/** Taken before the number of groups or rules decides, and before a group is given or deleted. */
export function lockGroups(trx: DbTransaction): Promise<void> {
  return takeLock(trx, 'account groups')
}

/**
 * Reads little more than {@link maxCounted} rows, in the order of the index: otherwise PostgreSQL hashes all of them.
 */
function countOf(column: 'account_id' | 'user_id', table: 'account_group_members' | 'user_account_groups') {
  return sql<number>`(
    select count(*) from (
      select distinct ${sql.ref(column)} from ${sql.table(table)} as c where c.group_id = account_groups.id
      order by ${sql.ref(column)} limit ${sql.lit(maxCounted + 1)}
    ) as counted
  )`.as(table)
}

function searchGroups(db: Db, words: readonly string[]) {
  let query = db.selectFrom('account_groups')
  for (const word of words) query = query.where(sql<boolean>`name_key like ${`%${escapeLike(word)}%`} escape '!'`)
  return query
}
