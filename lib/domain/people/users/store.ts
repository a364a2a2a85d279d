import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { userFields } from '#lib/domain/people/users/fields.ts'
import type { UserText } from '#lib/domain/people/users/limits.ts'
import { toUserSearchText } from '#lib/domain/people/users/search-text.ts'
import { toNameKey, type User } from '#lib/domain/people/users/user.ts'
import { type Db, type DbTransaction, nowMs } from '#lib/foundation/db/database.ts'
import { takeLock } from '#lib/foundation/db/lock.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'

/** Every column but the password hash, which only {@link findPasswordHash} reads. */
export const userColumns = [
  'id',
  'email',
  'username',
  'name',
  'role',
  'account_scope as accountScope',
  'password_set_at as passwordSetAt',
  'created_at as createdAt',
  'deactivated_at as deactivatedAt',
  'last_sign_in_at as lastSignInAt',
  'linked_at as linkedAt',
  ...userFields.columns,
] as const

export type NewUser = Readonly<
  Pick<User, 'id' | 'email' | 'username' | 'name' | 'role' | 'accountScope'> & {
    passwordHash: string | null
    createdBy: string
  }
> &
  Readonly<Partial<Record<UserText, string>>>

/** @returns undefined if the email address or the username is taken */
export async function insertUser(db: Db, user: NewUser): Promise<User | undefined> {
  return db
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      email_key: user.email === null ? null : toNameKey(user.email),
      username: user.username,
      username_key: toNameKey(user.username),
      name: user.name,
      search_text: toUserSearchText(user),
      role: user.role,
      account_scope: user.accountScope,
      ...userFields.perColumn((field) => user[field] || null),
      password_hash: user.passwordHash,
      password_set_at: user.passwordHash === null ? null : nowMs,
      created_at: nowMs,
      created_by: user.createdBy,
      deactivated_at: null,
      last_sign_in_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(userColumns)
    .executeTakeFirst()
}

/** The user, active or deactivated. */
export async function findUserById(db: Db, id: string): Promise<User | undefined> {
  return db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst()
}

/** The users with these IDs, active or deactivated, from ID to user. */
export async function findUsersById(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, User>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(userColumns).where('id', 'in', ids).execute()
  return new Map(rows.map((user) => [user.id, user]))
}

/** The user with this email address or username, ignoring case. At most one: only email addresses contain `@`. */
export async function findUserByName(db: Db, emailOrUsername: string): Promise<User | undefined> {
  const nameKey = toNameKey(emailOrUsername)
  return db
    .selectFrom('users')
    .select(userColumns)
    .where(({ or, eb }) => or([eb('email_key', '=', nameKey), eb('username_key', '=', nameKey)]))
    .executeTakeFirst()
}

/** The hash to compare with; null for an unknown user and for a user without a password. */
export async function findPasswordHash(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst()
  return row?.password_hash ?? null
}

/** Whether the user's password is too short without a second factor. */
export async function hasShortPassword(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('short_password_set_at').where('id', '=', id).executeTakeFirst()
  return row !== undefined && row.short_password_set_at !== null
}

/** `isShort`: it is too short without a second factor. */
export type NewPasswordHash = Readonly<{ hash: string; isShort: boolean }>

/** @returns undefined, without a change, if the user is unknown or deactivated */
export async function setPasswordHash(
  db: Db,
  id: string,
  { hash, isShort }: NewPasswordHash,
): Promise<User | undefined> {
  const shortSetAt = isShort ? nowMs : null
  const update = updating(db, id).set({
    password_hash: hash,
    password_set_at: nowMs,
    short_password_set_at: shortSetAt,
  })
  return update.where('deactivated_at', 'is', null).executeTakeFirst()
}

/** Leaves the user without a password, as before their first one. */
export async function clearPassword(db: Db, id: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: null, password_set_at: null, short_password_set_at: null })
    .where('id', '=', id)
    .execute()
}

/** Hides the checklist of first steps from this user. */
export async function setFirstStepsHidden(db: Db, id: string): Promise<void> {
  await db.updateTable('users').set({ first_steps_hidden_at: nowMs }).where('id', '=', id).execute()
}

/**
 * Notes a sign-in, and the language of the browser if it is known. @returns false if the user was deactivated, or given
 * another password, since they were read
 */
export async function setSignedIn(
  db: Db,
  user: Pick<User, 'id' | 'passwordSetAt'>,
  language: string | undefined,
): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ last_sign_in_at: nowMs, ...(language && { browser_language: language }) })
    .where('id', '=', user.id)
    .where('deactivated_at', 'is', null)
    .where('password_set_at', user.passwordSetAt === null ? 'is' : '=', user.passwordSetAt)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Notes whether a provider signs the user in. @returns the user, if active or not */
export async function setLinked(db: Db, id: string, isLinked: boolean): Promise<User | undefined> {
  const since = isLinked ? sql<number>`coalesce(linked_at, ${nowMs})` : null
  return updating(db, id).set({ linked_at: since }).executeTakeFirst()
}

/** @returns undefined, without a change, for the last active owner */
export async function updateUserRow(
  db: Db,
  user: Pick<User, 'id' | 'email' | 'username'>,
  changes: Pick<User, 'name' | 'role' | 'accountScope'> & Readonly<Record<UserText, string>>,
): Promise<User | undefined> {
  const { name, role, accountScope } = changes
  const texts = userFields.perColumn((field) => changes[field] || null)
  return (
    updating(db, user.id)
      .set({ name, role, account_scope: accountScope, ...texts, search_text: toUserSearchText({ ...user, name }) })
      // A role that a manager gives is not taken by a group mapping.
      .set((eb) => ({ role_source: eb.case().when('role', '=', role).then(eb.ref('role_source')).else(null).end() }))
      .where((eb) => (role === 'owner' ? eb.lit(true) : leavesAnOwner(eb)))
      .executeTakeFirst()
  )
}

/** @returns undefined, without a change, for the last active owner */
export async function setDeactivated(db: Db, id: string): Promise<User | undefined> {
  const update = updating(db, id).set({ deactivated_at: nowMs })
  return update.where('deactivated_at', 'is', null).where(leavesAnOwner).executeTakeFirst()
}

/** @returns undefined for an unknown or active user */
export async function setReactivated(db: Db, id: string): Promise<User | undefined> {
  return updating(db, id).set({ deactivated_at: null }).where('deactivated_at', 'is not', null).executeTakeFirst()
}

function updating(db: Db, id: string) {
  return db.updateTable('users').where('id', '=', id).returning(userColumns)
}

/** Another active owner remains. Callers take {@link lockOwners}: concurrent statements don't see each other. */
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

/** The user has a passkey or an authenticator app. */
export function holdsFactor({ or, exists, selectFrom }: ExpressionBuilder<Tables, 'users'>) {
  return or([
    exists(selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.user_id', '=', 'users.id')),
    exists(
      selectFrom('authenticator_apps')
        .select('authenticator_apps.user_id')
        .whereRef('authenticator_apps.user_id', '=', 'users.id'),
    ),
  ])
}

/**
 * The user is active and signs in with a password, or through a provider that proves no second factor, but has neither
 * a passkey nor an authenticator app. Service users have no way to sign in.
 */
export function lacksFactor(eb: ExpressionBuilder<Tables, 'users'>) {
  const providers = eb
    .selectFrom('provider_identities as i')
    .innerJoin('sign_in_providers as p', 'p.id', 'i.provider_id')
    .select('i.id')
    .whereRef('i.user_id', '=', 'users.id')
    .where('p.disabled_at', 'is', null)
    .where(sql<SqlBool>`coalesce(p.acr_values, '') = '' and coalesce(p.amr_values, '') = ''`)
  return eb.and([
    eb('users.deactivated_at', 'is', null),
    eb.or([eb('users.password_set_at', 'is not', null), eb.exists(providers)]),
    eb.not(holdsFactor(eb)),
  ])
}

/**
 * Taken before a read that decides whether an owner remains or exists: two owners who remove each other at once, on two
 * instances, must not both find the other one active. Taken before {@link lockUser}.
 */
export function lockOwners(trx: DbTransaction): Promise<void> {
  return takeLock(trx, 'owners')
}

/** Taken before reading a user who changes: an admin must not link an agent who is becoming an owner. */
export function lockUser(trx: DbTransaction, userId: string): Promise<void> {
  return takeLock(trx, `user ${userId}`)
}
