import { stripInvisible } from '#lib/kernel/name-text.ts'

/** What an owner is shown of a provider's answer: enough to set it up, whatever the provider sends. */
const maxClaims = 40
const maxName = 100
const maxValue = 1_000

/** What verifies an ID token, and says nothing of its user. */
const ofProtocol: ReadonlySet<string> = new Set([
  'iss',
  'aud',
  'azp',
  'exp',
  'iat',
  'nbf',
  'jti',
  'nonce',
  'at_hash',
  'c_hash',
  's_hash',
  'sid',
])

export type ToldClaim = Readonly<{ name: string; value: string }>

/** The claims as they came, in their order, as text without characters that nothing is seen of. */
export function listToldClaims(told: Readonly<Record<string, unknown>>): readonly ToldClaim[] {
  return Object.entries(told)
    .filter(([name]) => !ofProtocol.has(name))
    .slice(0, maxClaims)
    .map(([name, value]) => ({ name: toShownText(name, maxName), value: toShownText(toText(value), maxValue) }))
}

/** Text of a provider on one line, cut to a length. */
export function toShownText(text: string, maxLength: number): string {
  // No more is read of a text of any length than could be shown.
  const line = stripInvisible(text.slice(0, 2 * maxLength)).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  const isListOfTexts = Array.isArray(value) && value.every((entry) => typeof entry === 'string')
  return isListOfTexts ? value.join(', ') : JSON.stringify(value)
}
