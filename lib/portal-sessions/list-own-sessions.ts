import type { PortalUser } from '#lib/actor.ts'
import type { PortalSession } from '#lib/portal-sessions/portal-session.ts'
import { listLiveSessions } from '#lib/portal-sessions/store.ts'
import type { Services } from '#lib/services.ts'

export type OwnSession = PortalSession & Readonly<{ isCurrent: boolean }>

/** Where this person is signed in: the session that asks first, then by last use. */
export async function listOwnSessions(services: Services, person: PortalUser): Promise<readonly OwnSession[]> {
  const sessions = await listLiveSessions(services.db, person.userId)
  return sessions
    .map((session) => ({ ...session, isCurrent: session.id === person.sessionId }))
    .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}
