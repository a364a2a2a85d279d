import type { PortalUser } from '#lib/actor.ts'
import { sha256 } from '#lib/crypto.ts'
import type { Db } from '#lib/db/database.ts'
import { noteUse } from '#lib/note-use.ts'
import { isKnownBrowser } from '#lib/portal-sessions/known-browsers-store.ts'
import { lastSeenIntervalMs, type PortalSession } from '#lib/portal-sessions/portal-session.ts'
import { findHolder, listLiveSessions, setSeen } from '#lib/portal-sessions/store.ts'
import type { RequestContext } from '#lib/request-context.ts'
import type { Services } from '#lib/services.ts'

/** The credential of a portal session: its secret and the hash of the browser's own cookie. */
export type PortalCredential = Readonly<{
  secret: string
  browserHash: string | undefined
  /** Not a use of the session: its idle end stays. */
  isPoll?: boolean
}>

/** The signed-in user. Both rows are read: signing out, a new role and deactivation apply to the next request. */
export async function findSignedInUser(
  services: Services,
  { secret, browserHash, isPoll = false }: PortalCredential,
  context: RequestContext,
): Promise<PortalUser | undefined> {
  const holder = await findHolder(services.db, sha256(secret))
  // A session cookie without its browser's cookie was copied to another browser.
  if (!holder || holder.browserHash !== browserHash) return undefined
  const { lastSeenAt, readAt, ...known } = holder
  if (!isPoll && readAt - lastSeenAt >= lastSeenIntervalMs) {
    await noteUse(services.log, setSeen(services.db, holder.sessionId))
  }
  // Translates the database's clock to this process's clock, which callers compare it with.
  const confirmedAt = services.clock.now() - (readAt - known.confirmedAt)
  return { kind: 'person', ...known, confirmedAt, ...context }
}

/** The user whose live session has this secret, from any browser: next-auth calls this without the request. */
export async function findSessionUser(
  { db }: Services,
  secret: string,
): Promise<Readonly<{ id: string; name: string }> | undefined> {
  const holder = await findHolder(db, sha256(secret))
  return holder && { id: holder.userId, name: holder.name }
}

export function isAnyonesBrowser(db: Db, browserHash: string): Promise<boolean> {
  return isKnownBrowser(db, browserHash)
}

export type OwnSession = PortalSession & Readonly<{ isCurrent: boolean }>

/** The user's live sessions: the current one first, then by last use. */
export async function listOwnSessions({ db }: Services, user: PortalUser): Promise<readonly OwnSession[]> {
  const sessions = await listLiveSessions(db, user.userId)
  return sessions
    .map((session) => ({ ...session, isCurrent: session.id === user.sessionId }))
    .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}
