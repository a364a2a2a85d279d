import { endLaunchedSessions } from '#lib/account-sessions/end-launched-sessions.ts'
import type { PortalUser } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { sessionEvent } from '#lib/portal-sessions/session-event.ts'
import { endSessionRow } from '#lib/portal-sessions/store.ts'
import type { Services } from '#lib/services.ts'

/** Ends this session and every account that this browser opened from the portal. Once more does nothing. */
export async function signOut(services: Services, person: PortalUser): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    const ended = await endSessionRow(trx, person.userId, person.sessionId)
    if (!ended) return
    await endLaunchedSessions(trx, ended.browserHash)
    const self = { id: person.userId, name: person.name }
    await recordEvent(trx, person, sessionEvent('portal_session.ended', self, { reason: 'signed_out' }))
  })
}
