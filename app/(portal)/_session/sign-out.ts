'use server'

import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { signOut as signOutPerson } from '#lib/domain/sign-in/portal-sessions/end-sessions.ts'
import { getServices } from '#lib/foundation/services.ts'
import { makeSignedOutCookie } from '#lib/web/cookies/signed-out-cookie.ts'
import { removeSessionCookie } from './auth.ts'
import { currentUser } from './user.ts'

/**
 * Ends this portal session and the account sessions that it opened in this browser. The next page clears stored data.
 */
export async function signOutAction(): Promise<void> {
  const [actor, services] = [await currentUser(), await getServices()]
  if (actor) await signOutPerson(services, actor)
  await removeSessionCookie()
  const { name, value, attributes } = makeSignedOutCookie(services.env.baseUrl)
  const jar = await cookies()
  jar.set(name, value, attributes)
  redirect('/sign-in?notice=signed-out')
}
