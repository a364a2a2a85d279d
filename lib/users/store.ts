import { type ExpressionBuilder, sql } from 'kysely'
import { foldForSearch, splitSearchWords } from '#lib/accounts/search-text.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import type { Tables, UserRow } from '#lib/db/schema.ts'
import { type Role, roles } from '#lib/users/roles.ts'
import { type AccountScope, accountScopes, toNameKey, type User, type UserSummary, userState } from '#lib/users/user.ts'

/** Every column that leaves; the password hash does so by {@link findPasswordHash} alone. */
const publicColumns = [
  'id',
  'email',
  'username',
  'name',
  'role',
  'account_scope',
  'password_set_at',
  'created_at',
  'deactivated_at',
  'last_sign_in_at',
] as const satisfies readonly (keyof UserRow)[]

type PublicRow = Pick<UserRow, (typeof publicColumns)[number]>

/** Rows of one statement stay far below what either engine takes as parameters. */
const accountsPerStatement = 500

export type NewUser = Readonly<
  Pick<User, 'id' | 'email' | 'username' | 'name' | 'role' | 'accountScope'> & {
    passwordHash: string | null
    createdBy: string
  }
>

/** @returns undefined where the e-mail address or the user name is taken */
export async function insertUser(db: Db, user: NewUser): Promise<User | undefined> {
  const row = await db
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      email_key: user.email === null ? null : toNameKey(user.email),
      username: user.username,
      username_key: toNameKey(user.username),
      name: user.name,
      search_text: toSearchText(user),
      role: user.role,
      account_scope: user.accountScope,
      password_hash: user.passwordHash,
      password_set_at: user.passwordHash === null ? null : nowMs,
      created_at: nowMs,
      created_by: user.createdBy,
      deactivated_at: null,
      last_sign_in_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(publicColumns)
    .executeTakeFirst()
  return row && toUser(row)
}

export async function findUserById(db: Db, id: string): Promise<User | undefined> {
  const row = await db.selectFrom('users').select(publicColumns).where('id', '=', id).executeTakeFirst()
  return row && toUser(row)
}

/** By e-mail address or user name. One cannot be the other: only an address holds an `@`. */
export async function findUserByNameKey(db: Db, nameKey: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('users')
    .select(publicColumns)
    .where(({ or, eb }) => or([eb('email_key', '=', nameKey), eb('username_key', '=', nameKey)]))
    .executeTakeFirst()
  return row && toUser(row)
}

export async function findPasswordHash(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst()
  return row?.password_hash ?? null
}

/** @returns undefined where the user is deactivated or has vanished: nothing was changed */
export async function setPasswordHash(db: Db, id: string, hash: string): Promise<User | undefined> {
  const row = await db
    .updateTable('users')
    .set({ password_hash: hash, password_set_at: nowMs })
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .returning(publicColumns)
    .executeTakeFirst()
  return row && toUser(row)
}

export async function setSignedIn(db: Db, id: string): Promise<void> {
  await db.updateTable('users').set({ last_sign_in_at: nowMs }).where('id', '=', id).execute()
}

/** @returns undefined where nothing was changed, because it would have left no active owner */
export async function updateUserRow(
  db: Db,
  user: Pick<User, 'id' | 'email' | 'username'>,
  changes: Pick<User, 'name' | 'role' | 'accountScope'>,
): Promise<User | undefined> {
  const { name, role, accountScope } = changes
  const row = await db
    .updateTable('users')
    .set({ name, role, account_scope: accountScope, search_text: toSearchText({ ...user, name }) })
    .where('id', '=', user.id)
    .where((eb) => (role === 'owner' ? eb.lit(true) : leavesAnOwner(eb)))
    .returning(publicColumns)
    .executeTakeFirst()
  return row && toUser(row)
}

/** @returns undefined where nothing was changed, because it would have left no active owner */
export async function setDeactivated(db: Db, id: string): Promise<User | undefined> {
  const row = await db
    .updateTable('users')
    .set({ deactivated_at: nowMs })
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .where(leavesAnOwner)
    .returning(publicColumns)
    .executeTakeFirst()
  return row && toUser(row)
}

export async function setReactivated(db: Db, id: string): Promise<User | undefined> {
  const row = await db
    .updateTable('users')
    .set({ deactivated_at: null })
    .where('id', '=', id)
    .where('deactivated_at', 'is not', null)
    .returning(publicColumns)
    .executeTakeFirst()
  return row && toUser(row)
}

/** @returns how many of the ids are accounts: the others were left out */
export async function replaceListedAccounts(db: Db, userId: string, accountIds: readonly string[]): Promise<number> {
  await db.deleteFrom('user_accounts').where('user_id', '=', userId).execute()
  let listed = 0
  for (let start = 0; start < accountIds.length; start += accountsPerStatement) {
    const rows = await db
      .insertInto('user_accounts')
      .columns(['user_id', 'account_id', 'granted_at'])
      .expression((eb) =>
        eb
          .selectFrom('accounts')
          .select((account) => [account.val(userId).as('user_id'), 'id', nowMs.as('granted_at')])
          .where('id', 'in', accountIds.slice(start, start + accountsPerStatement)),
      )
      .returning('account_id')
      .execute()
    listed += rows.length
  }
  return listed
}

export async function listListedAccounts(db: Db, userId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('user_accounts')
    .select('account_id')
    .where('user_id', '=', userId)
    .orderBy('account_id')
    .execute()
  return rows.map((row) => row.account_id)
}

export async function countUsers(db: Db, search: string): Promise<number> {
  const row = await searchUsers(db, search)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

export async function listUserRows(
  db: Db,
  { search, offset, limit }: Readonly<{ search: string; offset: number; limit: number }>,
): Promise<readonly UserSummary[]> {
  const rows = await searchUsers(db, search)
    .select(publicColumns)
    .select(({ selectFrom }) =>
      selectFrom('user_accounts')
        .whereRef('user_accounts.user_id', '=', 'users.id')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .as('listed_accounts'),
    )
    .orderBy('search_text')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map((row) => {
    const user = toUser(row)
    return { ...user, state: userState(user), listedAccounts: Number(row.listed_accounts ?? 0) }
  })
}

/** The active users of these roles; before all others the one with `firstId`, whatever the role, then service users. */
export async function listActiveUsers(
  db: Db,
  { roles: wanted, firstId, limit }: Readonly<{ roles: readonly Role[]; firstId: string; limit: number }>,
): Promise<readonly User[]> {
  const rows = await db
    .selectFrom('users')
    .select(publicColumns)
    .where('deactivated_at', 'is', null)
    .where(({ or, eb }) => or([eb('role', 'in', wanted), eb('id', '=', firstId)]))
    .orderBy((eb) => eb.case().when('id', '=', firstId).then(0).when('role', '=', 'service').then(1).else(2).end())
    .orderBy('search_text')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toUser)
}

export async function hasOwner(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('role', '=', 'owner').limit(1).executeTakeFirst()
  return row !== undefined
}

function searchUsers(db: Db, search: string) {
  let query = db.selectFrom('users')
  for (const word of splitSearchWords(search)) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(sql<boolean>`search_text like ${pattern} escape '\\'`)
  }
  return query
}

/**
 * The condition under which an owner may stop being one: another active owner remains. It stands inside the statement
 * that changes the row, so that two owners who remove each other at the same moment cannot both succeed.
 */
function leavesAnOwner({ eb, or, exists, selectFrom }: ExpressionBuilder<Tables, 'users'>) {
  return or([
    eb('users.role', '<>', 'owner'),
    eb('users.deactivated_at', 'is not', null),
    exists(
      selectFrom('users as other')
        .select('other.id')
        .where('other.role', '=', 'owner')
        .where('other.deactivated_at', 'is', null)
        .whereRef('other.id', '<>', 'users.id'),
    ),
  ])
}

function toSearchText(user: Pick<User, 'name' | 'username' | 'email'>): string {
  return [user.name, user.username, user.email ?? ''].map(foldForSearch).join('\n')
}

function toUser(row: PublicRow): User {
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    name: row.name,
    role: toRole(row.role),
    accountScope: toAccountScope(row.account_scope),
    passwordSetAt: row.password_set_at,
    createdAt: row.created_at,
    deactivatedAt: row.deactivated_at,
    lastSignInAt: row.last_sign_in_at,
  }
}

function toRole(text: string): Role {
  const role = roles.find((known) => known === text)
  if (!role) throw new Error(`unknown role ${text}`)
  return role
}

function toAccountScope(text: string): AccountScope {
  return accountScopes.find((known) => known === text) ?? 'list'
}
