import { type Actor, actorId } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/store.ts'
import { randomToken, sha256 } from '#lib/crypto.ts'
import type { DbTransaction } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import { type PasswordLink, passwordLinkUrl } from '#lib/password-links/password-link.ts'
import { deleteUsableLinks, findUsableLink, insertLink } from '#lib/password-links/store.ts'
import { requireManager, requireRecentConfirmation } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { getManagedUser } from '#lib/users/find-users.ts'
import { findUserById, lockUser } from '#lib/users/store.ts'
import { type User, userEvent } from '#lib/users/user.ts'

/**
 * Creates a link with which a user sets their password: it works once, within 72 hours, and replaces an earlier link.
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`; `conflict` for a service user or a deactivated one
 */
export async function createSetPasswordLink(services: Services, actor: Actor, userId: string): Promise<PasswordLink> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  return services.db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    const user = await getManagedUser(trx, actor, userId)
    if (user.role === 'service' || user.deactivatedAt !== null) throw new Refusal('conflict')
    return replaceSetPasswordLink(services, trx, actor, user)
  })
}

/** Inserts the link and its audit event, and voids an earlier link. The caller authorizes, and opens the transaction. */
export async function replaceSetPasswordLink(
  { env }: Services,
  trx: DbTransaction,
  actor: Actor,
  user: User,
): Promise<PasswordLink> {
  const token = randomToken()
  await deleteUsableLinks(trx, 'set_password', user.id)
  await recordEvent(trx, actor, userEvent('user.password_link_created', user))
  const link = { tokenHash: sha256(token), userId: user.id, createdBy: actorId(actor) }
  const expiresAt = await insertLink(trx, { ...link, purpose: 'set_password' })
  return { url: passwordLinkUrl(env.baseUrl, 'set_password', token), expiresAt }
}

/** The active user whose password this link sets, without spending it; undefined for an unusable link. */
export async function findLinkedUser({ db }: Services, token: string): Promise<User | undefined> {
  const link = await findUsableLink(db, sha256(token), 'set_password')
  const user = link?.userId ? await findUserById(db, link.userId) : undefined
  return user?.deactivatedAt === null ? user : undefined
}
