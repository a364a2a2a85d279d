import { sql } from 'kysely'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'
import { minuteMs } from '#lib/kernel/clock.ts'

/** How long a test may be looked at, and switch its provider on. */
export const testMs = 10 * minuteMs

/** Keeps what came of a test sign-in for {@link testMs}, instead of an earlier one of the same ID. */
export async function upsertTest(db: Db, id: string, sealed: string): Promise<void> {
  const row = { sealed, expires_at: sql<number>`${nowMs} + ${testMs}` }
  await db
    .insertInto('provider_tests')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** @returns what was sealed; undefined if there is none, or after {@link testMs} */
export async function findTest(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('provider_tests')
    .select('sealed')
    .where('id', '=', id)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst()
  return row?.sealed
}

export async function deleteTest(db: Db, id: string): Promise<void> {
  await db.deleteFrom('provider_tests').where('id', '=', id).execute()
}

export function deleteOldTests(db: Db, limit: number): Promise<number> {
  return deleteOldest(db, 'provider_tests', { instant: sql`expires_at`, limit })
}
