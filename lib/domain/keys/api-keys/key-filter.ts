import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { keyPurposes } from '#lib/domain/keys/api-keys/key-purpose.ts'
import { dayMs } from '#lib/kernel/clock.ts'

/** The texts that a key may have, with their greatest lengths. `fields.ts` declares each of them. */
export const keyTextLengths = { note: 500 } as const
export type KeyText = keyof typeof keyTextLengths
export const keyTexts = Object.keys(keyTextLengths) as KeyText[]

/** `current`: usable or disabled. `ended`: revoked or expired. */
export const keyStateFilters = ['current', 'active', 'disabled', 'ended', 'all'] as const
/** `expiring`: active, and expires within 30 days. `unused`: active, at least 90 days old, and not used for 90 days. */
export const keyAgeFilters = ['any', 'expiring', 'unused'] as const
/** The purposes that the portal asks for, and `check`: the key only checks tokens. One that also opens is `open`. */
export const keyUses = [...keyPurposes, 'check'] as const
export type KeyUse = (typeof keyUses)[number]
export const keySorts = ['newest', 'name', 'last-used', 'expires'] as const

export const expiringDays = 30
export const unusedDays = 90

export type KeyMatch = Readonly<{
  /** Matches the name, the key ID and the owner's names. */
  search: string
  state: (typeof keyStateFilters)[number]
  age: (typeof keyAgeFilters)[number]
  ownerId: string
  purpose?: KeyUse | undefined
}>

export type KeyFilter = KeyMatch & Readonly<{ sort: (typeof keySorts)[number] }>

/** The filter `purpose` in TypeScript. */
export function keyUse(scopes: readonly string[]): KeyUse {
  if (scopes.includes('sso')) return 'open'
  if (scopes.includes('scim')) return 'scim'
  return scopes.every((scope) => scope === 'introspect') ? 'check' : 'manage'
}

/**
 * Why an active key needs attention at `now`: the filter `age` in TypeScript. `search-api-keys.test.ts` compares the
 * two.
 */
export function keyAttention(
  { state, expiresAt, lastUsedAt, createdAt }: Pick<ApiKey, 'state' | 'expiresAt' | 'lastUsedAt' | 'createdAt'>,
  now: number,
): 'expiring' | 'unused' | undefined {
  if (state !== 'active') return undefined
  if (expiresAt !== null && expiresAt <= now + expiringDays * dayMs) return 'expiring'
  return (lastUsedAt ?? createdAt) <= now - unusedDays * dayMs ? 'unused' : undefined
}
