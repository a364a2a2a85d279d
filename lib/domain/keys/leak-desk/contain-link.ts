import { endSession } from '#lib/domain/accounts/account-sessions/store.ts'
import { findLaunch, isOver } from '#lib/domain/keys/leak-desk/find-link.ts'
import { describeRevocation } from '#lib/domain/links/sso-grants/grant-event.ts'
import { invalidateGrant } from '#lib/domain/links/sso-grants/redemption-store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import { Refusal } from '#lib/kernel/errors.ts'

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
