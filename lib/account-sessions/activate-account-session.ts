import { describeEnd, sessionActor } from '#lib/account-sessions/account-session.ts'
import { findPendingSession } from '#lib/account-sessions/find-pending-session.ts'
import { lockBrowser } from '#lib/account-sessions/lock-browser.ts'
import { type Opening, settleOpening } from '#lib/account-sessions/open-account-session.ts'
import { activateSession, endOpenSession } from '#lib/account-sessions/store.ts'
import type { Anonymous } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { randomToken, sha256 } from '#lib/crypto.ts'
import { Refusal } from '#lib/errors.ts'
import type { Services } from '#lib/services.ts'

/**
 * Lets a waiting session take the place of another user's, as the person has agreed.
 * @throws Refusal `link_unusable` when it waits no more, or for another browser
 */
export async function activateAccountSession(
  { db, keys }: Services,
  visitor: Anonymous,
  input: Readonly<{ sessionId: string; browserHash: string }>,
): Promise<Extract<Opening, { kind: 'opened' }>> {
  return db.transaction().execute(async (trx) => {
    await lockBrowser(trx, input.browserHash)
    const pending = await findPendingSession(trx, input.sessionId, input.browserHash)
    if (!pending) throw new Refusal('link_unusable')
    const { session } = pending
    const secret = randomToken()
    const cookie = { secretHash: sha256(secret), masterId: keys.current.id }
    // The other one first: two cannot be open in one place.
    await endOpenSession(trx, session)
    if (!(await activateSession(trx, session.id, cookie))) throw new Refusal('link_unusable')
    await settleOpening(trx, session.id, session)
    if (pending.holder) await recordEvent(trx, sessionActor(session, visitor), describeEnd(pending.holder))
    return { kind: 'opened', accountId: session.accountId, deepPath: session.deepPath, secret }
  })
}
