import { toKeyFileName } from './key-pair-snippets.ts'

type PrivateKeyFile = Readonly<{ name: string; text: string }>

/** The private half is only in the file. */
export type KeyPair = Readonly<{ publicJwk: string; file: PrivateKeyFile }>

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const

/**
 * Makes a key pair for ES256. The file is a private JWK (RFC 7517), whose `kid` is the thumbprint.
 * @throws if the browser has no WebCrypto here, as on plain http
 */
export async function makeKeyPair(): Promise<KeyPair> {
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const { kty, crv, x, y, d } = await crypto.subtle.exportKey('jwk', privateKey)
  // RFC 7638 §3.2: only the required members, in this order.
  const kid = await hash(JSON.stringify({ crv, kty, x, y }))
  const publicJwk = { kty, crv, x, y, alg: 'ES256', use: 'sig', kid }
  const privateJwk = { kty, crv, x, y, d, alg: 'ES256', use: 'sig', kid }
  const text = `${JSON.stringify(privateJwk, null, 2)}\n`
  return { publicJwk: JSON.stringify(publicJwk), file: { name: toKeyFileName(kid), text } }
}

/** The SHA-256 of a text in base64url. */
async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Some browsers read the file a moment after the click. */
const revokeMs = 10_000

/** Saves a file through a link that is never part of the page. */
export function saveFile({ name, text }: PrivateKeyFile): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), revokeMs)
}
