import type { Transaction } from 'kysely'
import { endLaunchedSessions } from '#lib/account-sessions/store.ts'
import type { Anonymous, PortalUser } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { randomId, randomToken, sha256 } from '#lib/crypto.ts'
import type { Tables } from '#lib/db/tables.ts'
import { Refusal } from '#lib/errors.ts'
import { rememberBrowser } from '#lib/portal-sessions/known-browsers-store.ts'
import { sessionEvent, toUserAgent } from '#lib/portal-sessions/portal-session.ts'
import { endSessionBySecret, insertSession } from '#lib/portal-sessions/store.ts'
import type { PortalRole } from '#lib/roles.ts'
import type { Services } from '#lib/services.ts'
import { setSignedIn } from '#lib/users/store.ts'
import type { User } from '#lib/users/user.ts'

/** The browser of a sign-in. */
export type Browser = Readonly<{
  /** The hash of the browser cookie. */
  hash: string
  userAgent: string | null
  /** The secret of the browser's former session, which ends. */
  formerSecret: string | undefined
}>

/** A new session. Its secret goes into the cookie only. */
export type StartedSession = Readonly<{ secret: string; person: PortalUser }>

/**
 * Starts a session with a new ID, so that a session planted in the browser is never signed in (session fixation).
 * @throws Refusal `sign_in_failed` if the user was deactivated, or given another password, since they were read
 */
export async function startSession(
  services: Services,
  anonymous: Anonymous,
  { user, browser }: Readonly<{ user: User & Readonly<{ role: PortalRole }>; browser: Browser }>,
): Promise<StartedSession> {
  const secret = randomToken()
  const person: PortalUser = {
    kind: 'person',
    userId: user.id,
    name: user.name,
    role: user.role,
    sessionId: randomId('ps'),
    browserHash: browser.hash,
    confirmedAt: services.clock.now(),
    address: anonymous.address,
    requestId: anonymous.requestId,
  }
  await services.db.transaction().execute(async (trx) => {
    // Hashing takes time: a session must not start after a deactivation or a password change.
    if (!(await setSignedIn(trx, user))) throw new Refusal('sign_in_failed', { detail: 'the user changed meanwhile' })
    await endFormerSession(trx, person, browser.formerSecret)
    await insertSession(trx, {
      id: person.sessionId,
      secretHash: sha256(secret),
      masterId: services.keys.current.id,
      userId: user.id,
      browserHash: browser.hash,
      address: anonymous.address,
      userAgent: toUserAgent(browser.userAgent),
    })
    await rememberBrowser(trx, user.id, browser.hash)
    await recordEvent(trx, person, sessionEvent('portal_session.started', user))
  })
  return { secret, person }
}

/** A sign-in ends the browser's former session, and the accounts opened from it if it was another user's. */
async function endFormerSession(
  trx: Transaction<Tables>,
  person: PortalUser,
  formerSecret: string | undefined,
): Promise<void> {
  const former = formerSecret === undefined ? undefined : await endSessionBySecret(trx, sha256(formerSecret))
  if (former && former.userId !== person.userId) await endLaunchedSessions(trx, former.browserHash)
}
