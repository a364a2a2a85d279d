'use server'

import { redirect } from 'next/navigation'
import { signOut as signOutPerson } from '#lib/portal-sessions/sign-out.ts'
import { services } from '#lib/services.ts'
import { forgetSession } from './auth.ts'
import { currentPerson } from './person.ts'

/** Ends this portal session and the account sessions that it opened in this browser. */
export async function signOut(): Promise<void> {
  const person = await currentPerson()
  if (person) await signOutPerson(await services(), person)
  await forgetSession()
  redirect('/sign-in?notice=signed-out')
}
