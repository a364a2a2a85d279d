import { createSecretKey } from 'node:crypto'
import { seal, unseal } from '#lib/foundation/server-keys/seal.ts'
import { findKeySet, type ServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { hmacSha256, randomToken } from '#lib/kernel/crypto.ts'

/** Sealed secrets of a webhook: the current one, and the former one while both sign. */
export type SealedSecrets = Readonly<{ secretSealed: string; formerSealed: string | null; masterId: string }>

const prefix = 'whsec_'

/** 256 random bits in the form of Standard Webhooks. */
export function makeSigningSecret(): string {
  return `${prefix}${Buffer.from(randomToken(), 'base64url').toString('base64')}`
}

export function sealSecret({ current }: ServerKeys, secret: string): Promise<string> {
  return seal(current.webhookSecretSeal, secret)
}

/** The secrets that sign, newest first. @throws Error if their master secret is no longer configured */
export async function unsealSecrets(keys: ServerKeys, sealed: SealedSecrets): Promise<string[]> {
  const keySet = findKeySet(keys, sealed.masterId)
  if (!keySet) throw new Error('a signing secret is sealed under a master secret that is no longer configured')
  const texts = [sealed.secretSealed, sealed.formerSealed].filter((text) => text !== null)
  return Promise.all(texts.map((text) => unseal(keySet.webhookSecretSeal, text)))
}

/** The same secrets under the current master secret. @throws Error like {@link unsealSecrets} */
export async function resealSecrets(keys: ServerKeys, sealed: SealedSecrets): Promise<SealedSecrets> {
  const [secret = '', former] = await unsealSecrets(keys, sealed)
  return {
    secretSealed: await sealSecret(keys, secret),
    formerSealed: former === undefined ? null : await sealSecret(keys, former),
    masterId: keys.current.id,
  }
}

export type Message = Readonly<{ id: string; body: string }>

/** The headers of Standard Webhooks, with a signature for each secret. @param now Unix ms */
export function signatureHeaders({ id, body }: Message, secrets: readonly string[], now: number) {
  const timestamp = String(Math.floor(now / secondMs))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => sign(secret, `${id}.${timestamp}.${body}`)).join(' '),
  }
}

function sign(secret: string, content: string): string {
  const key = createSecretKey(Buffer.from(secret.slice(prefix.length), 'base64'))
  return `v1,${hmacSha256(key, content).toString('base64')}`
}
