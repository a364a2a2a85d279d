import { recordEvent } from '#lib/audit/record-event.ts'
import { judgePassword } from '#lib/portal-sessions/judge-password.ts'
import { sessionEvent } from '#lib/portal-sessions/session-event.ts'
import type { Services } from '#lib/services.ts'
import type { Person } from '#lib/users/actor.ts'
import { verifyUserPassword } from '#lib/users/verify-user-password.ts'

/**
 * Whether somebody signed in knows their password: whoever sits down at an open session does not, and may not try
 * for long either.
 * @throws Refusal `too_many_requests` after ten failures
 */
export function judgeOwnPassword(services: Services, person: Person, password: string): Promise<boolean> {
  return judgePassword(services, {
    target: ['confirm', person.userId, person.address],
    verify: () => verifyUserPassword(services.db, person.userId, password),
    recordFailure: (trx, failures) => {
      const self = { id: person.userId, name: person.name }
      const details = { reason: 'wrong_confirmation', failures }
      return recordEvent(trx, person, sessionEvent('portal_session.refused', self, details))
    },
  })
}
