import type { CheckedCredential } from '#lib/domain/keys/leak-desk/check-leak.ts'

/** Each is checked by queries. */
export const maxCredentials = 20

/**
 * What can be ended. A sign-in link ends with the token family that requested it; `link` is one that a user launched
 * from the portal.
 */
export const containable = ['secret', 'family', 'link'] as const

/** `id`: of the secret, the family or the grant. `keyId` is empty for a link: no key requested it. */
export type Containment = Readonly<{ keyId: string; subject: (typeof containable)[number]; id: string }>

/** What ends a leaked credential. Undefined if nothing of it is left, or if it isn't known. */
export function containmentOf(credential: CheckedCredential): Containment | undefined {
  // A disabled key can be enabled again.
  if (!credential.known || credential.keyState === 'revoked') return undefined
  const { keyId, secretId, familyId, state, use, grantId, session } = credential
  if (keyId === null) {
    const isOver = state !== 'live' && session === undefined
    return isOver || grantId === undefined ? undefined : { keyId: '', subject: 'link', id: grantId }
  }
  if (secretId !== undefined) {
    const isOver = (state === 'retired' || state === 'lapsed') && use?.liveFamilies === 0
    return isOver ? undefined : { keyId, subject: 'secret', id: secretId }
  }
  // The family of a token that was replaced, or of a link that was used, may live; so may the last token of one that
  // ended.
  return familyId === undefined || state === 'family_revoked' ? undefined : { keyId, subject: 'family', id: familyId }
}
