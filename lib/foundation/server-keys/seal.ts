import { CompactEncrypt, compactDecrypt } from 'jose'

/** Encrypts text under a key derived from the master secret: the database alone is not enough to read it. */
export function seal(key: Uint8Array, text: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(key)
}

/** @throws JOSEError if it was sealed under another key or changed */
export async function unseal(key: Uint8Array, sealed: string): Promise<string> {
  const { plaintext } = await compactDecrypt(sealed, key, {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  })
  return new TextDecoder().decode(plaintext)
}
