import { invalidClient } from '#lib/api-keys/invalid-client.ts'
import { hashKeySecret, matchesSecret } from '#lib/api-keys/key-secret.ts'
import type { KeyProof, PresentedKey } from '#lib/api-keys/prove-key.ts'
import { findCredential, type KeyCredential, updateSecretHash } from '#lib/api-keys/store.ts'
import { isNewestSecret } from '#lib/server-keys/is-newest-secret.ts'
import { findKeySet } from '#lib/server-keys/server-keys.ts'
import type { Services } from '#lib/services.ts'

/** A key that is good, and what it allows. */
export type AuthenticatedKey = KeyProof & Readonly<{ scopes: string }>

/**
 * Looks closely at a key: it may have been made with a former master secret.
 * What exactly is wrong is for the log: to the outside all causes are alike, in words and in time.
 * @throws Refusal `invalid_client`
 */
export async function authenticateApiKey(
  services: Services,
  { keyId, secret }: PresentedKey,
): Promise<AuthenticatedKey> {
  const key = await findCredential(services.db, keyId)
  const keySet = key ? findKeySet(services.keys, key.masterId) : undefined
  const matches = matchesSecret(keySet ?? services.keys.current, secret, keySet && key?.secretHash)
  if (!key) throw invalidClient('there is no such key')
  if (!keySet) throw invalidClient('the key was made with a master secret that is no longer configured')
  if (!matches) throw invalidClient('the secret is wrong')
  requireGood(key)
  return { ...(await renewHash(services, key, secret)), scopes: key.scopes }
}

function requireGood(key: KeyCredential): void {
  if (key.state !== 'active') throw invalidClient(`the key is ${key.state}`)
  if (!key.ownerActive) throw invalidClient("the key's owner is deactivated")
}

/** The one moment at which the plain secret is at hand: a row of the former master secret moves to the new one. */
async function renewHash(services: Services, key: KeyCredential, secret: string): Promise<KeyProof> {
  const { current } = services.keys
  if (key.masterId === current.id || !(await isNewestSecret(services.db, services.keys))) {
    return { keyId: key.id, secretHash: key.secretHash, keyMasterId: key.masterId }
  }
  const renewed = { secretHash: hashKeySecret(current, secret), masterId: current.id }
  await updateSecretHash(services.db, key, renewed)
  return { keyId: key.id, secretHash: renewed.secretHash, keyMasterId: renewed.masterId }
}
