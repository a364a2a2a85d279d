import { toUserSearchText } from '#lib/domain/people/users/search-text.ts'
import { type OwnPreferences, toNameKey, type User } from '#lib/domain/people/users/user.ts'
import type { Db } from '#lib/foundation/db/database.ts'

export async function findOwnPreferences(db: Db, userId: string): Promise<OwnPreferences> {
  const row = await db
    .selectFrom('users')
    .select(['language', 'time_zone as timeZone'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return row ?? { language: null, timeZone: null }
}

/** Changes only the given fields. */
export async function setOwnPreferences(
  db: Db,
  userId: string,
  { language, timeZone }: Partial<OwnPreferences>,
): Promise<void> {
  const changes = {
    ...(language !== undefined && { language }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
  }
  await db.updateTable('users').set(changes).where('id', '=', userId).execute()
}

/** The kinds of mail that the user turned off. */
export async function findMutedNotices(db: Db, userId: string): Promise<string[]> {
  const row = await db.selectFrom('users').select('muted_notices').where('id', '=', userId).executeTakeFirst()
  return row?.muted_notices?.split(' ') ?? []
}

export async function setMutedNotices(db: Db, userId: string, kinds: readonly string[]): Promise<void> {
  const muted = kinds.length === 0 ? null : kinds.join(' ')
  await db.updateTable('users').set({ muted_notices: muted }).where('id', '=', userId).execute()
}

/**
 * Names that the user proved, or that a manager or the directory gave. One that stays as it is stays as proven as it
 * was.
 * @throws a unique violation if another user has the email address or the username
 */
export async function setSignInNames(db: Db, user: Pick<User, 'id' | 'name' | 'username' | 'email'>): Promise<void> {
  const { id, name, username, email } = user
  const usernameKey = toNameKey(username)
  const emailKey = email === null ? null : toNameKey(email)
  await db
    .updateTable('users')
    .set({ name, username, username_key: usernameKey, email, email_key: emailKey, search_text: toUserSearchText(user) })
    .set(({ eb, ref }) => ({
      username_unproven_at: eb
        .case()
        .when('username_key', '=', usernameKey)
        .then(ref('username_unproven_at'))
        .else(null)
        .end(),
      email_unproven_at: eb.case().when('email_key', '=', emailKey).then(ref('email_unproven_at')).else(null).end(),
    }))
    .where('id', '=', id)
    .execute()
}
