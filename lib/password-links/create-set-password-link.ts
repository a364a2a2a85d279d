import { type Actor, actorId } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { randomToken, sha256 } from '#lib/crypto.ts'
import { Refusal } from '#lib/errors.ts'
import { type PasswordLink, passwordLinkUrl } from '#lib/password-links/password-link.ts'
import { deleteUsableLinks, insertLink } from '#lib/password-links/store.ts'
import { requireManager, requireRecentConfirmation } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { getManagedUser } from '#lib/users/get-user.ts'
import { userEvent } from '#lib/users/user.ts'
import { lockUser } from '#lib/users/user-locks.ts'

/**
 * Creates a link with which a user sets their password: it works once, within 72 hours, and replaces an earlier link.
 * Only the returned URL contains its token.
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`; `conflict` for a service user or a deactivated one
 */
export async function createSetPasswordLink(services: Services, actor: Actor, userId: string): Promise<PasswordLink> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  const token = randomToken()
  const expiresAt = await services.db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    const user = await getManagedUser(trx, actor, userId)
    if (user.role === 'service' || user.deactivatedAt !== null) throw new Refusal('conflict')
    await deleteUsableLinks(trx, 'set_password', userId)
    await recordEvent(trx, actor, userEvent('user.password_link_created', user))
    return insertLink(trx, { tokenHash: sha256(token), purpose: 'set_password', userId, createdBy: actorId(actor) })
  })
  return { url: passwordLinkUrl(services.env.baseUrl, 'set_password', token), expiresAt }
}
