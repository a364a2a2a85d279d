import { findPendingSession } from '#lib/account-sessions/find-pending-session.ts'
import { lockBrowser } from '#lib/account-sessions/lock-browser.ts'
import { endSession } from '#lib/account-sessions/store.ts'
import { Refusal } from '#lib/errors.ts'
import type { Services } from '#lib/services.ts'

/**
 * Drops a waiting session: the one that is open stays. There was nothing to see of it, hence nothing is recorded.
 * @returns the account, which the person goes on to
 * @throws Refusal `link_unusable` when it waits no more, or for another browser
 */
export async function discardAccountSession(
  { db }: Services,
  input: Readonly<{ sessionId: string; browserHash: string }>,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await lockBrowser(trx, input.browserHash)
    const pending = await findPendingSession(trx, input.sessionId, input.browserHash)
    if (!pending) throw new Refusal('link_unusable')
    await endSession(trx, pending.session.id, 'discarded')
    return pending.session.accountId
  })
}
