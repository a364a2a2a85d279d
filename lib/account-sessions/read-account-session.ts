import {
  type AccountSession,
  lastSeenIntervalMs,
  type SessionLoss,
  type SessionPlace,
  type SessionRecord,
  sessionEnd,
} from '#lib/account-sessions/account-session.ts'
import { judgeSession } from '#lib/account-sessions/judge-session.ts'
import { findSessionBySecret } from '#lib/account-sessions/lookup-store.ts'
import { setSeen } from '#lib/account-sessions/store.ts'
import { sha256 } from '#lib/crypto.ts'
import type { Services } from '#lib/services.ts'

/** What a browser presents to use an account session: the session's secret and the hash of the browser's own cookie. */
export type AccountCredential = Readonly<{ secret: string; browserHash: string }>

/** `lastKnown` is the session that this browser had here: to say what is over, and to offer to open it again. */
export type ReadSession = Readonly<
  | { ok: true; session: AccountSession }
  | { ok: false; reason: 'none' }
  | { ok: false; reason: SessionLoss; lastKnown: AccountSession }
>

/** The session of this account in this browser, for a page that somebody uses: the idle time starts anew. */
export async function readAccountSession(
  services: Services,
  credential: AccountCredential | undefined,
  accountId: string,
): Promise<ReadSession> {
  const found = await peekAccountSession(services, credential, accountId)
  if (!found.ok || found.session.readAt - found.session.lastSeenAt < lastSeenIntervalMs) return found
  const { session } = found
  if (!(await noteUse(services, session.id))) return found
  const { readAt, expiresAt } = session
  return { ok: true, session: { ...session, lastSeenAt: readAt, endsAt: sessionEnd(readAt, expiresAt) } }
}

/** The same without counting as use. */
export async function peekAccountSession(
  services: Services,
  credential: AccountCredential | undefined,
  accountId: string,
): Promise<ReadSession> {
  const record = credential && (await findSessionBySecret(services.db, sha256(credential.secret)))
  if (!record || !belongsHere(record, { accountId, browserHash: credential.browserHash })) {
    return { ok: false, reason: 'none' }
  }
  const verdict = await judgeSession(services.db, record)
  if (verdict === 'good') return { ok: true, session: record.session }
  return { ok: false, reason: verdict, lastKnown: record.session }
}

/**
 * Whether the session belongs to this account and to the browser that opened it. A session cookie alone proves nothing:
 * it may be stolen from that browser, carried to another account's path, or planted by a sibling host.
 */
function belongsHere({ session }: SessionRecord, place: SessionPlace): boolean {
  return session.accountId === place.accountId && session.browserHash === place.browserHash
}

/** A disk that is full keeps nobody from looking: the session then ends a little early. @returns whether it was noted */
async function noteUse({ db, log }: Services, sessionId: string): Promise<boolean> {
  try {
    await setSeen(db, sessionId)
    return true
  } catch (error) {
    log.warn({ error }, 'the use of a session could not be noted')
    return false
  }
}
