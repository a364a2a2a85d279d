import { type ExpressionBuilder, sql } from 'kysely'
import type { PortalUser } from '#lib/actor.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import { deleteOldest } from '#lib/db/delete-oldest.ts'
import type { Tables } from '#lib/db/tables.ts'
import { absoluteMs, idleMs, lastSeenIntervalMs, type PortalSession } from '#lib/portal-sessions/portal-session.ts'
import { type PortalRole, portalRoles } from '#lib/roles.ts'

/** Inserts a session that starts now, with a password confirmed now. */
export async function insertSession(
  db: Db,
  { sessionId, userId, browserHash, address }: PortalUser,
  { secretHash, masterId, userAgent }: Readonly<Record<'secretHash' | 'masterId' | 'userAgent', string>>,
): Promise<void> {
  await db
    .insertInto('portal_sessions')
    .values({
      id: sessionId,
      secret_hash: secretHash,
      master_id: masterId,
      user_id: userId,
      browser_hash: browserHash,
      address,
      user_agent: userAgent,
      created_at: nowMs,
      confirmed_at: nowMs,
      last_seen_at: nowMs,
      expires_at: sql`${nowMs} + ${absoluteMs}`,
      ended_at: null,
    })
    .execute()
}

/** The live session with this secret and its active user; `readAt` is by the database's clock. */
export async function findHolder(db: Db, secretHash: string) {
  return db
    .selectFrom('portal_sessions')
    .innerJoin('users', 'users.id', 'portal_sessions.user_id')
    .select(['portal_sessions.id as sessionId', 'user_id as userId', 'users.name', 'users.role'])
    .select(['browser_hash as browserHash', 'confirmed_at as confirmedAt', 'last_seen_at as lastSeenAt'])
    .select(nowMs.as('readAt'))
    .where('portal_sessions.secret_hash', '=', secretHash)
    .where(isAlive)
    .where('users.deactivated_at', 'is', null)
    .where('users.role', 'in', portalRoles)
    .$narrowType<{ role: PortalRole }>()
    .executeTakeFirst()
}

/** Moves the idle end, at most once per {@link lastSeenIntervalMs}. */
export async function setSeen(db: Db, id: string): Promise<void> {
  await db
    .updateTable('portal_sessions')
    .set({ last_seen_at: nowMs })
    .where('id', '=', id)
    .where('last_seen_at', '<=', sql<number>`${nowMs} - ${lastSeenIntervalMs}`)
    .execute()
}

/** Notes a password confirmation. @returns false if the session has ended */
export async function setConfirmed(db: Db, id: string): Promise<boolean> {
  const row = await db
    .updateTable('portal_sessions')
    .set({ confirmed_at: nowMs })
    .where('id', '=', id)
    .where(isAlive)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The user's live sessions, the last used first. */
export async function listLiveSessions(db: Db, userId: string): Promise<readonly PortalSession[]> {
  return db
    .selectFrom('portal_sessions')
    .select(['id', 'user_agent as userAgent', 'address', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .where('user_id', '=', userId)
    .where(isAlive)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Ends one live session of this user. @returns undefined if there is none */
export async function endSessionRow(db: Db, userId: string, id: string) {
  return endWhere(db).where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
}

/** Ends the live session with this secret. @returns undefined if there is none */
export async function endSessionBySecret(db: Db, secretHash: string) {
  return endWhere(db).where('secret_hash', '=', secretHash).executeTakeFirst()
}

/** Ends every live session of this user, except the one to keep. */
export async function endSessionRows(db: Db, userId: string, keptId?: string) {
  const all = endWhere(db).where('user_id', '=', userId)
  return (keptId === undefined ? all : all.where('id', '<>', keptId)).execute()
}

/** Deletes sessions past their absolute end. @returns how many */
export function deleteOldSessions(db: Db, limit: number): Promise<number> {
  return deleteOldest(db, 'portal_sessions', { key: sql`id`, instant: sql`expires_at` }, limit)
}

function endWhere(db: Db) {
  return db
    .updateTable('portal_sessions')
    .set({ ended_at: nowMs })
    .where(isAlive)
    .returning(['id', 'user_id as userId', 'browser_hash as browserHash'])
}

/** False from the exact millisecond of either end. */
function isAlive({ eb, and }: ExpressionBuilder<Tables, 'portal_sessions'>) {
  return and([
    eb('portal_sessions.ended_at', 'is', null),
    eb('portal_sessions.expires_at', '>', nowMs),
    eb('portal_sessions.last_seen_at', '>', sql<number>`${nowMs} - ${idleMs}`),
  ])
}
