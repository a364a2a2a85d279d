import type { PortalUser } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { Refusal } from '#lib/errors.ts'
import { parseInput } from '#lib/parse-input.ts'
import { checkPassword, verifyUserPassword } from '#lib/portal-sessions/check-password.ts'
import { browserLimit } from '#lib/portal-sessions/password-attempt-limits.ts'
import { confirmPasswordSchema } from '#lib/portal-sessions/schema.ts'
import { setConfirmed } from '#lib/portal-sessions/store.ts'
import type { Services } from '#lib/services.ts'
import { userEvent } from '#lib/users/user.ts'

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

/**
 * Whether a signed-in user knows their password; an intruder at an unattended session does not. Failures count together
 * with those of signing in with this browser.
 * @throws Refusal `too_many_requests` after ten failures
 */
export function checkOwnPassword(services: Services, user: PortalUser, password: string): Promise<boolean> {
  const limit = browserLimit(user.userId, user.browserHash)
  const lane = limit.subject
  return checkPassword(services, {
    lane,
    limits: [limit],
    verify: () => verifyUserPassword(services.db, { userId: user.userId, password, lane }),
    recordFailure: (trx, failures) => {
      const self = { id: user.userId, name: user.name }
      const details = { reason: 'wrong_confirmation', failures }
      return recordEvent(trx, user, userEvent('portal_session.refused', self, details))
    },
  })
}
