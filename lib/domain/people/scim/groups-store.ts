import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { scimSource } from '#lib/domain/people/group-mappings/group-mapping.ts'
import { type Filter, invalidFilter } from '#lib/domain/people/scim/filter.ts'
import type { ListQuery } from '#lib/domain/people/scim/list-query.ts'
import type { GroupMember, ScimGroup } from '#lib/domain/people/scim/scim-group.ts'
import { toScimNameKey } from '#lib/domain/people/scim/scim-user.ts'
import type { Role } from '#lib/foundation/authorization/roles.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import { type Db, type DbTransaction, nowMs } from '#lib/foundation/db/database.ts'
import { takeLock } from '#lib/foundation/db/lock.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'

const columns = [
  'id',
  'external_id as externalId',
  'name',
  'version',
  'created_at as createdAt',
  'changed_at as changedAt',
] as const

type NamedGroup = Pick<ScimGroup, 'id' | 'externalId' | 'name'>

/** @returns undefined, without a change, if another group has the name or the external ID */
export async function insertScimGroup(db: Db, { id, externalId, name }: NamedGroup): Promise<ScimGroup | undefined> {
  return db
    .insertInto('scim_groups')
    .values({
      id,
      external_id: externalId,
      name,
      name_key: toScimNameKey(name),
      version: 1,
      created_at: nowMs,
      changed_at: nowMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
}

/** Also for a change of the members. @throws a unique violation if another group has the name or the external ID */
export async function updateScimGroup(db: Db, { id, externalId, name }: NamedGroup): Promise<void> {
  await db
    .updateTable('scim_groups')
    .set(({ eb }) => ({
      external_id: externalId,
      name,
      name_key: toScimNameKey(name),
      version: eb('version', '+', 1),
      changed_at: nowMs,
    }))
    .where('id', '=', id)
    .execute()
}

export async function deleteScimGroupRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('scim_group_members').where('group_id', '=', id).execute()
  await db.deleteFrom('scim_groups').where('id', '=', id).execute()
}

export async function findScimGroup(db: Db, id: string): Promise<ScimGroup | undefined> {
  return db.selectFrom('scim_groups').select(columns).where('id', '=', id).executeTakeFirst()
}

export async function findScimGroupNamed(db: Db, name: string): Promise<ScimGroup | undefined> {
  return db.selectFrom('scim_groups').select(columns).where('name', '=', name).executeTakeFirst()
}

export async function countScimGroups(db: Db): Promise<number> {
  return countRows(db.selectFrom('scim_groups'))
}

/** A page of the groups that the filter finds, by ID. @throws Refusal `invalidFilter` */
export async function listScimGroups(
  db: Db,
  { filter, startIndex, count }: ListQuery,
): Promise<Readonly<{ total: number; groups: readonly ScimGroup[] }>> {
  const found = db.selectFrom('scim_groups').where((eb) => (filter ? groupCondition(eb, filter) : sql<SqlBool>`1 = 1`))
  const total = await countRows(found)
  if (count === 0 || startIndex > total) return { total, groups: [] }
  const page = found.select(columns).orderBy('id')
  return {
    total,
    groups: await page
      .offset(startIndex - 1)
      .limit(count)
      .execute(),
  }
}

/** Groups with their number of members, by name, for the portal. */
export async function listGroupsByName(db: Db, limit: number) {
  const rows = await db
    .selectFrom('scim_groups as g')
    .select(['g.id', 'g.name'])
    .select(({ selectFrom }) =>
      selectFrom('scim_group_members as m')
        .whereRef('m.group_id', '=', 'g.id')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .as('members'),
    )
    .orderBy('g.name_key')
    .limit(limit)
    .execute()
  return rows.map(({ members, ...group }) => ({ ...group, members: Number(members) }))
}

function groupCondition(eb: ExpressionBuilder<Tables, 'scim_groups'>, filter: Filter): ReturnType<typeof eb.not> {
  if (filter.kind === 'not') return eb.not(groupCondition(eb, filter.filter))
  if (filter.kind === 'and') return eb.and(filter.filters.map((part) => groupCondition(eb, part)))
  if (filter.kind === 'or') return eb.or(filter.filters.map((part) => groupCondition(eb, part)))
  const { attribute, value } = filter
  if (typeof value !== 'string') throw invalidFilter('This attribute is compared with a text.')
  switch (attribute) {
    case 'id':
      return eb('id', '=', value)
    case 'displayname':
      return eb('name_key', '=', toScimNameKey(value))
    case 'externalid':
      return eb('external_id', '=', value)
    case 'members':
    case 'members.value':
      return eb('id', 'in', eb.selectFrom('scim_group_members').select('group_id').where('user_id', '=', value))
    default:
      throw invalidFilter('Groups can be filtered by id, displayName, externalId, and members.value.')
  }
}

/** The number of members of each group, also of those that the directory doesn't see. */
export async function countMembers(db: Db, groupIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (groupIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('scim_group_members')
    .select(({ fn }) => ['group_id', fn.countAll<number>().as('total')])
    .where('group_id', 'in', groupIds)
    .groupBy('group_id')
    .execute()
  return new Map(rows.map(({ group_id, total }) => [group_id, Number(total)]))
}

/** The members with these roles of each group, by ID, from group ID. */
export async function listMembers(
  db: Db,
  groupIds: readonly string[],
  roles: readonly Role[],
): Promise<ReadonlyMap<string, readonly GroupMember[]>> {
  if (groupIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('scim_group_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.group_id', 'u.id', 'u.name'])
    .where('m.group_id', 'in', groupIds)
    .where('u.role', 'in', roles)
    .orderBy('u.id')
    .execute()
  const byGroup = Map.groupBy(rows, ({ group_id }) => group_id)
  return new Map([...byGroup].map(([groupId, members]) => [groupId, members.map(({ id, name }) => ({ id, name }))]))
}

/** All members, by ID. */
export async function listMemberIds(db: Db, groupId: string): Promise<readonly string[]> {
  const ofGroup = db.selectFrom('scim_group_members').select('user_id').where('group_id', '=', groupId)
  return (await ofGroup.orderBy('user_id').execute()).map(({ user_id }) => user_id)
}

/** The roles that members of a group have. */
export async function listMemberRoles(db: Db, groupId: string): Promise<readonly Role[]> {
  const members = db.selectFrom('scim_group_members as m').innerJoin('users as u', 'u.id', 'm.user_id')
  const rows = await members.select('u.role').distinct().where('m.group_id', '=', groupId).execute()
  return rows.map(({ role }) => role)
}

/** Which of these users are members. */
export async function findMembers(db: Db, groupId: string, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const ofGroup = db.selectFrom('scim_group_members').select('user_id').where('group_id', '=', groupId)
  const rows = await ofGroup.where('user_id', 'in', userIds).execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

export async function addScimMembers(db: Db, groupId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await db
    .insertInto('scim_group_members')
    .values(userIds.map((userId) => ({ group_id: groupId, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeScimMembers(db: Db, groupId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  const ofGroup = db.deleteFrom('scim_group_members').where('group_id', '=', groupId)
  await ofGroup.where('user_id', 'in', userIds).execute()
}

export async function leaveAllGroups(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('scim_group_members').where('user_id', '=', userId).execute()
}

/** The names of the user's groups that a mapping names. */
export async function listMappedGroupNames(db: Db, userId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('scim_group_members as m')
    .innerJoin('scim_groups as g', 'g.id', 'm.group_id')
    .select('g.name')
    .where('m.user_id', '=', userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('group_mappings as p')
          .select('p.id')
          .where('p.source', '=', scimSource)
          .whereRef('p.group_name', '=', 'g.name'),
      ),
    )
    .orderBy('g.name_key')
    .execute()
  return rows.map(({ name }) => name)
}

/** Taken before the members of a group are read to change them, and before the locks of its users. */
export function lockScimGroup(trx: DbTransaction, groupId: string): Promise<void> {
  return takeLock(trx, `scim group ${groupId}`)
}

/** Taken before the number of groups decides. */
export function lockScimGroups(trx: DbTransaction): Promise<void> {
  return takeLock(trx, 'scim groups')
}
