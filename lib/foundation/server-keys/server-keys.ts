import type { KeyObject } from 'node:crypto'
import { deriveHmacKey, deriveKey } from '#lib/kernel/crypto.ts'

/** The keys derived from one master secret, one per purpose. Rows store `id` to say which secret they use. */
export type ServerKeySet = Readonly<{
  id: string
  apiKeySecret: KeyObject
  refreshToken: KeyObject
  signingKeySeal: Buffer
  webhookSecretSeal: Buffer
  mailLinkSeal: Buffer
  providerSecretSeal: Buffer
  providerSignInSeal: Buffer
  authenticatorAppSeal: Buffer
  keptResponseSeal: Buffer
  dpopNonce: KeyObject
  passkeyChallenge: KeyObject
  portalSession: string
  accountSession: string
}>

/** The newest set creates; every set verifies. */
export type ServerKeys = Readonly<{ current: ServerKeySet; all: readonly ServerKeySet[] }>

/** Derives all server keys from the master secrets, newest first (HKDF-SHA-256, RFC 5869). */
export function deriveServerKeys(masterSecrets: readonly string[]): ServerKeys {
  const all = masterSecrets.map(deriveKeySet)
  const current = all[0]
  if (!current) throw new Error('a master secret is needed')
  return { current, all }
}

/** The key set of a row, or `undefined` if its master secret is no longer configured. */
export function findKeySet(keys: ServerKeys, id: string): ServerKeySet | undefined {
  return keys.all.find((set) => set.id === id)
}

function deriveKeySet(secret: string): ServerKeySet {
  return Object.freeze({
    id: deriveKey(secret, 'id').subarray(0, 4).toString('hex'),
    apiKeySecret: deriveHmacKey(secret, 'api-key-secret'),
    refreshToken: deriveHmacKey(secret, 'refresh-token'),
    signingKeySeal: deriveKey(secret, 'signing-key-seal'),
    webhookSecretSeal: deriveKey(secret, 'webhook-secret-seal'),
    mailLinkSeal: deriveKey(secret, 'mail-link-seal'),
    providerSecretSeal: deriveKey(secret, 'provider-secret-seal'),
    providerSignInSeal: deriveKey(secret, 'provider-sign-in-seal'),
    authenticatorAppSeal: deriveKey(secret, 'authenticator-app-seal'),
    keptResponseSeal: deriveKey(secret, 'kept-response-seal'),
    dpopNonce: deriveHmacKey(secret, 'dpop-nonce'),
    passkeyChallenge: deriveHmacKey(secret, 'passkey-challenge'),
    portalSession: deriveKey(secret, 'portal-session').toString('base64url'),
    accountSession: deriveKey(secret, 'account-session').toString('base64url'),
  })
}
