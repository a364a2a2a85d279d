import { invalidClient } from '#lib/api-keys/invalid-client.ts'
import { hashKeySecret, matchesSecret } from '#lib/api-keys/key-secret.ts'
import { parseLimit, whyElsewhere } from '#lib/api-keys/limits.ts'
import { type KeyProof, type PresentedKey, requireWellFormed } from '#lib/api-keys/prove-key.ts'
import { findCredential, type KeyCredential, updateSecretHash } from '#lib/api-keys/store.ts'
import type { RequestContext } from '#lib/request-context.ts'
import { isNewestSecret } from '#lib/server-keys/is-newest-secret.ts'
import { findKeySet } from '#lib/server-keys/server-keys.ts'
import type { Services } from '#lib/services.ts'

/** A key that is good where it is used from, whom it acts as, and what it allows. */
export type AuthenticatedKey = KeyProof &
  Readonly<{
    name: string
    ownerId: string
    /** Words, as a token's scope has them. */
    scopes: string
    /** Whether this use is to be recorded, by `recordKeyUse`. */
    useDue: boolean
  }>

/**
 * Looks closely at a key: it may have been made with a former master secret, or be limited to networks.
 * What exactly is wrong is for the log: to the outside all causes are alike, in words and in time.
 * @param source where it is used from
 * @throws Refusal `invalid_client`
 */
export async function authenticateApiKey(
  services: Services,
  source: RequestContext,
  { keyId, secret }: PresentedKey,
): Promise<AuthenticatedKey> {
  requireWellFormed(secret)
  const key = await findCredential(services.db, keyId)
  const keySet = key ? findKeySet(services.keys, key.masterId) : undefined
  const matches = matchesSecret(keySet ?? services.keys.current, secret, keySet && key?.secretHash)
  if (!key) throw invalidClient('there is no such key')
  if (!keySet) throw invalidClient('the key was made with a master secret that is no longer configured')
  if (!matches) throw invalidClient('the secret is wrong')
  requireGood(key, source)
  const { name, ownerId, scopes, useDue } = key
  return { ...(await renewHash(services, key, secret)), name, ownerId, scopes, useDue }
}

function requireGood(key: KeyCredential, { address }: RequestContext): void {
  if (key.state !== 'active') throw invalidClient(`the key is ${key.state}`)
  if (!key.ownerActive) throw invalidClient("the key's owner is deactivated")
  const why = whyElsewhere({ networks: parseLimit(key.networks) }, address)
  if (why) throw invalidClient(why)
}

/** The one moment at which the plain secret is at hand: a row of the former master secret moves to the new one. */
async function renewHash(services: Services, key: KeyCredential, secret: string): Promise<KeyProof> {
  const { current } = services.keys
  const { id: keyId, networks } = key
  if (key.masterId === current.id || !(await isNewestSecret(services.db, services.keys))) {
    return { keyId, secretHash: key.secretHash, keyMasterId: key.masterId, networks }
  }
  const renewed = { secretHash: hashKeySecret(current, secret), masterId: current.id }
  await updateSecretHash(services.db, key, renewed)
  return { keyId, secretHash: renewed.secretHash, keyMasterId: renewed.masterId, networks }
}
