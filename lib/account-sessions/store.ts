import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  absoluteMs,
  maxSessionsPerBrowser,
  type OpenSession,
  pendingMs,
  type SessionPlace,
  type SessionTarget,
} from '#lib/account-sessions/account-session.ts'
import { browserLockPrefix } from '#lib/account-sessions/lock-browser.ts'
import { dayMs } from '#lib/clock.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import { type Placeholders, prepared } from '#lib/db/prepared.ts'
import { insertForEach } from '#lib/db/several-changes.ts'

/** Long enough to tell a person who comes back that the session has ended. */
const keptMs = dayMs

export type EndReason =
  | 'ended'
  | 'replaced'
  | 'discarded'
  | 'signed_out'
  | 'too_many'
  | 'user_deactivated'
  | 'key_revoked'
  | 'family_revoked'

/** The cookie that opens a session: the hash of its secret, and which master secret seals it. */
export type CookieRecord = Readonly<{ secretHash: string; masterId: string }>

/** @param session without a cookie it waits for the person's consent */
export async function insertSession(
  db: Db,
  { id, target, cookie }: Readonly<{ id: string; target: SessionTarget; cookie: CookieRecord | undefined }>,
): Promise<void> {
  const { userId, accountId, keyId, familyId, browserHash, locale, backUrl, deepPath } = target
  await sessionInsert(db, {
    ...{ id, userId, accountId, keyId, familyId, browserHash, locale, backUrl, deepPath },
    secretHash: cookie?.secretHash ?? null,
    masterId: cookie?.masterId ?? null,
    pendingMs: cookie ? null : pendingMs,
  })
}

type SessionValues = OpenSession & Readonly<{ pendingMs: number | null }>

const sessionInsert = prepared((db, session: Placeholders<SessionValues>) =>
  db.insertInto('account_sessions').values({
    ...sessionRow(session),
    // Null where nothing is waited for.
    pending_until: sql`${nowMs} + cast(${session.pendingMs} as bigint)`,
  }),
)

function sessionRow(session: Placeholders<OpenSession>) {
  return {
    id: session.id,
    secret_hash: session.secretHash,
    master_id: session.masterId,
    user_id: session.userId,
    account_id: session.accountId,
    key_id: session.keyId,
    family_id: session.familyId,
    browser_hash: session.browserHash,
    locale: session.locale,
    back_url: session.backUrl,
    deep_path: session.deepPath,
    created_at: nowMs,
    last_seen_at: nowMs,
    expires_at: sql<number>`${nowMs} + ${sql.lit(absoluteMs)}`,
  }
}

/** Far enough from the most that whoever opens sessions at the same moment does not lead beyond it. */
const roomySessions = maxSessionsPerBrowser / 2

/** Whether a session opens here with nothing else to do: the place is free, and the browser has few others. */
export function isRoomyPlace(db: Db, { browserHash, accountId }: Placeholders<SessionPlace>): RawBuilder<SqlBool> {
  const open = db
    .selectFrom('account_sessions as s')
    .where('s.browser_hash', '=', browserHash)
    .where('s.ended_at', 'is', null)
    .where('s.pending_until', 'is', null)
  const here = open.where('s.account_id', '=', accountId).select('s.id')
  const counted = open.select(({ fn }) => fn.countAll<number>().as('open'))
  return sql<SqlBool>`(not exists (${here}) and (${counted}) < ${sql.lit(roomySessions)})`
}

/**
 * The insert of an open session as a part of a statement, for each row of `source`. Whoever holds the lock of the browser
 * is waited for.
 */
export function sessionInsertForEach(source: string, session: Placeholders<OpenSession>): RawBuilder<object> {
  const insert = insertForEach(source, 'account_sessions', sessionRow(session))
  return sql<object>`(${insert} where latchkey_lock(${sql.lit(browserLockPrefix)} || cast(${session.browserHash} as text)) = 1)`
}

/** Opens a waiting session under a cookie, once. @returns whether it was still waiting */
export async function activateSession(db: Db, id: string, cookie: CookieRecord): Promise<boolean> {
  const row = await db
    .updateTable('account_sessions')
    .set({ secret_hash: cookie.secretHash, master_id: cookie.masterId, pending_until: null, last_seen_at: nowMs })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('pending_until', '>', nowMs)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns whether this call ended it */
export async function endSession(db: Db, id: string, reason: EndReason): Promise<boolean> {
  const row = await ending(db, reason).where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}

/** Makes room for the one that takes its place in this browser; one that waits to be confirmed stays. */
export async function endOpenSession(db: Db, { browserHash, accountId }: SessionPlace): Promise<void> {
  await openSessionEnd(db, { browserHash, accountId })
}

const openSessionEnd = prepared((db, { browserHash, accountId }: Placeholders<SessionPlace>) =>
  ending(db, 'replaced')
    .where('browser_hash', '=', browserHash)
    .where('account_id', '=', accountId)
    .where('pending_until', 'is', null),
)

/** Open and waiting ones alike. @returns how many there were */
export async function endSessionsOfLaunches(db: Db, browserHash: string): Promise<number> {
  const rows = await ending(db, 'signed_out')
    .where('browser_hash', '=', browserHash)
    .where('key_id', 'is', null)
    .returning('id')
    .execute()
  return rows.length
}

/** Open and waiting ones alike. */
export async function endSessionsOfUser(db: Db, userId: string, reason: EndReason): Promise<void> {
  await ending(db, reason).where('user_id', '=', userId).execute()
}

/** Open and waiting ones alike. */
export async function endSessionsOfFamily(db: Db, family: Readonly<{ id: string; ownerId: string }>): Promise<void> {
  await ending(db, 'family_revoked').where('user_id', '=', family.ownerId).where('family_id', '=', family.id).execute()
}

/** Open and waiting ones alike. Sessions are found by the key's owner: there is no index by key. */
export async function endSessionsOfKey(db: Db, key: Readonly<{ id: string; ownerId: string }>): Promise<void> {
  await ending(db, 'key_revoked').where('user_id', '=', key.ownerId).where('key_id', '=', key.id).execute()
}

/** Makes room for a new session: of the browser's others only the most recently used stay. */
export async function endLeastUsedSessions(db: Db, browserHash: string, newId: string): Promise<void> {
  await leastUsedEnd(db, { browserHash, newId })
}

const leastUsedEnd = prepared((db, { browserHash, newId }: Placeholders<{ browserHash: string; newId: string }>) =>
  ending(db, 'too_many')
    .where('browser_hash', '=', browserHash)
    .where('pending_until', 'is', null)
    .where('id', '!=', newId)
    .where('id', 'not in', (query) =>
      query
        .selectFrom('account_sessions')
        .select('id')
        .where('browser_hash', '=', browserHash)
        .where('ended_at', 'is', null)
        .where('pending_until', 'is', null)
        .where('id', '!=', newId)
        .orderBy('last_seen_at', 'desc')
        .orderBy('created_at', 'desc')
        .limit(maxSessionsPerBrowser - 1),
    ),
)

function ending(db: Db, reason: EndReason) {
  return db.updateTable('account_sessions').set({ ended_at: nowMs, end_reason: reason }).where('ended_at', 'is', null)
}

/** Writes down that it was used just now. */
export async function setSeen(db: Db, id: string): Promise<void> {
  await db
    .updateTable('account_sessions')
    .set({ last_seen_at: nowMs })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Deletes sessions that are a day past their absolute end, which none outlives. @returns how many */
export async function deleteOldSessions(db: Db, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('account_sessions')
    .where('id', 'in', (query) =>
      query
        .selectFrom('account_sessions')
        .select('id')
        .where('expires_at', '<=', sql<number>`${nowMs} - ${keptMs}`)
        .orderBy('expires_at')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
