import type { Anonymous } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { sha256 } from '#lib/crypto.ts'
import { Refusal } from '#lib/errors.ts'
import { parseInput } from '#lib/parse-input.ts'
import { findLinkedUser } from '#lib/password-links/find-linked-user.ts'
import { type SetPasswordInput, setPasswordSchema } from '#lib/password-links/schema.ts'
import { spendLink } from '#lib/password-links/store.ts'
import { hashPassword } from '#lib/passwords/password-hash.ts'
import { requireGoodPassword } from '#lib/passwords/password-policy.ts'
import { endUserSessions } from '#lib/portal-sessions/end-user-sessions.ts'
import { toClientNetwork } from '#lib/request-context.ts'
import type { Services } from '#lib/services.ts'
import { setPasswordHash } from '#lib/users/store.ts'
import type { User } from '#lib/users/user.ts'
import { userEvent } from '#lib/users/user.ts'
import { lockUser } from '#lib/users/user-locks.ts'

/**
 * Sets the password of the link's user and ends their sessions. A refused password doesn't spend the link.
 * @throws Refusal `link_unusable`; `input_invalid`
 */
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
    return user
  })
}
