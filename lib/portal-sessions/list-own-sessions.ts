import type { PortalUser } from '#lib/actor.ts'
import type { PortalSession } from '#lib/portal-sessions/portal-session.ts'
import { listLiveSessions } from '#lib/portal-sessions/store.ts'
import type { Services } from '#lib/services.ts'

export type OwnSession = PortalSession & Readonly<{ isCurrent: boolean }>

/** The user's live sessions: the current one first, then by last use. */
export async function listOwnSessions({ db }: Services, user: PortalUser): Promise<readonly OwnSession[]> {
  const sessions = await listLiveSessions(db, user.userId)
  return sessions
    .map((session) => ({ ...session, isCurrent: session.id === user.sessionId }))
    .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}
