import { parseJson } from '#lib/kernel/json.ts'

/** RFC 7518 §6, RFC 8037 §2. A private key must not come near the database. */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/** RFC 7517 §4, RFC 7518 §6: nothing in them is secret. */
const shownMembers = ['kty', 'crv', 'x', 'y', 'n', 'e']

/** Of a pasted text. `key_set` is a JWK Set (RFC 7517 §5), `pem` a public key in PEM format. */
export type PublicKeyProblem = 'required' | 'too_long' | 'private_key' | 'key_set' | 'pem' | 'not_json' | 'malformed'

/** `shown`: the text to show again, which has only members of public keys. */
export type PublicKeyText =
  | Readonly<{ jwk: Readonly<Record<string, unknown>>; shown: string; problem?: never }>
  | Readonly<{ problem: PublicKeyProblem; jwk?: never }>

/** The largest RSA key that is accepted needs a third of it. */
export const maxPublicKeyLength = 8 * 1_024

/** Whether a JWK has members of a private or secret key. */
export function isPrivateJwk(jwk: object): boolean {
  return privateMembers.some((member) => member in jwk)
}

/**
 * Reads a pasted JWK. The use cases check it further. Terminals wrap long lines, so line breaks inside a value are left
 * out. Unlike its result, the text may be a private key: keep and show it nowhere.
 */
export function readPublicKeyText(text: string): PublicKeyText {
  const trimmed = text.trim()
  if (trimmed === '') return { problem: 'required' }
  const value = parseJson(trimmed) ?? parseJson(trimmed.replaceAll(/[\r\n]+[ \t]*/g, ''))
  if (value === undefined) return { problem: judgeText(trimmed) }
  if (typeof value !== 'object' || value === null) return { problem: 'malformed' }
  if (hasPrivateJwk(value)) return { problem: 'private_key' }
  if (trimmed.length > maxPublicKeyLength) return { problem: 'too_long' }
  if (Array.isArray(value) || 'keys' in value) return { problem: 'key_set' }
  const shown = shownMembers.flatMap((member) => (member in value ? [[member, Reflect.get(value, member)]] : []))
  return { jwk: { ...value }, shown: JSON.stringify(Object.fromEntries(shown)) }
}

/** Of a text that is no JSON: half a private key is one as well. */
function judgeText(text: string): PublicKeyProblem {
  if (/PRIVATE KEY|["']?\b(?:d|k|dp|dq|qi)\b["']?\s*:\s*["']/.test(text)) return 'private_key'
  if (text.startsWith('-----BEGIN') || text.startsWith('ssh-')) return 'pem'
  return 'not_json'
}

/** Also inside a JWK Set, or one level below. */
function hasPrivateJwk(value: object): boolean {
  const within = Object.values(value).flat()
  return [value, ...within].some((part) => typeof part === 'object' && part !== null && isPrivateJwk(part))
}
