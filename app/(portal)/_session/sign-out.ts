'use server'

import { redirect } from 'next/navigation'
import { signOut as signOutPerson } from '#lib/portal-sessions/sign-out.ts'
import { services } from '#lib/services.ts'
import { forgetSession } from './auth.ts'
import { currentPerson } from './person.ts'

/** Ends the session of whoever is signed in, with the accounts that this browser opened, and says so. */
export async function signOut(): Promise<void> {
  const person = await currentPerson()
  if (person) await signOutPerson(await services(), person)
  await forgetSession()
  redirect('/sign-in?notice=signed-out')
}
