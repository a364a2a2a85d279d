'use server'

import { runUserAction } from '#app/(portal)/_session/user.ts'
import { offerPasskey } from '#lib/domain/people/user-lifecycle/own-factors.ts'
import { offerPasskeyConfirmation } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'

/** What the browser needs to confirm with a passkey. Each call has a challenge of its own. */
export async function offerConfirmationAction() {
  return runUserAction(async (services, actor) => offerPasskeyConfirmation(services, actor))
}

/** What the browser needs to create a passkey. */
export async function offerPasskeyAction() {
  return runUserAction(async (services, actor) => offerPasskey(services, actor))
}
