import { endSession } from '#lib/account-sessions/store.ts'
import type { Actor } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/store.ts'
import type { DbTransaction } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import { findLaunch, isOver } from '#lib/leak-desk/find-link.ts'
import { describeRevocation } from '#lib/sso-grants/grant-event.ts'
import { invalidateGrant } from '#lib/sso-grants/redemption-store.ts'

/**
 * Revokes a link that a user launched from the portal, or ends the session that it opened. The caller authorizes.
 * @throws Refusal `not_found` unless it is the ID of a launch's grant
 */
export async function containLink(trx: DbTransaction, actor: Actor, grantId: string): Promise<void> {
  const link = await findLaunch(trx, grantId)
  if (!link) throw new Refusal('not_found')
  if (isOver(link)) return
  const { grant, record } = link
  if (await invalidateGrant(trx, { tokenHash: record.tokenHash, network: null, refusal: 'leaked' })) {
    await recordEvent(trx, actor, describeRevocation(grant, { sessions: 0 }))
    return
  }
  // On PostgreSQL, the update waited for a redemption that `link` does not show.
  const session = (await findLaunch(trx, grantId))?.session?.session
  if (!session || !(await endSession(trx, session.id, 'ended'))) return
  await recordEvent(trx, actor, describeRevocation(grant, { sessions: 1 }))
}
