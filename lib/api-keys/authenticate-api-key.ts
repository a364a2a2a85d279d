import { hashKeySecret, isWellFormedSecret, matchesSecret } from '#lib/api-keys/key-secret.ts'
import { recordKeyUse } from '#lib/api-keys/record-key-use.ts'
import { findCredential, type KeyCredential, updateSecretHash } from '#lib/api-keys/store.ts'
import { Refusal } from '#lib/errors.ts'
import { isNewestSecret } from '#lib/server-keys/is-newest-secret.ts'
import { findKeySet } from '#lib/server-keys/server-keys.ts'
import type { Services } from '#lib/services.ts'
import type { Program, Source } from '#lib/users/actor.ts'

/**
 * Tells which program holds this key ID and secret. What exactly is wrong is for the log: to the outside all causes
 * are alike, in words and in time.
 * @throws Refusal `invalid_client`
 */
export async function authenticateApiKey(
  services: Services,
  source: Source,
  presented: Readonly<{ keyId: string; secret: string }>,
): Promise<Program> {
  const { keyId, secret } = presented
  // Before any look-up: says nothing about keys, and the log can tell a bad paste from an attack.
  if (!isWellFormedSecret(secret)) throw invalidClient('the secret is mistyped or truncated: its checksum is wrong')
  const key = await findCredential(services.db, keyId)
  const keySet = key ? findKeySet(services.keys, key.masterId) : undefined
  const matches = matchesSecret(keySet ?? services.keys.current, secret, keySet && key?.secretHash)
  if (!key) throw invalidClient('there is no such key')
  if (!keySet) throw invalidClient('the key was made with a master secret that is no longer configured')
  if (!matches) throw invalidClient('the secret is wrong')
  requireGood(key)
  await renewHash(services, key, secret)
  await recordKeyUse(services.db, { keyId, useDue: key.useDue, address: source.address })
  return { kind: 'program', userId: key.ownerId, keyId, name: key.name, ...source }
}

function requireGood(key: KeyCredential): void {
  if (key.state !== 'active') throw invalidClient(`the key is ${key.state}`)
  if (!key.ownerActive) throw invalidClient("the key's owner is deactivated")
}

/** The one moment at which the plain secret is at hand: a row of the former master secret moves to the new one. */
async function renewHash(services: Services, key: KeyCredential, secret: string): Promise<void> {
  const { current } = services.keys
  if (key.masterId === current.id || !(await isNewestSecret(services.db, services.keys))) return
  await updateSecretHash(services.db, key, { secretHash: hashKeySecret(current, secret), masterId: current.id })
}

function invalidClient(detail: string): Refusal {
  return new Refusal('invalid_client', { detail })
}
