import { type Query, toHref } from '#app/(portal)/_urls/list-url.ts'
import { keyHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import type { KeySecret } from '#lib/domain/keys/key-rotation/read-key-secrets.ts'

const secretDialogs = ['rotate', 'hand-over', 'leaked', 'rehearse', 'retire', 'discard'] as const

export type SecretDialog = (typeof secretDialogs)[number]

/** What a client authenticates with. */
export type CredentialKind = 'secret' | 'publicKey'

export function kindOf({ thumbprint }: Pick<KeySecret, 'thumbprint'>): CredentialKind {
  return thumbprint === null ? 'secret' : 'publicKey'
}

/** Of what works now, or will by its first use. */
export function currentKind(secrets: readonly KeySecret[]): CredentialKind {
  const current = secrets.find(({ state }) => state === 'current') ?? secrets[0]
  return current ? kindOf(current) : 'secret'
}

/** The URL that opens a dialog about the key's secrets over its page. */
export function secretHref(keyId: string, dialog: SecretDialog): string {
  return toHref(keyHref(keyId), { secret: dialog })
}

export function readSecretDialog(query: Query): SecretDialog | undefined {
  return secretDialogs.find((known) => known === query.secret)
}
