import { isKnownBrowser } from '#lib/domain/sign-in/portal-sessions/known-browsers-store.ts'
import { lastSeenIntervalMs, type PortalSession } from '#lib/domain/sign-in/portal-sessions/portal-session.ts'
import {
  findFormerHolder,
  findHolder,
  listLiveSessions,
  setPortalSessionSeen,
} from '#lib/domain/sign-in/portal-sessions/store.ts'
import { requiresFactor } from '#lib/domain/sign-in/sign-in-policy/sign-in-policy.ts'
import { toPolicy } from '#lib/domain/sign-in/sign-in-policy/store.ts'
import { isSingleFactor, type PortalUser } from '#lib/foundation/authorization/actor.ts'
import { confirmationMs } from '#lib/foundation/authorization/permissions.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import type { PortalLifetimes } from '#lib/kernel/env.ts'
import { noteUse } from '#lib/kernel/note-use.ts'
import type { RequestContext } from '#lib/kernel/request-context.ts'

/** The credential of a portal session: its secret and the hash of the browser's own cookie. */
export type PortalCredential = Readonly<{
  secret: string
  browserHash: string | undefined
  /** Not a use of the session: its idle end stays. */
  isPoll?: boolean
}>

/**
 * The signed-in user. Both rows are read: signing out, a new role and deactivation apply to the next request, and so
 * does the end of the time without a required factor.
 */
export async function findSignedInUser(
  services: Services,
  { secret, browserHash, isPoll = false }: PortalCredential,
  context: RequestContext,
): Promise<PortalUser | undefined> {
  const holder = await findLiveHolder(services, secret)
  // A session cookie without its browser's cookie was copied to another browser.
  if (!holder || holder.browserHash !== browserHash) return undefined
  const { lastSeenAt, readAt, graceEndsAt: _graceEndsAt, policy: _policy, ...known } = holder
  if (!isPoll && readAt - lastSeenAt >= lastSeenIntervalMs) {
    await noteUse(services.log, setPortalSessionSeen(services.db, holder.sessionId))
  }
  // Translates the database's clock to this process's clock, which callers compare it with.
  const confirmedAt = services.clock.now() - (readAt - known.confirmedAt)
  return { kind: 'person', ...known, confirmedAt, ...context }
}

/** The user whose live session has this secret, from any browser: next-auth calls this without the request. */
export async function findSessionUser(
  services: Services,
  secret: string,
): Promise<Readonly<{ id: string; name: string }> | undefined> {
  const holder = await findLiveHolder(services, secret)
  return holder && { id: holder.userId, name: holder.name }
}

async function findLiveHolder({ db, env }: Services, secret: string) {
  const secretHash = sha256(secret)
  const holder =
    (await findHolder(db, env.portalLifetimes, secretHash)) ??
    (await findUnconfirmedHolder(db, env.portalLifetimes, secretHash))
  return holder && isFactorOverdue(holder) ? undefined : holder
}

/** A former secret doesn't confirm: whoever copied it would have the confirmation that replaced it. */
async function findUnconfirmedHolder(db: Db, lifetimes: PortalLifetimes, secretHash: string) {
  const holder = await findFormerHolder(db, lifetimes, secretHash)
  return holder && { ...holder, confirmedAt: holder.readAt - confirmationMs }
}

type Holder = NonNullable<Awaited<ReturnType<typeof findHolder>>>

/** A session by a single factor ends with the time that its user had to set up a factor. */
function isFactorOverdue({ strength, graceEndsAt, policy, role, readAt }: Holder): boolean {
  const isOver = graceEndsAt !== null && graceEndsAt <= readAt
  return isSingleFactor(strength) && isOver && requiresFactor(toPolicy(policy), role)
}

export function isAnyonesBrowser(db: Db, browserHash: string): Promise<boolean> {
  return isKnownBrowser(db, browserHash)
}

export type OwnSession = PortalSession & Readonly<{ isCurrent: boolean }>

/** The user's live sessions: the current one first, then by last use. */
export async function listOwnSessions({ db, env }: Services, user: PortalUser): Promise<readonly OwnSession[]> {
  const sessions = await listLiveSessions(db, env.portalLifetimes, user.userId)
  return sessions
    .map((session) => ({ ...session, isCurrent: session.id === user.sessionId }))
    .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}
