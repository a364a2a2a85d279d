import { sql } from 'kysely'
import { dayMs } from '#lib/clock.ts'
import { type Db, nowMs } from '#lib/db/database.ts'

/** A person who has not signed in with a browser for this long is treated as new to it. */
export const knownBrowserMs = 90 * dayMs

/** Browsers remembered per person: the ones signed in with last. */
export const maxKnownBrowsers = 20

/** Whether this person signed in with this browser before. Browsers are told apart by the hash of their cookie. */
export async function isKnownBrowser(db: Db, userId: string, browserHash: string): Promise<boolean> {
  const row = await knownBrowsers(db, browserHash).where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}

/** Whether anyone signed in with this browser before. */
export async function isAnyonesBrowser(db: Db, browserHash: string): Promise<boolean> {
  const row = await knownBrowsers(db, browserHash).limit(1).executeTakeFirst()
  return row !== undefined
}

function knownBrowsers(db: Db, browserHash: string) {
  return db
    .selectFrom('known_browsers')
    .select('user_id')
    .where('browser_hash', '=', browserHash)
    .where('last_sign_in_at', '>', sql<number>`${nowMs} - ${knownBrowserMs}`)
}

/** Remembers a sign-in, and forgets this person's oldest browsers beyond {@link maxKnownBrowsers}. */
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

/** Forgets this person's browsers. @param keptHash the one to keep */
export async function forgetBrowsers(db: Db, userId: string, keptHash?: string): Promise<void> {
  const all = db.deleteFrom('known_browsers').where('user_id', '=', userId)
  await (keptHash === undefined ? all : all.where('browser_hash', '<>', keptHash)).execute()
}

/** Deletes browsers that were not signed in with for {@link knownBrowserMs}, the oldest first. @returns how many */
export async function deleteOldBrowsers(db: Db, limit: number): Promise<number> {
  const isOld = sql<boolean>`last_sign_in_at <= ${nowMs} - ${knownBrowserMs}`
  const { numDeletedRows } = await db
    .deleteFrom('known_browsers')
    // Checked again on the row itself: a sign-in may have renewed it since it was found.
    .where(isOld)
    .where((eb) =>
      eb(
        eb.refTuple('browser_hash', 'user_id'),
        'in',
        eb
          .selectFrom('known_browsers')
          .select(['browser_hash', 'user_id'])
          .where(isOld)
          .orderBy('last_sign_in_at')
          .limit(limit)
          .$asTuple('browser_hash', 'user_id'),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
