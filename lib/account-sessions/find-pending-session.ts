import type { AccountSession } from '#lib/account-sessions/account-session.ts'
import { judgeSession } from '#lib/account-sessions/judge-session.ts'
import { findOpenSession, findSessionOfBrowser } from '#lib/account-sessions/lookup-store.ts'
import type { Db } from '#lib/db/database.ts'

/** The session that asks, and the one whose place it would take: that may have ended meanwhile. */
export type PendingSession = Readonly<{ session: AccountSession; holder: AccountSession | undefined }>

/**
 * A session that still waits for the consent of the person at this browser, or undefined: no other browser learns
 * about it, and it waits five minutes.
 */
export async function findPendingSession(
  db: Db,
  sessionId: string,
  browserHash: string,
): Promise<PendingSession | undefined> {
  const record = await findSessionOfBrowser(db, sessionId, browserHash)
  if (record?.state !== 'pending' || (await judgeSession(db, record)) !== 'good') return undefined
  const holder = await findOpenSession(db, record.session)
  const isHeld = holder && (await judgeSession(db, holder)) === 'good'
  return { session: record.session, holder: isHeld ? holder.session : undefined }
}
