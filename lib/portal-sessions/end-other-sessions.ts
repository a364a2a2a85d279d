import type { PortalUser } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { endUserSessions } from '#lib/portal-sessions/end-user-sessions.ts'
import { sessionEvent } from '#lib/portal-sessions/session-event.ts'
import type { Services } from '#lib/services.ts'

/** Signs oneself out everywhere else. @returns how many sessions ended */
export async function endOtherSessions(services: Services, person: PortalUser): Promise<number> {
  return services.db.transaction().execute(async (trx) => {
    const sessions = await endUserSessions(trx, person.userId, person)
    const self = { id: person.userId, name: person.name }
    const details = { reason: 'ended_elsewhere', sessions }
    if (sessions > 0) await recordEvent(trx, person, sessionEvent('portal_session.ended', self, details))
    return sessions
  })
}
