import type { SessionRecord, SessionTarget } from '#lib/account-sessions/account-session.ts'
import { judgeSession } from '#lib/account-sessions/judge-session.ts'
import { lockBrowser } from '#lib/account-sessions/lock-browser.ts'
import { findOpenSession } from '#lib/account-sessions/lookup-store.ts'
import { endLeastUsedSessions, endOpenSession, insertSession } from '#lib/account-sessions/store.ts'
import { setOpened } from '#lib/accounts/launcher-store.ts'
import { randomToken, sha256, timedId } from '#lib/crypto.ts'
import type { Db } from '#lib/db/database.ts'

/** `secret` is for the session's cookie, and in plain nowhere else. */
export type Opening = Readonly<
  { kind: 'opened'; accountId: string; deepPath: string; secret: string } | { kind: 'pending'; sessionId: string }
>

/**
 * Opens the session that a redeemed grant stands for, in place of an earlier one of the same user. While another user
 * has the account open in this browser it waits for the person's consent instead. For use inside a transaction.
 * @param masterId the master secret that seals its cookie
 */
export async function openAccountSession(db: Db, target: SessionTarget, masterId: string): Promise<Opening> {
  await lockBrowser(db, target.browserHash)
  const sessionId = timedId('ases')
  const holder = await findOpenSession(db, target)
  if (holder && (await isHeldByAnother(db, target, holder))) {
    await insertSession(db, { id: sessionId, target, cookie: undefined })
    return { kind: 'pending', sessionId }
  }
  const secret = randomToken()
  if (holder) await endOpenSession(db, target)
  await insertSession(db, { id: sessionId, target, cookie: { secretHash: sha256(secret), masterId } })
  await settleOpening(db, sessionId, target)
  return { kind: 'opened', accountId: target.accountId, deepPath: target.deepPath, secret }
}

/** What goes with every session that opens, at once or after consent. */
export async function settleOpening(db: Db, sessionId: string, target: SessionTarget): Promise<void> {
  await endLeastUsedSessions(db, target.browserHash, sessionId)
  await setOpened(db, target.userId, target.accountId)
}

async function isHeldByAnother(db: Db, target: SessionTarget, holder: SessionRecord): Promise<boolean> {
  return holder.session.userId !== target.userId && (await judgeSession(db, holder)) === 'good'
}
