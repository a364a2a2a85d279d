import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { type Filter, type FilterValue, invalidFilter } from '#lib/domain/people/scim/filter.ts'
import type { ListQuery } from '#lib/domain/people/scim/list-query.ts'
import { type GroupOfUser, type ScimUser, toScimNameKey } from '#lib/domain/people/scim/scim-user.ts'
import { toNameKey } from '#lib/domain/people/users/user.ts'
import type { Role } from '#lib/foundation/authorization/roles.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'

type Builder = ExpressionBuilder<Tables & { u: Tables['users']; s: Nullable<Tables['scim_users']> }, 'u' | 's'>
type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null }

/**
 * The users of these roles that the directory has not deleted. A deleted user whom a manager reactivates is back. A
 * directory that does not manage a user yet doesn't see them while they chose their email address, or the username that
 * stands for a missing one, without a proof: it would take them for the person who has that name.
 */
function visibleUsers(db: Db, roles: readonly Role[]) {
  return db
    .selectFrom('users as u')
    .leftJoin('scim_users as s', 's.user_id', 'u.id')
    .where('u.role', 'in', roles)
    .where(({ or, eb }) => or([eb('s.deleted_at', 'is', null), eb('u.deactivated_at', 'is', null)]))
    .where(({ or, and, eb }) =>
      or([
        eb('s.user_name', 'is not', null),
        and([
          eb('u.email_unproven_at', 'is', null),
          or([eb('u.email', 'is not', null), eb('u.username_unproven_at', 'is', null)]),
        ]),
      ]),
    )
}

function selectUsers(db: Db, roles: readonly Role[]) {
  return visibleUsers(db, roles)
    .select(['u.id', 'u.name', 'u.email', 'u.username', 'u.role', 'u.created_at', 'u.deactivated_at'])
    .select(['s.user_id', 's.external_id', 's.user_name', 's.given_name', 's.family_name', 's.changed_at'])
    .select('s.deleted_at')
}

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>

function toScimUser(row: UserRow): ScimUser {
  return {
    id: row.id,
    externalId: row.external_id,
    userName: row.user_name ?? row.email ?? row.username,
    name: row.name,
    ...nameParts(row),
    email: row.email,
    active: row.deactivated_at === null,
    role: row.role,
    createdAt: row.created_at,
    changedAt: row.changed_at ?? row.created_at,
    isManaged: row.user_id !== null && row.deleted_at === null,
  }
}

/**
 * The parts of a name that the portal has in one piece: the last word is the family name. The directory's are its own.
 */
function nameParts({ user_id, deleted_at, name, given_name, family_name }: UserRow) {
  const words = name.split(' ')
  if ((user_id !== null && deleted_at === null) || words.length < 2) {
    return { givenName: given_name, familyName: family_name }
  }
  return { givenName: words.slice(0, -1).join(' '), familyName: words.at(-1) ?? '' }
}

export async function findScimUser(db: Db, id: string, roles: readonly Role[]): Promise<ScimUser | undefined> {
  const row = await selectUsers(db, roles).where('u.id', '=', id).executeTakeFirst()
  return row && toScimUser(row)
}

/** A page of the users whom the filter finds, by ID. @throws Refusal `invalidFilter` */
export async function listScimUsers(
  db: Db,
  roles: readonly Role[],
  { filter, startIndex, count }: ListQuery,
): Promise<Readonly<{ total: number; users: readonly ScimUser[] }>> {
  const where = (eb: Builder) => (filter ? userCondition(eb, filter) : sql<SqlBool>`1 = 1`)
  const total = await countRows(visibleUsers(db, roles).where(where))
  if (count === 0 || startIndex > total) return { total, users: [] }
  const page = selectUsers(db, roles).where(where).orderBy('u.id')
  const rows = await page
    .offset(startIndex - 1)
    .limit(count)
    .execute()
  return { total, users: rows.map(toScimUser) }
}

function userCondition(eb: Builder, filter: Filter): Expression<SqlBool> {
  if (filter.kind === 'not') return eb.not(userCondition(eb, filter.filter))
  if (filter.kind === 'and') return eb.and(filter.filters.map((part) => userCondition(eb, part)))
  if (filter.kind === 'or') return eb.or(filter.filters.map((part) => userCondition(eb, part)))
  const { attribute, value } = filter
  switch (attribute) {
    case 'id':
      return eb('u.id', '=', textOf(value))
    case 'username':
      return hasUserName(eb, textOf(value))
    case 'externalid':
      // By its index: a condition on the joined row reads every user.
      return eb('u.id', 'in', eb.selectFrom('scim_users').select('user_id').where('external_id', '=', textOf(value)))
    case 'emails':
    case 'emails.value':
      return eb(
        'u.id',
        'in',
        eb
          .selectFrom('users')
          .select('id')
          .where('email_key', '=', toNameKey(textOf(value))),
      )
    case 'emails.type':
      return isTrue(textOf(value).toLowerCase() === 'work')
    case 'emails.primary':
      return isTrue(flagOf(value))
    case 'active':
      return eb('u.deactivated_at', flagOf(value) ? 'is' : 'is not', null)
    default:
      throw invalidFilter('Users can be filtered by id, userName, externalId, emails.value, and active.')
  }
}

/** The one email address of a user is primary, and of the type `work`. */
function isTrue(condition: boolean) {
  return condition ? sql<SqlBool>`1 = 1` : sql<SqlBool>`1 = 0`
}

/**
 * Without a name of the directory, the email address counts as the user name, and so does a username that is proven.
 */
function hasUserName(eb: Builder, userName: string) {
  const [key, nameKey] = [toScimNameKey(userName), toNameKey(userName)]
  const candidates = sql<string>`
    select user_id from scim_users where user_name_key = ${key}
    union all select id from users where email_key = ${nameKey}
    union all select id from users where username_key = ${nameKey} and username_unproven_at is null`
  return sql<SqlBool>`(
    ${eb.ref('u.id')} in (${candidates})
    and coalesce(${eb.ref('s.user_name_key')}, ${key}) = ${key})`
}

function textOf(value: FilterValue): string {
  if (typeof value === 'string') return value
  throw invalidFilter('This attribute is compared with a text.')
}

function flagOf(value: FilterValue): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  throw invalidFilter('This attribute is compared with true or false.')
}

type StoredUser = Pick<ScimUser, 'id' | 'externalId' | 'userName' | 'givenName' | 'familyName'>

/** @returns false, without a change, if another user has the user name or the external ID */
export async function writeScimUser(db: Db, user: StoredUser): Promise<boolean> {
  const { id, externalId, userName, givenName, familyName } = user
  const key = toScimNameKey(userName)
  const columns = {
    external_id: externalId,
    user_name: userName,
    user_name_key: key,
    given_name: givenName,
    family_name: familyName,
    changed_at: nowMs,
    deleted_at: null,
  }
  // Concurrent writers of one name or ID meet at the unique indexes, after this.
  const other = await db
    .selectFrom('scim_users')
    .select('user_id')
    .where('user_id', '<>', id)
    .where(({ or, eb }) =>
      or([eb('user_name_key', '=', key), ...(externalId === null ? [] : [eb('external_id', '=', externalId)])]),
    )
    .limit(1)
    .executeTakeFirst()
  if (other) return false
  await db
    .insertInto('scim_users')
    .values({ user_id: id, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute()
  return true
}

/** Frees the user name and the external ID of a user whom the directory deleted. */
export async function markDeleted(db: Db, userId: string): Promise<void> {
  const columns = {
    external_id: null,
    user_name: null,
    user_name_key: null,
    given_name: null,
    family_name: null,
    changed_at: nowMs,
    deleted_at: nowMs,
  }
  await db
    .insertInto('scim_users')
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute()
}

/** Whether a user other than this one has the user name, in the directory or in Latchkey. */
export async function isUserNameTaken(db: Db, userName: string, exceptId: string): Promise<boolean> {
  const key = toNameKey(userName)
  const inDirectory = db
    .selectFrom('scim_users')
    .select('user_id as id')
    .where('user_name_key', '=', toScimNameKey(userName))
  const byEmail = db.selectFrom('users').select('id').where('email_key', '=', key)
  const byName = db.selectFrom('users').select('id').where('username_key', '=', key)
  const rows = await inDirectory.unionAll(byEmail).unionAll(byName).execute()
  return rows.some(({ id }) => id !== exceptId)
}

/** Who has one of these names as their own choice, without a proof. */
export async function findHoldersOfUnproven(db: Db, names: readonly string[]) {
  const keys = names.map(toNameKey)
  return db
    .selectFrom('users')
    .select(['id', 'name', 'role'])
    .where(({ or, and, eb }) =>
      or([
        and([eb('email_key', 'in', keys), eb('email_unproven_at', 'is not', null)]),
        and([eb('username_key', 'in', keys), eb('username_unproven_at', 'is not', null)]),
      ]),
    )
    .execute()
}

/** The attribute `groups` is informative and read-only: a page shows no more of them. */
const maxGroupsOfPage = 20_000

/** The groups of these users, by name, from user ID. */
export async function listGroupsOfUsers(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly GroupOfUser[]>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('scim_group_members as m')
    .innerJoin('scim_groups as g', 'g.id', 'm.group_id')
    .select(['m.user_id', 'g.id', 'g.name'])
    .where('m.user_id', 'in', userIds)
    .orderBy('g.name_key')
    .limit(maxGroupsOfPage)
    .execute()
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map([...byUser].map(([userId, groups]) => [userId, groups.map(({ id, name }) => ({ id, name }))]))
}

/** Which of these users the directory sees. */
export async function findVisibleIds(
  db: Db,
  userIds: readonly string[],
  roles: readonly Role[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await visibleUsers(db, roles).select('u.id').where('u.id', 'in', userIds).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Which of these users the directory does not manage yet, or any more. */
export async function findUnmanagedIds(db: Db, userIds: readonly string[]): Promise<readonly string[]> {
  if (userIds.length === 0) return []
  const managed = db.selectFrom('scim_users').select('user_id').where('deleted_at', 'is', null)
  const rows = await managed.where('user_id', 'in', userIds).execute()
  const known = new Set(rows.map(({ user_id }) => user_id))
  return userIds.filter((id) => !known.has(id))
}

/** @returns undefined for a user whom the directory does not manage, or has deleted */
export async function findManagedByDirectory(db: Db, userId: string) {
  const row = await db
    .selectFrom('scim_users')
    .select(['user_name as userName', 'external_id as externalId', 'changed_at as changedAt'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, userName: row.userName ?? '' }
}
