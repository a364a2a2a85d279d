import { sql } from 'kysely'
import { toNameKey } from '#lib/domain/people/users/user.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'

/**
 * The end of the period in which a user may sign in without a required factor. The first call begins it; it is never
 * given again.
 * @returns undefined for an unknown user
 */
export async function startFactorGrace(db: Db, userId: string, graceMs: number): Promise<FactorGrace | undefined> {
  const end = sql<number>`coalesce(factor_grace_ends_at, ${nowMs} + ${graceMs})`
  return db
    .updateTable('users')
    .set({ factor_grace_ends_at: end })
    .where('id', '=', userId)
    .returning([sql<number>`factor_grace_ends_at`.as('endsAt'), nowMs.as('readAt')])
    .executeTakeFirst()
}

/** `readAt`: by the database's clock, which decides. */
export type FactorGrace = Readonly<{ endsAt: number; readAt: number }>

/** Gives users with these names the period again, from their next sign-in. */
export async function renewFactorGrace(db: Db, usernames: readonly string[]): Promise<void> {
  const keys = usernames.map(toNameKey)
  await db.updateTable('users').set({ factor_grace_ends_at: null }).where('username_key', 'in', keys).execute()
}

/** Ends the period, whether or not it has begun. */
export async function endFactorGrace(db: Db, userId: string): Promise<void> {
  await db.updateTable('users').set({ factor_grace_ends_at: nowMs }).where('id', '=', userId).execute()
}

/** When the period ends; null before it has begun. */
export async function findFactorGrace(db: Db, userId: string): Promise<number | null> {
  const row = await db.selectFrom('users').select('factor_grace_ends_at').where('id', '=', userId).executeTakeFirst()
  return row?.factor_grace_ends_at ?? null
}
