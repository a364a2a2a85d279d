import { sql } from 'kysely'
import type { Db } from '#lib/foundation/db/database.ts'
import { hasTable } from '#lib/foundation/db/has-table.ts'

const pageRows = 500

/** The state of a user that may have changed since a backup. */
export type UserState = Readonly<{
  id: string
  deactivatedAt: number | null
  passwordSetAt: number | null
  passwordHash: string | null
  shortPasswordSetAt: number | null
}>

/** One page of users, by id. */
export async function listUserStatesAfter(db: Db, afterId: string): Promise<UserState[]> {
  return selectStates(db).select(shortPassword).where('id', '>', afterId).orderBy('id').limit(pageRows).execute()
}

/** Also reads a database of a former version, which has no second factors and no short passwords. */
export async function findUserStates(db: Db, ids: readonly string[]): Promise<UserState[]> {
  const isFormer = !(await hasTable(db, 'passkeys'))
  const none = sql<null>`null`.as('shortPasswordSetAt')
  return selectStates(db)
    .select(isFormer ? none : shortPassword)
    .where('id', 'in', ids)
    .execute()
}

export async function setUserState(db: Db, state: UserState): Promise<void> {
  await db
    .updateTable('users')
    .set({
      deactivated_at: state.deactivatedAt,
      password_set_at: state.passwordSetAt,
      password_hash: state.passwordHash,
      short_password_set_at: state.shortPasswordSetAt,
    })
    .where('id', '=', state.id)
    .execute()
}

/** Derives since when each user is linked to a provider from the identities that the database has now. */
export async function setLinkedFromIdentities(db: Db): Promise<void> {
  await db
    .updateTable('users')
    .set(({ selectFrom }) => ({
      linked_at: selectFrom('provider_identities as i')
        .select(({ fn }) => fn.min<number | null>('i.linked_at').as('linked_at'))
        .whereRef('i.user_id', '=', 'users.id'),
    }))
    .execute()
}

const shortPassword = 'short_password_set_at as shortPasswordSetAt'

function selectStates(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'deactivated_at as deactivatedAt'])
    .select(['password_set_at as passwordSetAt', 'password_hash as passwordHash'])
}
