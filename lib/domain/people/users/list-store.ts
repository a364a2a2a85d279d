import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { countGiven, managerRoles } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { splitSearchWords } from '#lib/domain/accounts/accounts/search-text.ts'
import { maxCountedOpens } from '#lib/domain/people/users/limits.ts'
import { toUnproven, unprovenColumns } from '#lib/domain/people/users/proven-names-store.ts'
import { holdsFactor, lacksFactor, userColumns } from '#lib/domain/people/users/store.ts'
import { type User, type UserSummary, userState } from '#lib/domain/people/users/user.ts'
import type { UserFilter, UserOrder } from '#lib/domain/people/users/user-filter.ts'
import { portalRoles, type Role, serviceRoles } from '#lib/foundation/authorization/roles.ts'
import { escapeLike, lastCharacter } from '#lib/foundation/db/account-search.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'

export async function countUsers(db: Db, search: string, filter: UserFilter = {}): Promise<number> {
  return countRows(searchUsers(db, search, filter))
}

/** A page of the users that the search finds, each with their number of accounts and account groups. */
export async function listUserRows(
  db: Db,
  {
    search,
    filter = {},
    offset,
    limit,
  }: Readonly<{ search: string; filter?: UserFilter; offset: number; limit: number }>,
): Promise<readonly UserSummary[]> {
  const rows = await selectSummaries(db, search, filter)
    .orderBy(orders[filter.order ?? 'name'])
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(toSummary)
}

/**
 * The users who need attention, by name, then those who signed in last, and how many need attention. Who does takes a
 * look at each user, so one statement asks that of all of them.
 */
export async function listUsersToAttend(
  db: Db,
  limit: number,
): Promise<Readonly<{ users: readonly UserSummary[]; attention: number }>> {
  const first = await selectSummaries(db, '', {}).where(needsAttention).orderBy(orders.name).limit(limit).execute()
  if (first.length === limit) {
    return { users: first.map(toSummary), attention: await countRows(db.selectFrom('users').where(needsAttention)) }
  }
  const ids = first.map(({ id }) => id)
  const others = await selectSummaries(db, '', {})
    .$if(ids.length > 0, (query) => query.where('users.id', 'not in', ids))
    .orderBy((eb) => eb.fn.coalesce('last_sign_in_at', eb.lit(0)), 'desc')
    .orderBy(orders.name)
    .limit(limit - first.length)
    .execute()
  return { users: [...first, ...others].map(toSummary), attention: first.length }
}

/** An active person who never signed in, or who has no second factor. */
function needsAttention(eb: ExpressionBuilder<Tables, 'users'>) {
  const neverSignedIn = eb.and([
    eb('users.deactivated_at', 'is', null),
    eb('users.role', 'in', portalRoles),
    eb('users.last_sign_in_at', 'is', null),
  ])
  return eb.or([neverSignedIn, lacksFactor(eb)])
}

/** Users beyond the first are found in the list of users, or by the start of their name. */
const maxRead = 5_000

/** Users whose name begins with the words, then users who contain every word, of the first {@link maxRead} by name. */
export async function listFirstUsers(
  db: Db,
  { words, limit }: Readonly<{ words: readonly string[]; limit: number }>,
): Promise<readonly User[]> {
  const typed = words.join(' ')
  const isNamed = sql<SqlBool>`(search_text >= ${typed} and search_text < ${typed + lastCharacter})`
  const named = db.selectFrom('users').select('id').where(isNamed).orderBy(orders.name).limit(limit)
  const first = db.selectFrom('users').select(['id', 'search_text']).orderBy(orders.name).limit(maxRead)
  const holding = db
    .selectFrom(first.as('first'))
    .select('id')
    .where(({ and }) => and(words.map(containsWord)))
    .orderBy(orders.name)
    .limit(limit)
  const ids = db
    .selectFrom(named.as('named'))
    .select('named.id')
    .union(db.selectFrom(holding.as('holding')).select('holding.id'))
  return db
    .selectFrom('users')
    .select(userColumns)
    .where('id', 'in', ids)
    .orderBy(sql`case when ${isNamed} then 0 else 1 end`)
    .orderBy(orders.name)
    .limit(limit)
    .execute()
}

/** The next users by ID that the search finds. */
export async function listUsersAfter(
  db: Db,
  { search, filter, after, limit }: Readonly<{ search: string; filter: UserFilter; after: string; limit: number }>,
): Promise<readonly UserSummary[]> {
  const rows = await selectSummaries(db, search, filter)
    .where('users.id', '>', after)
    .orderBy('users.id')
    .limit(limit)
    .execute()
  return rows.map(toSummary)
}

function selectSummaries(db: Db, search: string, filter: UserFilter) {
  return searchUsers(db, search, filter)
    .select(userColumns)
    .select(unprovenColumns)
    .select(({ selectFrom }) =>
      selectFrom('user_accounts')
        .whereRef('user_accounts.user_id', '=', 'users.id')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .as('listedAccounts'),
    )
    .select(({ selectFrom }) =>
      selectFrom('user_account_groups as g')
        .whereRef('g.user_id', '=', 'users.id')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .as('accountGroups'),
    )
    .select((eb) => eb.case().when(holdsFactor(eb)).then(1).else(0).end().as('hasFactor'))
    .select((eb) => eb.case().when(lacksFactor(eb)).then(1).else(0).end().as('lacksFactor'))
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectSummaries>['executeTakeFirstOrThrow']>>

function toSummary({ username_unproven_at, email_unproven_at, ...row }: SummaryRow): UserSummary {
  return {
    ...row,
    state: userState(row),
    unprovenNames: toUnproven({ username_unproven_at, email_unproven_at }),
    listedAccounts: Number(row.listedAccounts ?? 0),
    accountGroups: Number(row.accountGroups ?? 0),
    hasFactor: row.hasFactor === 1,
    lacksFactor: row.lacksFactor === 1,
  }
}

/** The IDs of the users that the search finds, at most `limit`. */
export async function listUserIds(
  db: Db,
  { search, filter, limit }: Readonly<{ search: string; filter: UserFilter; limit: number }>,
): Promise<readonly string[]> {
  const rows = await searchUsers(db, search, filter).select('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/**
 * The active users of these roles: first the user with `firstId`, of any role, then service users, then portal users.
 * Each with an account that was given to them, if there is an active one.
 */
export async function listActiveUsers(
  db: Db,
  { roles: wanted, firstId, limit }: Readonly<{ roles: readonly Role[]; firstId: string; limit: number }>,
) {
  return db
    .selectFrom('users')
    .select(userColumns)
    .select(({ ref }) => countGiven(db, ref('users.id'), maxCountedOpens + 1).as('opens'))
    .select(({ ref }) =>
      db
        .selectFrom('api_keys as k')
        .select(({ fn }) => fn.max('k.created_at').as('at'))
        .where('k.owner_id', '=', ref('users.id'))
        .as('lastKeyAt'),
    )
    .where('deactivated_at', 'is', null)
    .where(({ or, eb }) => or([eb('role', 'in', wanted), eb('id', '=', firstId)]))
    .orderBy((eb) => eb.case().when('id', '=', firstId).then(0).when('role', 'in', serviceRoles).then(1).else(2).end())
    .orderBy('search_text')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Active people, and how many of them signed in since an instant or never did. Service users do not sign in. */
export async function countPeople(db: Db, since: number) {
  const people = activePeople(db)
  const [all, signedIn, neverSignedIn] = await Promise.all([
    countRows(people),
    countRows(people.where('last_sign_in_at', '>=', since)),
    countRows(people.where('last_sign_in_at', 'is', null)),
  ])
  return { all, signedIn, neverSignedIn }
}

/** Active people who never signed in, those added last first. */
export async function listPeopleWithoutSignIn(db: Db, limit: number): Promise<readonly User[]> {
  return activePeople(db)
    .where('last_sign_in_at', 'is', null)
    .select(userColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

function activePeople(db: Db) {
  return db.selectFrom('users').where('role', 'in', portalRoles).where('deactivated_at', 'is', null)
}

/** Whether any owner exists. Without one, the server prints a set-up link at its start. */
export async function hasOwner(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('role', '=', 'owner').limit(1).executeTakeFirst()
  return row !== undefined
}

export async function hasPasswordUser(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('password_hash', 'is not', null)
    .where('deactivated_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const orders = {
  name: sql`search_text, id`,
  '-name': sql`search_text desc, id desc`,
  'sign-in': sql`coalesce(last_sign_in_at, 0), search_text, id`,
  '-sign-in': sql`coalesce(last_sign_in_at, 0) desc, search_text, id`,
} satisfies Record<UserOrder, RawBuilder<unknown>>

function containsWord(word: string) {
  return sql<SqlBool>`search_text like ${`%${escapeLike(word)}%`} escape '!'`
}

function searchUsers(db: Db, search: string, { role, status, noAccess, noFactor }: UserFilter) {
  let query = db.selectFrom('users')
  for (const word of splitSearchWords(search)) {
    query = query.where(containsWord(word))
  }
  if (role !== undefined) query = query.where('role', '=', role)
  if (status !== undefined) query = query.where('deactivated_at', status === 'deactivated' ? 'is not' : 'is', null)
  if (status === 'never') query = query.where('last_sign_in_at', 'is', null).where('role', 'in', portalRoles)
  if (noFactor) query = query.where(lacksFactor)
  if (noAccess) {
    query = query
      .where('role', 'not in', managerRoles)
      .where('account_scope', '=', 'list')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('user_accounts as l').select('l.user_id').whereRef('l.user_id', '=', 'users.id'))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('user_account_groups as g')
              .innerJoin('account_group_members as m', 'm.group_id', 'g.group_id')
              .select('g.user_id')
              .whereRef('g.user_id', '=', 'users.id'),
          ),
        ),
      )
  }
  return query
}
