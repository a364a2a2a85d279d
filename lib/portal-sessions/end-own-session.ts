import { endLaunchedSessions } from '#lib/account-sessions/end-launched-sessions.ts'
import type { PortalUser } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { Refusal } from '#lib/errors.ts'
import { sessionEvent } from '#lib/portal-sessions/session-event.ts'
import { endSessionRow } from '#lib/portal-sessions/store.ts'
import type { Services } from '#lib/services.ts'

/**
 * Ends one of one's own sessions and the accounts opened from it.
 * @throws Refusal `not_found` where it has ended already, or is somebody else's
 */
export async function endOwnSession(services: Services, person: PortalUser, sessionId: string): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    const ended = await endSessionRow(trx, person.userId, sessionId)
    if (!ended) throw new Refusal('not_found')
    await endLaunchedSessions(trx, ended.browserHash)
    const self = { id: person.userId, name: person.name }
    await recordEvent(trx, person, sessionEvent('portal_session.ended', self, { reason: 'ended_elsewhere' }))
  })
}
