import { passwordPurposes } from '#lib/domain/people/password-links/password-link.ts'
import { type SetPasswordInput, setPasswordSchema } from '#lib/domain/people/password-links/schema.ts'
import { findLinkedUser } from '#lib/domain/people/password-links/set-password-link.ts'
import { deleteUsableLinks, spendLink } from '#lib/domain/people/password-links/store.ts'
import { hashPassword } from '#lib/domain/people/passwords/password-hash.ts'
import { type PasswordLength, passwordLengthFor } from '#lib/domain/people/passwords/password-length.ts'
import { requireGoodPassword } from '#lib/domain/people/passwords/require-good-password.ts'
import { findUserById, lockUser, setPasswordHash } from '#lib/domain/people/users/store.ts'
import { type User, userEvent } from '#lib/domain/people/users/user.ts'
import { checkOwnPassword } from '#lib/domain/sign-in/portal-sessions/check-password.ts'
import { readConfirmationMethods, renewSecret } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { endUserSessions } from '#lib/domain/sign-in/portal-sessions/end-sessions.ts'
import { type ChangePasswordInput, changePasswordSchema } from '#lib/domain/sign-in/portal-sessions/schema.ts'
import { hasFactor, readFactors } from '#lib/domain/sign-in/second-factor/factors.ts'
import { arePasswordsOff } from '#lib/domain/sign-in/sign-in-providers/passwords-off.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Anonymous, PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import { queueMail } from '#lib/foundation/mails/queue-mail.ts'
import type { Services } from '#lib/foundation/services.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import { type RequestContext, toClientNetwork } from '#lib/kernel/request-context.ts'

/**
 * Sets the linked user's password, ends their sessions and voids their other links.
 * @throws Refusal `link_unusable`; `input_invalid`, also if passwords are off for the user's email domain
 */
export async function setPassword(
  services: Services,
  anonymous: Anonymous,
  { token, ...input }: SetPasswordInput,
): Promise<User> {
  // Before hashing: without a link, a request must not cost a hash.
  const holder = await findLinkedUser(services, token)
  if (!holder) throw new Refusal('link_unusable')
  if (await arePasswordsOff(services.db, holder)) {
    throw new Refusal('input_invalid', { fields: { password: 'not_allowed' } })
  }
  const { password } = parseInput(setPasswordSchema, input)
  const { min: minLength } = await readPasswordLength(services, holder.id)
  const isShort = !(await requireGoodPassword(services, { password, holder, minLength }))
  const hash = await hashPassword(password, toClientNetwork(anonymous.address))
  return services.db.transaction().execute(async (trx) => {
    await lockUser(trx, holder.id)
    const link = await spendLink(trx, sha256(token), passwordPurposes)
    const user = link?.userId && (await setPasswordHash(trx, link.userId, { hash, isShort }))
    if (!user) throw new Refusal('link_unusable')
    await deleteUsableLinks(trx, user.id)
    if (isShort) await requireFactorBesides(trx, user.id, 'password')
    await endUserSessions(services, trx, { userId: user.id })
    await recordEvent(trx, anonymous, userEvent('user.password_set', user))
    // The first password is no change: the invitation told about it.
    if (holder.passwordSetAt !== null) await tellPasswordChanged(services, trx, { user, context: anonymous })
    return user
  })
}

/** `secret`: of the session, if it was renewed; only for its cookie. */
export type PasswordChange = Readonly<{ changedAt: number; endedSessions: number; secret: string | undefined }>

/**
 * Changes the user's own password, ends their other sessions and voids their password links. Confirms the identity of a
 * user who has no other factor.
 * @throws Refusal `input_invalid` or `password_wrong` with the problem of each field; `too_many_requests`
 */
export async function changePassword(
  services: Services,
  self: PortalUser,
  input: ChangePasswordInput,
): Promise<PasswordChange> {
  const { currentPassword, newPassword } = parseInput(changePasswordSchema, input)
  const user = await findUserById(services.db, self.userId)
  if (!user) throw new Refusal('signed_out')
  const field = 'newPassword'
  const { min: minLength } = await readPasswordLength(services, user.id)
  const isShort = !(await requireGoodPassword(services, { password: newPassword, holder: user, field, minLength }))
  if (newPassword.normalize('NFC') === currentPassword.normalize('NFC')) {
    throw new Refusal('input_invalid', { fields: { [field]: 'unchanged' } })
  }
  if (!(await checkOwnPassword(services, self, currentPassword))) {
    throw new Refusal('password_wrong', { fields: { currentPassword: 'wrong' } })
  }
  const hash = await hashPassword(newPassword, toClientNetwork(self.address))
  const { code } = await readConfirmationMethods(services, self)
  return services.db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id)
    const changedAt = (await setPasswordHash(trx, user.id, { hash, isShort }))?.passwordSetAt
    if (!changedAt) throw new Refusal('signed_out')
    if (isShort) await requireFactorBesides(trx, user.id, field)
    const secret = code ? undefined : (await renewSecret(services, trx, self)).secret
    await deleteUsableLinks(trx, user.id)
    const endedSessions = await endUserSessions(services, trx, { userId: user.id, kept: self })
    await recordEvent(trx, self, userEvent('user.password_changed', user))
    await tellPasswordChanged(services, trx, { user, context: self })
    return { changedAt, endedSessions, secret }
  })
}

/** The length of a new password of this user, which depends on whether they have a second factor now. */
export async function readPasswordLength({ db }: Pick<Services, 'db'>, userId: string): Promise<PasswordLength> {
  return passwordLengthFor(hasFactor(await readFactors(db, userId)))
}

/** The user's last factor may have been removed while the password was hashed. The caller holds the user's lock. */
async function requireFactorBesides(trx: DbTransaction, userId: string, field: string): Promise<void> {
  if (!hasFactor(await readFactors(trx, userId)))
    throw new Refusal('input_invalid', { fields: { [field]: 'too_short' } })
}

async function tellPasswordChanged(
  services: Services,
  trx: DbTransaction,
  { user: { id }, context: { address } }: Readonly<{ user: Pick<User, 'id'>; context: RequestContext }>,
): Promise<void> {
  await queueMail(services, trx, { kind: 'password_changed', facts: { address }, to: { userId: id } })
}
