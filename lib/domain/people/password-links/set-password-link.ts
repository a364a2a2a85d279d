import {
  type LinkPurpose,
  linkLifeMs,
  type PasswordLink,
  passwordLinkUrl,
  passwordPurposes,
} from '#lib/domain/people/password-links/password-link.ts'
import { deleteUsableLinks, findUsableLink, insertLink } from '#lib/domain/people/password-links/store.ts'
import { getManagedUser } from '#lib/domain/people/users/find-users.ts'
import { findUserById, lockUser } from '#lib/domain/people/users/store.ts'
import { type User, userEvent } from '#lib/domain/people/users/user.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { type Actor, actorId } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import { isPortalRole } from '#lib/foundation/authorization/roles.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import { queueMail } from '#lib/foundation/mails/queue-mail.ts'
import { type SealedLink, sealLink } from '#lib/foundation/mails/seal-link.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomToken, sha256 } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/**
 * Creates a link with which a user sets their password: it works once, within 72 hours, and replaces an earlier link.
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`; `conflict` for a service user or a deactivated one
 */
export async function createSetPasswordLink(services: Services, actor: Actor, userId: string): Promise<PasswordLink> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  const token = await prepareLinkToken(services)
  return services.db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    const user = await getManagedUser(trx, actor, { id: userId })
    if (!isPortalRole(user.role) || user.deactivatedAt !== null) throw new Refusal('conflict')
    return replaceSetPasswordLink(services, trx, { actor, user, token })
  })
}

/** The token of a new link. Sealed for a mail before the transaction, in which only the database is awaited. */
export type LinkToken = Readonly<{ token: string; sealed: SealedLink | undefined }>

export async function prepareLinkToken({ env, keys }: Services): Promise<LinkToken> {
  const token = randomToken()
  return { token, sealed: env.mail && (await sealLink(keys, token)) }
}

/**
 * Inserts the link with its audit event and its mail, and voids an earlier link. The caller authorizes, and opens the
 * transaction.
 */
export async function replaceSetPasswordLink(
  services: Services,
  trx: DbTransaction,
  { actor, user, token: { token, sealed } }: Readonly<{ actor: Actor; user: User; token: LinkToken }>,
): Promise<PasswordLink> {
  await deleteUsableLinks(trx, user.id)
  await recordEvent(trx, actor, userEvent('user.password_link_created', user))
  const createdBy = actorId(actor)
  const until = await insertLink(trx, {
    tokenHash: sha256(token),
    purpose: 'set_password',
    userId: user.id,
    createdBy,
    lifeMs: linkLifeMs.set_password,
  })
  const kind = user.passwordSetAt === null ? 'invitation' : 'password_link'
  const facts = { by: actor.kind === 'person' ? actor.name : '', until }
  const isMailed = await queueMail(services, trx, {
    kind,
    facts,
    actorId: createdBy,
    link: sealed,
    to: { userId: user.id },
  })
  return {
    url: passwordLinkUrl(services.env.baseUrl, 'set_password', token),
    expiresAt: until,
    mailedTo: isMailed ? user.email : null,
  }
}

/**
 * The active user whose password this link sets, without spending it; undefined for an unusable link.
 * @param purposes for which it may have been made
 */
export async function findLinkedUser(
  { db }: Services,
  token: string,
  purposes: readonly LinkPurpose[] = passwordPurposes,
): Promise<User | undefined> {
  const link = await findUsableLink(db, sha256(token), purposes)
  const user = link?.userId ? await findUserById(db, link.userId) : undefined
  return user?.deactivatedAt === null ? user : undefined
}
