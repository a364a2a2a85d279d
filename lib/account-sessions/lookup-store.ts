import { sql } from 'kysely'
import { idleMs, type SessionPlace, type SessionRecord, sessionEnd } from '#lib/account-sessions/account-session.ts'
import type { EndReason } from '#lib/account-sessions/store.ts'
import { apiKeyState } from '#lib/api-keys/api-key.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import { type Placeholders, prepared } from '#lib/db/prepared.ts'

/** The session of this cookie, in any state. */
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
  sessions(db)
    .where('s.browser_hash', '=', browserHash)
    .where('s.account_id', '=', accountId)
    .where('s.ended_at', 'is', null)
    .where('s.pending_until', 'is', null),
)

/** A session of this browser. An id alone is not a credential. */
export async function findSessionOfBrowser(
  db: Db,
  id: string,
  browserHash: string,
): Promise<SessionRecord | undefined> {
  const row = await sessions(db).where('s.id', '=', id).where('s.browser_hash', '=', browserHash).executeTakeFirst()
  return row && toSessionRecord(row)
}

/** How many sessions of all users could be used now. */
export async function countSessionsOfAccount(db: Db, accountId: string): Promise<number> {
  const { total } = await db
    .selectFrom('account_sessions')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('pending_until', 'is', null)
    .where('expires_at', '>', nowMs)
    .where('last_seen_at', '>', sql<number>`${nowMs} - ${idleMs}`)
    .executeTakeFirstOrThrow()
  return total
}

function sessions(db: Db) {
  return db
    .selectFrom('account_sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .leftJoin('api_keys as k', 'k.id', 's.key_id')
    .leftJoin('refresh_families as f', 'f.id', 's.family_id')
    .selectAll('s')
    .select(['u.name as user_name', 'a.name as account_name', nowMs.as('now')])
    .select(['k.revoked_at as key_revoked_at', 'k.disabled_at as key_disabled_at', 'k.expires_at as key_expires_at'])
    .select('f.revoked_at as family_revoked_at')
}

type JoinedRow = Awaited<ReturnType<typeof sessionBySecret>>[number]

function toSessionRecord(row: JoinedRow): SessionRecord {
  const endsAt = sessionEnd(row.last_seen_at, row.expires_at)
  return {
    session: {
      id: row.id,
      userId: row.user_id,
      userName: row.user_name,
      accountId: row.account_id,
      accountName: row.account_name,
      keyId: row.key_id,
      familyId: row.family_id,
      browserHash: row.browser_hash,
      locale: row.locale,
      backUrl: row.back_url,
      deepPath: row.deep_path,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
      expiresAt: row.expires_at,
      endsAt,
      readAt: row.now,
    },
    state: toState(row, endsAt),
    hasGoodCredential: hasGoodCredential(row),
  }
}

/**
 * On PostgreSQL a session may commit after a revocation that did not see it, so the session's row alone proves nothing.
 * The row of a revoked family outlives every session of the family.
 */
function hasGoodCredential(row: JoinedRow): boolean {
  const instants = { revokedAt: row.key_revoked_at, disabledAt: row.key_disabled_at, expiresAt: row.key_expires_at }
  // A launch has neither key nor family: all these columns are null.
  return apiKeyState(instants, row.now) === 'active' && row.family_revoked_at === null
}

/** End reasons that also refuse a new session. */
const withdrawals: ReadonlySet<string> = new Set<EndReason>(['user_deactivated', 'key_revoked', 'family_revoked'])

function toState(row: JoinedRow, endsAt: number): SessionRecord['state'] {
  if (row.ended_at !== null) return withdrawals.has(row.end_reason ?? '') ? 'withdrawn' : 'ended'
  if (row.pending_until === null) return row.now < endsAt ? 'open' : 'expired'
  return row.now < row.pending_until ? 'pending' : 'expired'
}
