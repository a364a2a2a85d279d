import { type SqlBool, sql } from 'kysely'
import {
  type AccountSession,
  idleMs,
  maxSessionsPerBrowser,
  type SessionPlace,
  type SessionRecord,
  type SessionStory,
  type SessionTarget,
  sessionEnd,
} from '#lib/domain/accounts/account-sessions/account-session.ts'
import { type EndReason, selectOpenSessionId } from '#lib/domain/accounts/account-sessions/store.ts'
import { selectOpenableId } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { isIssuedInside } from '#lib/domain/keys/api-keys/limits.ts'
import { mayOpenAccount } from '#lib/domain/keys/api-keys/limits-store.ts'
import { isActiveKey, toApiKeyState } from '#lib/domain/keys/api-keys/store.ts'
import type { KeyOwners } from '#lib/foundation/authorization/permissions.ts'
import { isAfterPlace } from '#lib/foundation/db/after-place.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { type Placeholders, prepared } from '#lib/foundation/db/prepared.ts'
import type { NewestPlace } from '#lib/kernel/newest-first.ts'

export async function findSessionBySecret(db: Db, secretHash: string): Promise<SessionRecord | undefined> {
  const [row] = await sessionBySecret(db, { secretHash })
  return row && toSessionRecord(row)
}

const sessionBySecret = prepared((db, { secretHash }: Placeholders<{ secretHash: string }>) =>
  sessions(db).where('s.secret_hash', '=', secretHash),
)

/** The session that is open in this browser and account, expired or not. */
export async function findOpenSession(db: Db, place: SessionPlace): Promise<SessionRecord | undefined> {
  const { browserHash, accountId } = place
  const [row] = await openSession(db, { browserHash, accountId })
  return row && toSessionRecord(row)
}

const openSession = prepared((db, { browserHash, accountId }: Placeholders<SessionPlace>) =>
  sessions(db).where('s.id', 'in', selectOpenSessionId(db, browserHash, accountId)),
)

/** A session of this browser. An id is not a credential. */
export async function findSessionOfBrowser(
  db: Db,
  id: string,
  browserHash: string,
): Promise<SessionRecord | undefined> {
  const row = await sessions(db).where('s.id', '=', id).where('s.browser_hash', '=', browserHash).executeTakeFirst()
  return row && toSessionRecord(row)
}

/** A session in any state. For receipts: it opens nothing. */
export async function findSessionStory(db: Db, id: string): Promise<SessionStory | undefined> {
  return (await listSessionStories(db, [id])).get(id)
}

/** As {@link findSessionStory}, for several sessions. */
export async function listSessionStories(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, SessionStory>> {
  if (ids.length === 0) return new Map()
  const rows = await sessions(db).select('s.confirmed_at').where('s.id', 'in', ids).execute()
  return new Map(
    rows.map(({ confirmed_at: confirmedAt, ...row }) => {
      const { pending_until: pendingUntil, ended_at: endedAt, end_reason: endReason } = row
      return [row.id, { ...toSessionRecord(row), pendingUntil, confirmedAt, endedAt, endReason }]
    }),
  )
}

/** Which of these sessions have a user who may open the account now. */
export async function listOpenableSessionIds(db: Db, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('account_sessions as s')
    .select('s.id')
    .where('s.id', 'in', ids)
    .where(({ exists, ref }) => exists(selectOpenableId(db, ref('s.user_id'), ref('s.account_id'))))
    .execute()
  return rows.map(({ id }) => id)
}

/** The sessions that this user has open in this browser, expired or not, the earliest first. */
export async function listOpenSessionsOfUser(
  db: Db,
  { userId, browserHash }: Pick<SessionTarget, 'userId' | 'browserHash'>,
): Promise<readonly SessionRecord[]> {
  const rows = await openSessionsOfUser(db, { userId, browserHash })
  return rows.map(toSessionRecord)
}

const openSessionsOfUser = prepared(
  (db, { userId, browserHash }: Placeholders<Pick<SessionTarget, 'userId' | 'browserHash'>>) =>
    sessions(db)
      .where('s.browser_hash', '=', browserHash)
      .where('s.user_id', '=', userId)
      .where('s.ended_at', 'is', null)
      .where('s.pending_until', 'is', null)
      .orderBy('s.created_at')
      .orderBy('s.id')
      .limit(maxSessionsPerBrowser),
)

/** How many sessions of all users could be used now in this account. */
export async function countSessionsOfAccount(db: Db, accountId: string): Promise<number> {
  return (await countOpenByAccount(db, [accountId])).get(accountId) ?? 0
}

/** How many sessions that this key opened could be used now: counts up to `limit`. The index is by the key's owner. */
export async function countSessionsOfKey(
  db: Db,
  { id, ownerId }: Readonly<{ id: string; ownerId: string }>,
  limit: number,
): Promise<number> {
  const usable = db
    .selectFrom('account_sessions as s')
    .select('s.id')
    .where('s.user_id', '=', ownerId)
    .where('s.key_id', '=', id)
    .where(isUsable)
    .limit(limit)
  return countRows(db.selectFrom(usable.as('usable')))
}

/** How many sessions could be used now: counts up to `limit`. */
export async function countOpenSessionRows(db: Db, limit: number): Promise<number> {
  const usable = db.selectFrom('account_sessions as s').select('s.id').where(isUsable).limit(limit)
  return countRows(db.selectFrom(usable.as('usable')))
}

/** As {@link countSessionsOfAccount}, for the accounts that have such sessions. */
export async function countOpenByAccount(db: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('account_sessions as s')
    .where('s.account_id', 'in', accountIds)
    .where(isUsable)
    .groupBy('s.account_id')
    .select(['s.account_id', ({ fn }) => fn.countAll<number>().as('total')])
    .execute()
  return new Map(rows.map(({ account_id, total }) => [account_id, Number(total)]))
}

/** The sessions of all users that could be used now, the newest first. @param id only this one */
export async function listOpenSessionsOfAccount(
  db: Db,
  { accountId, limit, id }: Readonly<{ accountId: string; limit: number; id?: string | undefined }>,
): Promise<readonly AccountSession[]> {
  const all = sessions(db).where('s.account_id', '=', accountId)
  return listUsable(id === undefined ? all : all.where('s.id', '=', id), limit)
}

/** The sessions of this user that could be used now, in any browser, the newest first. */
export async function listUsableSessionsOfUser(
  db: Db,
  userId: string,
  limit: number,
): Promise<readonly AccountSession[]> {
  return listUsable(sessions(db).where('s.user_id', '=', userId), limit)
}

/** Of an account, of a user, or of both. Only these have an index. */
export type SessionSelection = Readonly<{
  accountId?: string | undefined
  userId?: string | undefined
  /** The sessions after this one. */
  after?: NewestPlace | undefined
  limit: number
}>

/** The sessions of visible users that could be used now, the newest first. */
export async function listUsableSessions(
  db: Db,
  visible: KeyOwners,
  { accountId, userId, after, limit }: SessionSelection,
): Promise<readonly AccountSession[]> {
  let found = visibleSessions(db, visible)
  if (accountId !== undefined) found = found.where('s.account_id', '=', accountId)
  if (userId !== undefined) found = found.where('s.user_id', '=', userId)
  if (after) found = found.where(isAfterPlace('s.created_at', 's.id', after))
  return listUsable(found, limit)
}

/** A session of a visible user that could be used now. */
export async function findUsableSession(db: Db, visible: KeyOwners, id: string): Promise<AccountSession | undefined> {
  const [session] = await listUsable(visibleSessions(db, visible).where('s.id', '=', id), 1)
  return session
}

function visibleSessions(db: Db, { roles, ownId }: KeyOwners) {
  return sessions(db).where(({ or, eb }) => or([eb('u.role', 'in', roles), eb('u.id', '=', ownId)]))
}

async function listUsable(found: ReturnType<typeof sessions>, limit: number): Promise<readonly AccountSession[]> {
  const usable = found.where(isUsable).where(hasGoodCredentialNow)
  const rows = await usable.orderBy('s.created_at', 'desc').orderBy('s.id').limit(limit).execute()
  return rows.map((row) => toSessionRecord(row).session)
}

/** Whether the session `s` of a statement is open, and neither idle nor over. */
export const isUsable = sql<SqlBool>`(s.ended_at is null and s.pending_until is null
  and s.expires_at > ${nowMs} and s.last_seen_at > ${nowMs} - ${sql.lit(idleMs)})`

/** Whether the key of the session `s`, if it has one, still may open its account. */
const mayStayOpen = sql<SqlBool>`(s.key_id is null or ${mayOpenAccount(sql.ref('s.account_id'))})`

/**
 * {@link hasGoodCredential} in SQL, so that a page is full. Without the key's networks: narrowing them ends the
 * sessions that its statement sees.
 */
const hasGoodCredentialNow = sql<SqlBool>`(
  (s.key_id is null or ${isActiveKey}) and ${mayStayOpen} and f.revoked_at is null)`

function sessions(db: Db) {
  return db
    .selectFrom('account_sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .leftJoin('api_keys as k', 'k.id', 's.key_id')
    .leftJoin('refresh_families as f', 'f.id', 's.family_id')
    .select(['s.id', 's.user_id as userId', 'u.name as userName', 's.account_id as accountId', 'a.name as accountName'])
    .select(['s.key_id as keyId', 's.family_id as familyId', 's.browser_hash as browserHash', 's.locale'])
    .select(['s.back_url as backUrl', 's.deep_path as deepPath', 's.created_at as createdAt'])
    .select(['s.last_seen_at as lastSeenAt', 's.expires_at as expiresAt', nowMs.as('readAt')])
    .select(['s.ended_at', 's.end_reason', 's.pending_until'])
    .select(['k.revoked_at', 'k.disabled_at', 'k.expires_at', 'f.revoked_at as family_revoked_at'])
    .select([
      'k.networks',
      'f.issued_from',
      sql<number>`case when ${mayStayOpen} then 1 else 0 end`.as('may_stay_open'),
    ])
}

type JoinedRow = Awaited<ReturnType<typeof sessionBySecret>>[number]

function toSessionRecord(row: JoinedRow): SessionRecord {
  const { ended_at, end_reason, pending_until, revoked_at, disabled_at, expires_at, family_revoked_at, ...known } = row
  const { networks, issued_from, may_stay_open, ...found } = known
  const session = { ...found, endsAt: sessionEnd(row.lastSeenAt, row.expiresAt) }
  return { session, state: toState(row, session.endsAt), hasGoodCredential: hasGoodCredential(row) }
}

/**
 * On PostgreSQL a session may commit after a revocation or a narrowing that did not see it, so the session's row alone
 * proves nothing. The row of a family outlives every session of the family.
 */
function hasGoodCredential(row: JoinedRow): boolean {
  // A launch has neither key nor family: all these columns are null.
  const isActive = toApiKeyState(row, row.readAt) === 'active' && row.family_revoked_at === null
  return isActive && row.may_stay_open === 1 && isIssuedInside(row.networks, row.issued_from ?? '')
}

/** End reasons that also refuse a new session. */
const withdrawals: ReadonlySet<string> = new Set<EndReason>([
  'user_deactivated',
  'key_revoked',
  'key_narrowed',
  'family_revoked',
])

function toState(row: JoinedRow, endsAt: number): SessionRecord['state'] {
  if (row.ended_at !== null) return withdrawals.has(row.end_reason ?? '') ? 'withdrawn' : 'ended'
  if (row.pending_until === null) return row.readAt < endsAt ? 'open' : 'expired'
  return row.readAt < row.pending_until ? 'pending' : 'expired'
}
