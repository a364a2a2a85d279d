import { sql } from 'kysely'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'
import { dayMs } from '#lib/kernel/clock.ts'

/** A user who last signed in with a browser this long ago is new to it. */
export const knownBrowserRetentionMs = 90 * dayMs

/** The browsers remembered per user: those of the latest sign-ins. */
export const maxKnownBrowsers = 20

/** Whether this user, or any user, signed in with this browser before. The hash of its cookie identifies a browser. */
export async function isKnownBrowser(db: Db, browserHash: string, userId?: string): Promise<boolean> {
  const known = db
    .selectFrom('known_browsers')
    .select('user_id')
    .where('browser_hash', '=', browserHash)
    .where('last_sign_in_at', '>', sql<number>`${nowMs} - ${knownBrowserRetentionMs}`)
  const row = await (userId === undefined ? known : known.where('user_id', '=', userId)).limit(1).executeTakeFirst()
  return row !== undefined
}

/** Remembers a sign-in, and forgets this user's oldest browsers beyond {@link maxKnownBrowsers}. */
export async function rememberBrowser(db: Db, userId: string, browserHash: string): Promise<void> {
  await db
    .insertInto('known_browsers')
    .values({ browser_hash: browserHash, user_id: userId, last_sign_in_at: nowMs })
    .onConflict((conflict) => conflict.columns(['browser_hash', 'user_id']).doUpdateSet({ last_sign_in_at: nowMs }))
    .execute()
  await db
    .deleteFrom('known_browsers')
    .where('user_id', '=', userId)
    .where('browser_hash', '<>', browserHash)
    .where('browser_hash', 'not in', (query) =>
      query
        .selectFrom('known_browsers')
        .select('browser_hash')
        .where('user_id', '=', userId)
        .where('browser_hash', '<>', browserHash)
        .orderBy('last_sign_in_at', 'desc')
        .limit(maxKnownBrowsers - 1),
    )
    .execute()
}

export async function forgetBrowsers(db: Db, userId: string, keptHash?: string): Promise<void> {
  const all = db.deleteFrom('known_browsers').where('user_id', '=', userId)
  await (keptHash === undefined ? all : all.where('browser_hash', '<>', keptHash)).execute()
}

/** Deletes browsers without a sign-in for {@link knownBrowserRetentionMs}. @returns how many */
export function deleteOldBrowsers(db: Db, limit: number): Promise<number> {
  return deleteOldest(db, 'known_browsers', {
    instant: sql`last_sign_in_at`,
    retentionMs: knownBrowserRetentionMs,
    limit,
  })
}
