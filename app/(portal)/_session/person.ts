import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import type { PortalUser } from '#lib/actor.ts'
import { readSignedInUser } from '#lib/cookies/read-signed-in-user.ts'
import { type ActionResult, runAction } from '#lib/http/action-result.ts'
import { signInPath } from '#lib/portal-sessions/next-path.ts'
import { type Services, services } from '#lib/services.ts'
import { currentRequest } from './visitor.ts'

/** Whoever is signed in, or undefined. Read once per request. */
export const currentPerson = cache(async (): Promise<PortalUser | undefined> => {
  return readSignedInUser(await services(), await currentRequest())
})

/** Whoever is signed in, in a page or a Server Action; anybody else is sent to the sign-in page and back here. */
export async function requirePerson(): Promise<PortalUser> {
  const person = await currentPerson()
  if (person) return person
  redirect(signInPath((await headers()).get('x-latchkey-target')))
}

/** The body of a Server Action of somebody signed in: a refusal becomes its result. Call `redirect` after it. */
export async function runPersonAction<T>(
  work: (services: Services, person: PortalUser) => Promise<T>,
): Promise<ActionResult<T>> {
  const person = await requirePerson()
  const opened = await services()
  return runAction(opened, person, () => work(opened, person))
}
