import { sql } from 'kysely'
import { type Db, nowMs } from '#lib/db/database.ts'
import { limitWindowMs } from '#lib/portal-sessions/password-attempt-limits.ts'

/** Refused sign-ins of one network without their own audit events. */
export type RefusedSignIns = Readonly<{ network: string; failures: number }>

/** Counts a refused sign-in of a network that has a row. @returns false if it has none */
export async function addToNetwork(db: Db, network: string): Promise<boolean> {
  const row = await db
    .updateTable('refused_sign_ins')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('network', '=', network)
    .returning('network')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts a refused sign-in, in a new row if the network has none. */
export async function insertNetwork(db: Db, network: string): Promise<void> {
  await db
    .insertInto('refused_sign_ins')
    .values({ network, failures: 1, window_ends_at: sql`${nowMs} + ${limitWindowMs}` })
    .onConflict((conflict) =>
      conflict.column('network').doUpdateSet((eb) => ({ failures: eb('refused_sign_ins.failures', '+', 1) })),
    )
    .execute()
}

/** Deletes and returns the rows with a closed window, the oldest first. */
export async function takeOldNetworks(db: Db, limit: number): Promise<readonly RefusedSignIns[]> {
  return db
    .deleteFrom('refused_sign_ins')
    .where('network', 'in', (query) =>
      query
        .selectFrom('refused_sign_ins')
        .select('network')
        .where('window_ends_at', '<=', nowMs)
        .orderBy('window_ends_at')
        .limit(limit),
    )
    .returning(['network', 'failures'])
    .execute()
}
