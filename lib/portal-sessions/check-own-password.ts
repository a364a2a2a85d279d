import type { PortalUser } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { checkPassword } from '#lib/portal-sessions/check-password.ts'
import { browserLimit } from '#lib/portal-sessions/password-attempt-limits.ts'
import { sessionEvent } from '#lib/portal-sessions/portal-session.ts'
import type { Services } from '#lib/services.ts'
import { verifyUserPassword } from '#lib/users/verify-user-password.ts'

/**
 * Whether a signed-in user knows their password: an intruder at an unattended session does not. Failures count with
 * those of signing in with this browser, from any network.
 * @throws Refusal `too_many_requests` after ten failures
 */
export function checkOwnPassword(services: Services, person: PortalUser, password: string): Promise<boolean> {
  const limit = browserLimit(person.userId, person.browserHash)
  const lane = limit.subject
  return checkPassword(services, {
    lane,
    limits: [limit],
    verify: () => verifyUserPassword(services.db, { userId: person.userId, password, lane }),
    recordFailure: (trx, failures) => {
      const self = { id: person.userId, name: person.name }
      const details = { reason: 'wrong_confirmation', failures }
      return recordEvent(trx, person, sessionEvent('portal_session.refused', self, details))
    },
  })
}
