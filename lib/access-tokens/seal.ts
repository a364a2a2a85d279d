import { CompactEncrypt, compactDecrypt, type JWK } from 'jose'
import { findKeySet, type ServerKeySet, type ServerKeys } from '#lib/server-keys/server-keys.ts'

/** A private JWK encrypted under the newest master secret: whoever has the database alone cannot sign. */
export function sealPrivateJwk(keySet: ServerKeySet, jwk: JWK): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(jwk)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(keySet.signingKeySeal)
}

/** @throws Error when its master secret is no longer configured, or the seal was changed */
export async function unsealPrivateJwk(keys: ServerKeys, sealed: string, masterId: string): Promise<JWK> {
  const keySet = findKeySet(keys, masterId)
  if (!keySet) throw new Error('a signing key is sealed under a master secret that is no longer configured')
  const { plaintext } = await compactDecrypt(sealed, keySet.signingKeySeal, {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  })
  return JSON.parse(new TextDecoder().decode(plaintext))
}
