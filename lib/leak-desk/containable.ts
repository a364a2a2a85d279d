import type { CheckedCredential } from '#lib/leak-desk/check-leak.ts'

/** What can be ended. A sign-in link ends with the token family that requested it. */
export const containable = ['secret', 'family'] as const

export type Containment = Readonly<{ keyId: string; subject: (typeof containable)[number]; id: string }>

/** What ends a leaked credential. Undefined if nothing of it is left, or if it isn't known. */
export function containmentOf(credential: CheckedCredential): Containment | undefined {
  if (!credential.known || credential.keyId === null) return undefined
  const { keyId, secretId, familyId, works, state, use } = credential
  if (secretId !== undefined) {
    return works || (use && use.liveFamilies > 0) ? { keyId, subject: 'secret', id: secretId } : undefined
  }
  // The family of a token that was replaced, or of a link that was used, may live.
  const isOver = /^(family|key|owner)_/.test(state)
  return familyId === undefined || isOver ? undefined : { keyId, subject: 'family', id: familyId }
}
