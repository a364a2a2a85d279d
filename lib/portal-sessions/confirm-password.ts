import type { PortalUser } from '#lib/actor.ts'
import { Refusal } from '#lib/errors.ts'
import { parseInput } from '#lib/parse-input.ts'
import { checkOwnPassword } from '#lib/portal-sessions/check-own-password.ts'
import { confirmPasswordSchema } from '#lib/portal-sessions/schema.ts'
import { setConfirmed } from '#lib/portal-sessions/store.ts'
import type { Services } from '#lib/services.ts'

/**
 * Checks the password again before an action that requires a recent confirmation.
 * @returns the user with the new instant of confirmation
 * @throws Refusal `password_wrong` with the problem of the field `password`; `too_many_requests` after ten failures;
 *   `input_invalid` for an empty field; `signed_out`
 */
export async function confirmPassword(services: Services, user: PortalUser, given: string): Promise<PortalUser> {
  const { password } = parseInput(confirmPasswordSchema, { password: given })
  if (!(await checkOwnPassword(services, user, password))) {
    throw new Refusal('password_wrong', { fields: { password: 'wrong' } })
  }
  if (!(await setConfirmed(services.db, user.sessionId))) throw new Refusal('signed_out')
  return { ...user, confirmedAt: services.clock.now() }
}
