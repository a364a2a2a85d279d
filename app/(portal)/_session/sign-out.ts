'use server'

import { redirect } from 'next/navigation'
import { signOut as signOutPerson } from '#lib/portal-sessions/sign-out.ts'
import { services } from '#lib/services.ts'
import { removeSessionCookie } from './auth.ts'
import { currentUser } from './user.ts'

/** Ends this portal session and the account sessions that it opened in this browser. */
export async function signOut(): Promise<void> {
  const person = await currentUser()
  if (person) await signOutPerson(await services(), person)
  await removeSessionCookie()
  redirect('/sign-in?notice=signed-out')
}
