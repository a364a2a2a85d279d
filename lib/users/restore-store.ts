import type { Db } from '#lib/db/database.ts'

const pageRows = 500

/** The state of a user that may have changed since a backup. */
export type UserState = Readonly<{
  id: string
  deactivatedAt: number | null
  passwordSetAt: number | null
  passwordHash: string | null
}>

/** One page of users, by id. */
export async function listUserStatesAfter(db: Db, afterId: string): Promise<UserState[]> {
  return selectStates(db).where('id', '>', afterId).orderBy('id').limit(pageRows).execute()
}

export async function findUserStates(db: Db, ids: readonly string[]): Promise<UserState[]> {
  return selectStates(db).where('id', 'in', ids).execute()
}

export async function setUserState(db: Db, state: UserState): Promise<void> {
  const { id, deactivatedAt, passwordSetAt, passwordHash } = state
  await db
    .updateTable('users')
    .set({ deactivated_at: deactivatedAt, password_set_at: passwordSetAt, password_hash: passwordHash })
    .where('id', '=', id)
    .execute()
}

function selectStates(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'deactivated_at as deactivatedAt'])
    .select(['password_set_at as passwordSetAt', 'password_hash as passwordHash'])
}
