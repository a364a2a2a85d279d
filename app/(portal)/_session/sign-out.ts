'use server'

import { redirect } from 'next/navigation'
import { signOut as signOutPerson } from '#lib/portal-sessions/end-sessions.ts'
import { getServices } from '#lib/services.ts'
import { removeSessionCookie } from './auth.ts'
import { currentUser } from './user.ts'

/** Ends this portal session and the account sessions that it opened in this browser. */
export async function signOut(): Promise<void> {
  const actor = await currentUser()
  if (actor) await signOutPerson(await getServices(), actor)
  await removeSessionCookie()
  redirect('/sign-in?notice=signed-out')
}
