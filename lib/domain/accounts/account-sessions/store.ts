import { type CompiledQuery, type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import {
  absoluteMs,
  maxSessionsPerBrowser,
  type NewSession,
  type SessionPlace,
} from '#lib/domain/accounts/account-sessions/account-session.ts'
import { mayOpenAccount } from '#lib/domain/keys/api-keys/limits-store.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'
import { takeLock } from '#lib/foundation/db/lock.ts'
import { type Placeholders, prepared } from '#lib/foundation/db/prepared.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'
import { insertForEach } from '#lib/foundation/db/writing-ctes.ts'
import { dayMs } from '#lib/kernel/clock.ts'

/** Ended sessions are kept for this long, so that a page can say that a session has ended. */
const retentionMs = dayMs

export type EndReason =
  | 'ended'
  | 'replaced'
  | 'discarded'
  | 'signed_out'
  | 'too_many'
  | 'user_deactivated'
  | 'key_revoked'
  | 'key_narrowed'
  | 'family_revoked'

/** The cookie of an open session: the hash of its secret, and the master secret that seals it. */
export type CookieRecord = Readonly<{ secretHash: string; masterId: string }>

const browserLockPrefix = 'browser '

/**
 * Serializes what opens, confirms and signs out in one browser, on all instances. Take it before reading any session
 * of the browser: each transaction then sees what the one before it has committed.
 */
export function lockBrowser(trx: Db, browserHash: string): Promise<void> {
  return takeLock(trx, browserLockPrefix + browserHash)
}

/** The session that is open in this browser and account, expired or not. */
export function selectOpenSessionId(db: Db, browserHash: Expression<string>, accountId: Expression<string>) {
  return db
    .selectFrom('account_sessions as s')
    .select('s.id')
    .where('s.browser_hash', '=', browserHash)
    .where('s.account_id', '=', accountId)
    .where('s.ended_at', 'is', null)
    .where('s.pending_until', 'is', null)
}

/** Whether the session open in this browser and account is still the one that {@link NewSession} was prepared for. */
export function isPlaceUnchanged(db: Db, { browserHash, accountId, holderId }: Placeholders<NewSession>) {
  return sql<SqlBool>`coalesce(${selectOpenSessionId(db, browserHash, accountId)}, '') = ${holderId}`
}

/** Insert a prepared session in place of the one that it replaces: SQLite's consequences of a redemption. */
export function sessionStatements(db: Db, session: NewSession): CompiledQuery<unknown>[] {
  const { sessionId: newId, browserHash, replacedId, pendingMs } = session
  return [
    ...(replacedId === '' ? [] : [replacedEnd.bind(db, { replacedId })]),
    sessionInsert.bind(db, session),
    ...(pendingMs === null ? [leastUsedEndAfter.bind(db, { browserHash, newId })] : []),
  ]
}

const replacedEnd = prepared((db, { replacedId }: Placeholders<{ replacedId: string }>) =>
  ending(db, 'replaced').where('id', '=', replacedId),
)

const sessionInsert = prepared((db, session: Placeholders<NewSession>) =>
  db.insertInto('account_sessions').values(sessionRow(session)),
)

/**
 * The same as parts of PostgreSQL's statement that redeems the grant: its part `redeemed` has the grant, and
 * `activated` too unless the session is pending. All parts see the sessions as they were before the statement:
 * concurrent openings may exceed the maximum until the next one. `locked` comes first, as in every transaction that
 * changes them.
 */
export function sessionParts(db: Db, session: Placeholders<NewSession>) {
  const insert = insertForEach('redeemed', 'account_sessions', sessionRow(session))
  const lockName = sql`${sql.lit(browserLockPrefix)} || cast(${session.browserHash} as text)`
  return {
    locked: sql<{ taken: number }>`(select latchkey_lock(${lockName}) as taken)`,
    ended: ending(db, 'replaced')
      .where('id', '=', session.replacedId)
      .where(sql<SqlBool>`exists (select 1 from redeemed)`)
      .returning('id'),
    // Reading `ended` makes PostgreSQL run it first: the unique index allows one open session.
    opened: sql<object>`(${insert} where (select count(*) from ended) >= 0)`,
    evicted: leastUsedEnd(db, session.browserHash, session.replacedId).where(
      sql<SqlBool>`exists (select 1 from activated)`,
    ),
  }
}

function sessionRow(session: Placeholders<NewSession>) {
  return {
    id: session.sessionId,
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
    pending_until: sql<number | null>`${nowMs} + cast(${session.pendingMs} as bigint)`,
  }
}

/** Activates a pending session, once. @returns whether it was still pending */
export async function activateSession(db: Db, id: string, cookie: CookieRecord): Promise<boolean> {
  const row = await db
    .updateTable('account_sessions')
    .set({ secret_hash: cookie.secretHash, master_id: cookie.masterId })
    .set({ pending_until: null, confirmed_at: nowMs, last_seen_at: nowMs })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('pending_until', '>', nowMs)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns whether this call ended the session */
export async function endSession(db: Db, id: string, reason: EndReason): Promise<boolean> {
  const row = await ending(db, reason).where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}

/** Ends the open session of this browser and account; a pending one stays. */
export async function endOpenSession(db: Db, { browserHash, accountId }: SessionPlace): Promise<void> {
  await ending(db, 'replaced')
    .where('browser_hash', '=', browserHash)
    .where('account_id', '=', accountId)
    .where('pending_until', 'is', null)
    .execute()
}

/** Ends what was launched from the portal in this browser; what a client opened stays. @returns how many */
export async function endLaunchedSessions(trx: Db, browserHash: string): Promise<number> {
  await lockBrowser(trx, browserHash)
  const rows = await ending(trx, 'signed_out')
    .where('browser_hash', '=', browserHash)
    .where('key_id', 'is', null)
    .returning('id')
    .execute()
  return rows.length
}

/** Ends the user's open and pending sessions: reactivating the user must not restore them. */
export async function endSessionsOfUser(db: Db, userId: string, reason: EndReason): Promise<void> {
  await ending(db, reason).where('user_id', '=', userId).execute()
}

export async function endSessionsOfFamily(db: Db, family: Readonly<{ id: string; ownerId: string }>): Promise<void> {
  await ending(db, 'family_revoked').where('user_id', '=', family.ownerId).where('family_id', '=', family.id).execute()
}

/** Ends the open and pending sessions of every family that the secret opened. */
export async function endSessionsOfSecret(
  db: Db,
  { secretId, ownerId }: Readonly<{ secretId: string; ownerId: string }>,
): Promise<void> {
  await ending(db, 'family_revoked')
    .where('user_id', '=', ownerId)
    .where('family_id', 'in', (query) =>
      query.selectFrom('refresh_families').select('id').where('secret_id', '=', secretId),
    )
    .execute()
}

/** Ends the open and pending sessions that the key opened. The index is by the key's owner. */
export async function endSessionsOfKey(db: Db, key: Readonly<{ id: string; ownerId: string }>): Promise<void> {
  await ending(db, 'key_revoked').where('user_id', '=', key.ownerId).where('key_id', '=', key.id).execute()
}

type KeyOfSessions = Readonly<{ id: string; ownerId: string }>

/** The IP addresses that the tokens behind the key's open and pending sessions were issued to. */
export async function listIssueAddresses(db: Db, key: KeyOfSessions): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('account_sessions as s')
    .innerJoin('refresh_families as f', 'f.id', 's.family_id')
    .select('f.issued_from as address')
    .distinct()
    .where('s.user_id', '=', key.ownerId)
    .where('s.key_id', '=', key.id)
    .where('s.ended_at', 'is', null)
    .execute()
  return rows.map(({ address }) => address)
}

/** Ends the open and pending sessions whose accounts the key may no longer open. @returns how many */
export async function endSessionsOutsideLimits(db: Db, key: KeyOfSessions): Promise<number> {
  return endNarrowed(db, key, ({ not, exists, selectFrom, ref }) =>
    not(
      exists(
        selectFrom('api_keys as k')
          .select('k.id')
          .where('k.id', '=', key.id)
          .where(mayOpenAccount(ref('account_sessions.account_id'))),
      ),
    ),
  )
}

/** Ends the open and pending sessions of the key's tokens that were issued to these IP addresses. @returns how many */
export async function endSessionsIssuedTo(db: Db, key: KeyOfSessions, addresses: readonly string[]): Promise<number> {
  return endNarrowed(db, key, ({ exists, selectFrom }) =>
    exists(
      selectFrom('refresh_families as f')
        .select('f.id')
        .whereRef('f.id', '=', 'account_sessions.family_id')
        .where('f.issued_from', 'in', addresses),
    ),
  )
}

async function endNarrowed(
  db: Db,
  key: KeyOfSessions,
  isOutside: (eb: ExpressionBuilder<Tables, 'account_sessions'>) => Expression<SqlBool>,
): Promise<number> {
  const { numUpdatedRows } = await ending(db, 'key_narrowed')
    .where('user_id', '=', key.ownerId)
    .where('key_id', '=', key.id)
    .where(isOutside)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Ends the browser's least recently used sessions, so that it has at most the maximum with the new one. */
export async function endLeastUsedSessions(db: Db, browserHash: string, newId: string): Promise<void> {
  await leastUsedEndAfter(db, { browserHash, newId })
}

const leastUsedEndAfter = prepared((db, { browserHash, newId }: Placeholders<{ browserHash: string; newId: string }>) =>
  leastUsedEnd(db, browserHash, newId),
)

/** @param exceptId neither counts nor ends: the new session, or the one that it replaces */
function leastUsedEnd(db: Db, browserHash: Expression<string>, exceptId: Expression<string>) {
  return ending(db, 'too_many')
    .where('browser_hash', '=', browserHash)
    .where('pending_until', 'is', null)
    .where('id', '!=', exceptId)
    .where('id', 'not in', (query) =>
      query
        .selectFrom('account_sessions')
        .select('id')
        .where('browser_hash', '=', browserHash)
        .where('ended_at', 'is', null)
        .where('pending_until', 'is', null)
        .where('id', '!=', exceptId)
        .orderBy('last_seen_at', 'desc')
        .orderBy('created_at', 'desc')
        .limit(maxSessionsPerBrowser - 1),
    )
}

function ending(db: Db, reason: EndReason) {
  return db.updateTable('account_sessions').set({ ended_at: nowMs, end_reason: reason }).where('ended_at', 'is', null)
}

export async function setAccountSessionSeen(db: Db, id: string): Promise<void> {
  await db
    .updateTable('account_sessions')
    .set({ last_seen_at: nowMs })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Deletes sessions that reached their absolute end over a day ago. @returns how many */
export function deleteOldSessions(db: Db, limit: number): Promise<number> {
  return deleteOldest(db, 'account_sessions', { instant: sql`expires_at`, retentionMs, limit })
}
