import type { PortalUser } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { checkPassword } from '#lib/portal-sessions/check-password.ts'
import { browserLimit } from '#lib/portal-sessions/password-attempt-limits.ts'
import { sessionEvent } from '#lib/portal-sessions/portal-session.ts'
import type { Services } from '#lib/services.ts'
import { verifyUserPassword } from '#lib/users/verify-user-password.ts'

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
      return recordEvent(trx, user, sessionEvent('portal_session.refused', self, details))
    },
  })
}
