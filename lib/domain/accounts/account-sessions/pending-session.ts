import {
  type AccountSession,
  describeEnd,
  sessionActor,
} from '#lib/domain/accounts/account-sessions/account-session.ts'
import { checkSession } from '#lib/domain/accounts/account-sessions/check-session.ts'
import { findOpenSession, findSessionOfBrowser } from '#lib/domain/accounts/account-sessions/lookup-store.ts'
import {
  activateSession,
  endLeastUsedSessions,
  endOpenSession,
  endSession,
  lockBrowser,
} from '#lib/domain/accounts/account-sessions/store.ts'
import { setOpened } from '#lib/domain/accounts/accounts/launcher-store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Anonymous } from '#lib/foundation/authorization/actor.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomToken, sha256 } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** A session that awaits the user's answer, and the session that it would replace, unless that one has ended. */
export type PendingSession = Readonly<{ session: AccountSession; holder: AccountSession | undefined }>

/** The answer's session, as the browser that was asked names it. */
export type PendingInput = Readonly<{ sessionId: string; browserHash: string }>

/** Where an activated session continues; `secret` is for its cookie. */
export type ActivatedSession = Readonly<{ accountId: string; deepPath: string; secret: string }>

/** The pending session of this browser, for five minutes. No other browser can find it. */
export async function findPendingSession(
  db: Db,
  { sessionId, browserHash }: PendingInput,
): Promise<PendingSession | undefined> {
  const record = await findSessionOfBrowser(db, sessionId, browserHash)
  if (record?.state !== 'pending' || (await checkSession(db, record)) !== 'good') return undefined
  const holder = await findOpenSession(db, record.session)
  const isHeld = holder && (await checkSession(db, holder)) === 'good'
  return { session: record.session, holder: isHeld ? holder.session : undefined }
}

/** Activates a pending session in place of another user's. @throws Refusal `link_unusable` unless it is pending */
export async function activateAccountSession(
  { db, keys }: Services,
  anonymous: Anonymous,
  input: PendingInput,
): Promise<ActivatedSession> {
  return db.transaction().execute(async (trx) => {
    const { session, holder } = await lockPendingSession(trx, input)
    const secret = randomToken()
    // The other session ends first: a browser has one open session per account.
    await endOpenSession(trx, session)
    const cookie = { secretHash: sha256(secret), masterId: keys.current.id }
    if (!(await activateSession(trx, session.id, cookie))) throw new Refusal('link_unusable')
    await endLeastUsedSessions(trx, session.browserHash, session.id)
    await setOpened(trx, session)
    if (holder) await recordEvent(trx, sessionActor(session, anonymous), describeEnd(holder))
    return { accountId: session.accountId, deepPath: session.deepPath, secret }
  })
}

/** Discards a pending session. @returns the account that stays open @throws Refusal `link_unusable` */
export async function discardAccountSession({ db }: Services, input: PendingInput): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const { session } = await lockPendingSession(trx, input)
    await endSession(trx, session.id, 'discarded')
    return session.accountId
  })
}

async function lockPendingSession(trx: Db, input: PendingInput): Promise<PendingSession> {
  await lockBrowser(trx, input.browserHash)
  const pending = await findPendingSession(trx, input)
  if (!pending) throw new Refusal('link_unusable')
  return pending
}
