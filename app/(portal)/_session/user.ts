import { headers } from 'next/headers'
import { forbidden, redirect } from 'next/navigation'
import { cache } from 'react'
import { signInPath } from '#lib/domain/sign-in/portal-sessions/next-path.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { isManager } from '#lib/foundation/authorization/permissions.ts'
import { getServices, type Services } from '#lib/foundation/services.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'
import { type ActionResult, runAction } from '#lib/web/http/action-result.ts'
import { readRequestContext } from '#lib/web/http/next-route.ts'

/** The signed-in user or `undefined`, read once per request. */
export const currentUser = cache(async (): Promise<PortalUser | undefined> => {
  const requestHeaders = await headers()
  const context = { services: await getServices(), ...readRequestContext(requestHeaders) }
  return readSignedInUser(context, requestHeaders.get('cookie'))
})

/** The signed-in user, for pages and Server Actions. Redirects anonymous visitors to the sign-in page and back. */
export async function requireUser(): Promise<PortalUser> {
  const actor = await currentUser()
  if (actor) return actor
  redirect(signInPath((await headers()).get('x-latchkey-target')))
}

/** The signed-in owner or admin, for the pages that only they see. Responds with 403 to others. */
export async function requireManagerPage(): Promise<PortalUser> {
  const actor = await requireUser()
  if (!isManager(actor.role)) forbidden()
  return actor
}

/** Runs the body of a Server Action for the signed-in user; a refusal becomes its result. Call `redirect` after it. */
export async function runUserAction<T>(
  work: (services: Services, actor: PortalUser) => Promise<T>,
): Promise<ActionResult<T>> {
  const actor = await requireUser()
  const services = await getServices()
  return runAction(services, actor, () => work(services, actor))
}
