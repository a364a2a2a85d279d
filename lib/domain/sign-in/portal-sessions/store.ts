import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type Federated,
  lastSeenIntervalMs,
  type PortalSession,
} from '#lib/domain/sign-in/portal-sessions/portal-session.ts'
import type { PortalUser, Strength } from '#lib/foundation/authorization/actor.ts'
import { type PortalRole, portalRoles } from '#lib/foundation/authorization/roles.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import type { PortalLifetimes } from '#lib/kernel/env.ts'

type NewSession = Readonly<{
  user: PortalUser
  secretHash: string
  masterId: string
  userAgent: string
  federated?: Federated | undefined
}>

/** Inserts a session that starts now, with an identity confirmed now. */
export async function insertSession(
  db: Db,
  { absoluteMs }: PortalLifetimes,
  {
    user: { sessionId, userId, browserHash, address, strength },
    secretHash,
    masterId,
    userAgent,
    federated,
  }: NewSession,
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
      strength,
      identity_id: federated?.identityId ?? null,
      provider_sid_hash: federated?.sidHash ?? null,
    })
    .execute()
}

/** The live session with this secret and its active user; `readAt` is by the database's clock. */
export async function findHolder(db: Db, lifetimes: PortalLifetimes, secretHash: string) {
  return selectHolder(db, lifetimes).where('portal_sessions.secret_hash', '=', secretHash).executeTakeFirst()
}

/** The live session that had this secret until a moment ago: requests under way must not find the user signed out. */
export async function findFormerHolder(db: Db, lifetimes: PortalLifetimes, secretHash: string) {
  return selectHolder(db, lifetimes)
    .where('former_secret_hash', '=', secretHash)
    .where('former_ends_at', '>', nowMs)
    .executeTakeFirst()
}

function selectHolder(db: Db, lifetimes: PortalLifetimes) {
  return db
    .selectFrom('portal_sessions')
    .innerJoin('users', 'users.id', 'portal_sessions.user_id')
    .select(['portal_sessions.id as sessionId', 'user_id as userId', 'users.name', 'users.role', 'strength'])
    .select(['browser_hash as browserHash', 'confirmed_at as confirmedAt', 'last_seen_at as lastSeenAt'])
    .select('users.factor_grace_ends_at as graceEndsAt')
    .select((eb) => eb.selectFrom('sign_in_policy').select('second_factor').limit(1).as('policy'))
    .select(nowMs.as('readAt'))
    .where(isAlive(lifetimes))
    .where('users.deactivated_at', 'is', null)
    .where('users.role', 'in', portalRoles)
    .$narrowType<{ role: PortalRole; strength: Strength }>()
}

/** Moves the idle end, at most once per {@link lastSeenIntervalMs}. */
export async function setPortalSessionSeen(db: Db, id: string): Promise<void> {
  await db
    .updateTable('portal_sessions')
    .set({ last_seen_at: nowMs })
    .where('id', '=', id)
    .where('last_seen_at', '<=', sql<number>`${nowMs} - ${lastSeenIntervalMs}`)
    .execute()
}

/** How long requests under way may use a session's former secret. */
export const formerSecretMs = 10 * secondMs

/**
 * Notes a confirmation, and gives the session another secret unless it got one within {@link formerSecretMs}: two
 * forms may confirm at once, and the browser keeps only one of the cookies.
 * @returns whether the new secret counts; undefined if the session has ended
 */
export async function setConfirmed(
  db: Db,
  { id, lifetimes }: Readonly<{ id: string; lifetimes: PortalLifetimes }>,
  { secretHash, masterId }: Readonly<Record<'secretHash' | 'masterId', string>>,
): Promise<boolean | undefined> {
  const isRecent = sql<boolean>`former_ends_at > ${nowMs}`
  const unlessRecent = <Value>(former: RawBuilder<Value>, renewed: RawBuilder<Value>) =>
    sql<Value>`case when ${isRecent} then ${former} else ${renewed} end`
  const row = await db
    .updateTable('portal_sessions')
    .set({
      confirmed_at: nowMs,
      former_secret_hash: unlessRecent(sql`former_secret_hash`, sql`secret_hash`),
      former_ends_at: unlessRecent(sql`former_ends_at`, sql`${nowMs} + ${sql.lit(formerSecretMs)}`),
      secret_hash: unlessRecent(sql`secret_hash`, sql`${secretHash}`),
      master_id: unlessRecent(sql`master_id`, sql`${masterId}`),
    })
    .where('id', '=', id)
    .where(isAlive(lifetimes))
    .returning('secret_hash')
    .executeTakeFirst()
  return row && row.secret_hash === secretHash
}

/** Notes that the user of this session has proven a factor. */
export async function setStrength(db: Db, id: string, strength: Strength): Promise<void> {
  await db.updateTable('portal_sessions').set({ strength }).where('id', '=', id).execute()
}

/** The user's live sessions, the last used first. */
export async function listLiveSessions(
  db: Db,
  lifetimes: PortalLifetimes,
  userId: string,
): Promise<readonly PortalSession[]> {
  return db
    .selectFrom('portal_sessions')
    .select(['id', 'user_agent as userAgent', 'address', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .where('user_id', '=', userId)
    .where(isAlive(lifetimes))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
}

/** The users with live sessions, by ID. @param after the last ID of the page before */
export async function listSignedInUserIds(
  db: Db,
  lifetimes: PortalLifetimes,
  { after, limit }: Readonly<{ after: string; limit: number }>,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('portal_sessions')
    .select('user_id')
    .distinct()
    .where('user_id', '>', after)
    .where(isAlive(lifetimes))
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Ends one live session of this user. @returns undefined if there is none */
export async function endSessionRow(
  db: Db,
  lifetimes: PortalLifetimes,
  { userId, id }: Readonly<{ userId: string; id: string }>,
) {
  return endWhere(db, lifetimes).where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
}

/** Ends the live session with this secret. @returns undefined if there is none */
export async function endSessionBySecret(db: Db, lifetimes: PortalLifetimes, secretHash: string) {
  return endWhere(db, lifetimes).where('secret_hash', '=', secretHash).executeTakeFirst()
}

/** Ends every live session of this user, except the one to keep. */
export async function endSessionRows(
  db: Db,
  lifetimes: PortalLifetimes,
  { userId, keptId }: Readonly<{ userId: string; keptId?: string | undefined }>,
) {
  const all = endWhere(db, lifetimes).where('user_id', '=', userId)
  return (keptId === undefined ? all : all.where('id', '<>', keptId)).execute()
}

/** Ends the live sessions of these identities: all, or those of one session at the provider. */
export async function endSessionRowsOfIdentities(
  db: Db,
  lifetimes: PortalLifetimes,
  { identityIds, sidHash }: Readonly<{ identityIds: readonly string[]; sidHash?: string | undefined }>,
) {
  if (identityIds.length === 0) return []
  const all = endWhere(db, lifetimes).where('identity_id', 'in', identityIds)
  return (sidHash === undefined ? all : all.where('provider_sid_hash', '=', sidHash)).execute()
}

/** The identities that live sessions of a session at this provider came from. */
export async function listIdentitiesOfSid(db: Db, providerId: string, sidHash: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('provider_identities as i')
    .select('i.id')
    .where('i.provider_id', '=', providerId)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('portal_sessions as s')
            .select('s.id')
            .whereRef('s.identity_id', '=', 'i.id')
            .where('s.provider_sid_hash', '=', sidHash),
        ),
        exists(
          selectFrom('pending_sign_ins as w')
            .select('w.user_id')
            .whereRef('w.identity_id', '=', 'i.id')
            .where('w.provider_sid_hash', '=', sidHash),
        ),
      ]),
    )
    .limit(1_000)
    .execute()
  return rows.map(({ id }) => id)
}

/** Notes the provider's session in which the user confirmed: its end ends this session, too. */
export async function setProviderSession(db: Db, id: string, { identityId, sidHash }: Federated): Promise<void> {
  await db
    .updateTable('portal_sessions')
    .set({ identity_id: identityId, provider_sid_hash: sidHash })
    .where('id', '=', id)
    .execute()
}

/** Deletes sessions past their absolute end. @returns how many */
export function deleteOldPortalSessions(db: Db, limit: number): Promise<number> {
  return deleteOldest(db, 'portal_sessions', { instant: sql`expires_at`, limit })
}

function endWhere(db: Db, lifetimes: PortalLifetimes) {
  return db
    .updateTable('portal_sessions')
    .set({ ended_at: nowMs })
    .where(isAlive(lifetimes))
    .returning(['id', 'user_id as userId', 'browser_hash as browserHash'])
}

/** Whether the session of a statement is usable: false from the exact millisecond of either end. */
export function isAlive({ idleMs, absoluteMs }: PortalLifetimes) {
  return sql<SqlBool>`(portal_sessions.ended_at is null and portal_sessions.expires_at > ${nowMs}
    and portal_sessions.created_at > ${nowMs} - ${absoluteMs} and portal_sessions.last_seen_at > ${nowMs} - ${idleMs})`
}
