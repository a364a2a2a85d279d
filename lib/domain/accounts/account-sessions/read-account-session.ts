import {
  type AccountSession,
  lastSeenIntervalMs,
  type SessionLoss,
  type SessionPlace,
  type SessionRecord,
  sessionEnd,
} from '#lib/domain/accounts/account-sessions/account-session.ts'
import { checkSession } from '#lib/domain/accounts/account-sessions/check-session.ts'
import { countSessionsOfAccount, findSessionBySecret } from '#lib/domain/accounts/account-sessions/lookup-store.ts'
import { setAccountSessionSeen } from '#lib/domain/accounts/account-sessions/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { noteUse } from '#lib/kernel/note-use.ts'

/** What a browser sends: the session's secret and the hash of the browser's own cookie. */
export type AccountCredential = Readonly<{ secret: string; browserHash: string }>

/** `lastKnown` is the session that has ended: the page names it and offers to open it again. */
export type ReadSession = Readonly<
  | { ok: true; session: AccountSession }
  | { ok: false; reason: 'none' }
  | { ok: false; reason: SessionLoss; lastKnown: AccountSession }
>

/** The session of this account in this browser. Counts as use: the idle time starts again. */
export async function readAccountSession(
  services: Services,
  credential: AccountCredential | undefined,
  accountId: string,
): Promise<ReadSession> {
  const found = await peekAccountSession(services, credential, accountId)
  if (!found.ok || found.session.readAt - found.session.lastSeenAt < lastSeenIntervalMs) return found
  const { session } = found
  if (!(await noteUse(services.log, setAccountSessionSeen(services.db, session.id)))) return found
  const { readAt, expiresAt } = session
  return { ok: true, session: { ...session, lastSeenAt: readAt, endsAt: sessionEnd(readAt, expiresAt) } }
}

/** As {@link readAccountSession}, without counting as use. */
export async function peekAccountSession(
  services: Services,
  credential: AccountCredential | undefined,
  accountId: string,
): Promise<ReadSession> {
  const record = credential && (await findSessionBySecret(services.db, sha256(credential.secret)))
  if (!record || !belongsTo(record, { accountId, browserHash: credential.browserHash })) {
    return { ok: false, reason: 'none' }
  }
  const verdict = await checkSession(services.db, record)
  if (verdict === 'good') return { ok: true, session: record.session }
  return { ok: false, reason: verdict, lastKnown: record.session }
}

/** The number of sessions that suspending this account would stop. @throws Refusal `forbidden` */
export async function countOpenSessions({ db }: Services, actor: Actor, accountId: string): Promise<number> {
  requireManager(actor)
  return countSessionsOfAccount(db, accountId)
}

/**
 * Whether the session belongs to this account and this browser. A session cookie alone proves nothing: it can be
 * stolen, sent to another account's path, or planted by a sibling host.
 */
function belongsTo({ session }: SessionRecord, place: SessionPlace): boolean {
  return session.accountId === place.accountId && session.browserHash === place.browserHash
}
