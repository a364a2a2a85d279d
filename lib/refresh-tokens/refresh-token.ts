import { dayMs } from '#lib/clock.ts'
import { equalInConstantTime, hmacSha256 } from '#lib/crypto.ts'
import type { ServerKeySet, ServerKeys } from '#lib/server-keys/server-keys.ts'

/** Unused for this long, a family ends. */
export const idleMs = 14 * dayMs
/** No rotation moves this end. */
export const absoluteMs = 90 * dayMs

/** The parts of a refresh token: `lkrt1.<family>.<generation>.<mac>`. Nothing of them is kept that could be presented. */
export type ParsedRefreshToken = Readonly<{ familyId: string; generation: number; mac: string }>

const tokenForm = /^lkrt1\.(fam_[0-9A-Za-z]{20})\.([1-9][0-9]{0,14})\.([\w-]{43})$/

/** The parts of what may be a refresh token; undefined for anything we would not have written ourselves. */
export function parseRefreshToken(text: string): ParsedRefreshToken | undefined {
  const [, familyId, generation, mac] = tokenForm.exec(text) ?? []
  if (familyId === undefined || generation === undefined || mac === undefined) return undefined
  return { familyId, generation: Number(generation), mac }
}

/** The one token of a family's generation: whoever has the key can write it again, so none needs to be kept. */
export function formatRefreshToken(
  keySet: ServerKeySet,
  family: Readonly<{ id: string; nonce: string }>,
  generation: number,
): string {
  return `lkrt1.${family.id}.${generation}.${makeMac(keySet, family.id, generation, family.nonce)}`
}

/**
 * Whether we made this token. Every configured master secret is tried, since the family's row names only the one of
 * its newest generation.
 */
export function hasGoodMac(keys: ServerKeys, token: ParsedRefreshToken, nonce: string): boolean {
  const { familyId, generation, mac } = token
  return keys.all.some((keySet) => equalInConstantTime(makeMac(keySet, familyId, generation, nonce), mac))
}

function makeMac(keySet: ServerKeySet, familyId: string, generation: number, nonce: string): string {
  return hmacSha256(keySet.refreshToken, `lkrt1.${familyId}.${generation}.${nonce}`).toString('base64url')
}
