import type { Anonymous, PortalUser } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/store.ts'
import { sha256 } from '#lib/crypto.ts'
import type { DbTransaction } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import { queueMail } from '#lib/mails/queue-mail.ts'
import { parseInput } from '#lib/parse-input.ts'
import { type SetPasswordInput, setPasswordSchema } from '#lib/password-links/schema.ts'
import { findLinkedUser } from '#lib/password-links/set-password-link.ts'
import { deleteUsableLinks, spendLink } from '#lib/password-links/store.ts'
import { hashPassword } from '#lib/passwords/password-hash.ts'
import { requireGoodPassword } from '#lib/passwords/password-policy.ts'
import { checkOwnPassword } from '#lib/portal-sessions/check-password.ts'
import { endUserSessions } from '#lib/portal-sessions/end-sessions.ts'
import { type ChangePasswordInput, changePasswordSchema } from '#lib/portal-sessions/schema.ts'
import { setConfirmed } from '#lib/portal-sessions/store.ts'
import { type RequestContext, toClientNetwork } from '#lib/request-context.ts'
import type { Services } from '#lib/services.ts'
import { findUserById, lockUser, setPasswordHash } from '#lib/users/store.ts'
import { type User, userEvent } from '#lib/users/user.ts'

/** Sets the linked user's password and ends their sessions. @throws Refusal `link_unusable`, `input_invalid` */
export async function setPassword(
  services: Services,
  anonymous: Anonymous,
  { token, ...input }: SetPasswordInput,
): Promise<User> {
  // Before hashing: without a link, a request must not cost a hash.
  const holder = await findLinkedUser(services, token)
  if (!holder) throw new Refusal('link_unusable')
  const { password } = parseInput(setPasswordSchema, input)
  requireGoodPassword(password, holder)
  const hash = await hashPassword(password, toClientNetwork(anonymous.address))
  return services.db.transaction().execute(async (trx) => {
    await lockUser(trx, holder.id)
    const link = await spendLink(trx, sha256(token), 'set_password')
    const user = link?.userId && (await setPasswordHash(trx, link.userId, hash))
    if (!user) throw new Refusal('link_unusable')
    await endUserSessions(trx, user.id)
    await recordEvent(trx, anonymous, userEvent('user.password_set', user))
    // The first password is no change: the invitation told about it.
    if (holder.passwordSetAt !== null) await tellPasswordChanged(services, trx, user, anonymous)
    return user
  })
}

/**
 * Changes the user's own password, ends their other sessions and voids their password links.
 * @throws Refusal `input_invalid` or `password_wrong` with the problem of each field; `too_many_requests`
 */
export async function changePassword(
  services: Services,
  self: PortalUser,
  input: ChangePasswordInput,
): Promise<Readonly<{ changedAt: number; endedSessions: number }>> {
  const { currentPassword, newPassword } = parseInput(changePasswordSchema, input)
  const user = await findUserById(services.db, self.userId)
  if (!user) throw new Refusal('signed_out')
  requireGoodPassword(newPassword, user, 'newPassword')
  if (newPassword.normalize('NFC') === currentPassword.normalize('NFC')) {
    throw new Refusal('input_invalid', { fields: { newPassword: 'unchanged' } })
  }
  if (!(await checkOwnPassword(services, self, currentPassword))) {
    throw new Refusal('password_wrong', { fields: { currentPassword: 'wrong' } })
  }
  const hash = await hashPassword(newPassword, toClientNetwork(self.address))
  return services.db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id)
    const changedAt = (await setPasswordHash(trx, user.id, hash))?.passwordSetAt
    if (!changedAt) throw new Refusal('signed_out')
    await setConfirmed(trx, self.sessionId)
    await deleteUsableLinks(trx, 'set_password', user.id)
    const endedSessions = await endUserSessions(trx, user.id, self)
    await recordEvent(trx, self, userEvent('user.password_changed', user))
    await tellPasswordChanged(services, trx, user, self)
    return { changedAt, endedSessions }
  })
}

async function tellPasswordChanged(
  services: Services,
  trx: DbTransaction,
  { id }: Pick<User, 'id'>,
  { address }: RequestContext,
): Promise<void> {
  await queueMail(services, trx, { kind: 'password_changed', facts: { address } }, { userId: id })
}
