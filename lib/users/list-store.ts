import { sql } from 'kysely'
import { splitSearchWords } from '#lib/accounts/search-text.ts'
import { escapeLike } from '#lib/db/account-search.ts'
import type { Db } from '#lib/db/database.ts'
import type { Role } from '#lib/roles.ts'
import { userColumns } from '#lib/users/store.ts'
import { type User, type UserSummary, userState } from '#lib/users/user.ts'

/** How many users the search finds on all pages. */
export async function countUsers(db: Db, search: string): Promise<number> {
  const row = await searchUsers(db, search)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

/** A page of the users that the search finds, by name, each with the number of accounts on their list. */
export async function listUserRows(
  db: Db,
  { search, offset, limit }: Readonly<{ search: string; offset: number; limit: number }>,
): Promise<readonly UserSummary[]> {
  const rows = await searchUsers(db, search)
    .select(userColumns)
    .select(({ selectFrom }) =>
      selectFrom('user_accounts')
        .whereRef('user_accounts.user_id', '=', 'users.id')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .as('listedAccounts'),
    )
    .orderBy('search_text')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, state: userState(row), listedAccounts: Number(row.listedAccounts ?? 0) }))
}

/** The active users of these roles: first the user with `firstId`, of any role, then service users, then portal users. */
export async function listActiveUsers(
  db: Db,
  { roles: wanted, firstId, limit }: Readonly<{ roles: readonly Role[]; firstId: string; limit: number }>,
): Promise<readonly User[]> {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where('deactivated_at', 'is', null)
    .where(({ or, eb }) => or([eb('role', 'in', wanted), eb('id', '=', firstId)]))
    .orderBy((eb) => eb.case().when('id', '=', firstId).then(0).when('role', '=', 'service').then(1).else(2).end())
    .orderBy('search_text')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Whether any owner exists. Without one, the server prints a set-up link at its start. */
export async function hasOwner(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('role', '=', 'owner').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Whether any active user has a password. */
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

function searchUsers(db: Db, search: string) {
  let query = db.selectFrom('users')
  for (const word of splitSearchWords(search)) {
    query = query.where(sql<boolean>`search_text like ${`%${escapeLike(word)}%`} escape '!'`)
  }
  return query
}
