import { sha256 } from '#lib/crypto.ts'
import { readBrowserHash } from '#lib/http/browser-cookie.ts'
import { readSource } from '#lib/http/endpoint.ts'
import { seenEveryMs } from '#lib/portal-sessions/portal-session.ts'
import { readSessionSecret } from '#lib/portal-sessions/session-cookie.ts'
import { findHolder, setSeen } from '#lib/portal-sessions/store.ts'
import type { Services } from '#lib/services.ts'
import type { Person } from '#lib/users/actor.ts'

/**
 * The person who is signed in, or undefined. The cookie only names a row: that row and the user's decide, so that
 * signing out, a new role or a deactivation takes effect at the next request.
 * @param request with the headers as our server has settled them: `X-Forwarded-For`, `X-Request-Id`
 */
export async function readPerson(services: Services, request: Request): Promise<Person | undefined> {
  const secret = await readSessionSecret(services, request)
  const holder = secret && (await findHolder(services.db, sha256(secret)))
  // In another browser the cookie is a stolen one; in its own, a launch could not be redeemed without the browser's.
  if (!holder || holder.browserHash !== readBrowserHash(request, services.env.baseUrl)) return undefined
  const { lastSeenAt, readAt, ...known } = holder
  if (readAt - lastSeenAt >= seenEveryMs) await noteUse(services, holder.sessionId)
  const source = readSource(request, { address: request.headers.get('x-forwarded-for') ?? 'unknown' })
  // As this process's clock would have shown it: whoever asks how long ago that was, compares it with that one.
  const confirmedAt = services.clock.now() - (readAt - known.confirmedAt)
  return { kind: 'person', ...known, confirmedAt, ...source }
}

/** A disk that is full keeps nobody from looking: the session then ends a little early. */
async function noteUse({ db, log }: Services, sessionId: string): Promise<void> {
  try {
    await setSeen(db, sessionId)
  } catch (error) {
    log.warn({ error }, 'the use of a session could not be noted')
  }
}
