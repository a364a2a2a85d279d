import type { ApiKeyState } from '#lib/api-keys/api-key.ts'
import { type KeyLimits, whyElsewhere } from '#lib/api-keys/limits.ts'

/** Everything that decides about a refresh family and its access tokens, read in one statement at one instant. */
export type Family = Readonly<{
  id: string
  nonce: string
  /** What it was opened for. */
  scope: string
  /** Which master secret made the token of the current generation. */
  masterId: string
  generation: number
  rotatedAt: number | null
  idleExpiresAt: number
  expiresAt: number
  revokedAt: number | null
  key: Readonly<{ id: string; name: string; state: ApiKeyState; useDue: boolean; limits: KeyLimits }>
  owner: Readonly<{ id: string; email: string | null; username: string; active: boolean }>
  /** When this was read, by the clock of the database. */
  readAt: number
}>

/** Why nothing may be done in the family's name, in words for the log; undefined while all is well. */
export function whyUnusable(family: Family): string | undefined {
  if (family.revokedAt !== null) return 'the family is revoked'
  if (family.key.state !== 'active') return `the key is ${family.key.state}`
  if (!family.owner.active) return "the key's owner is deactivated"
  return undefined
}

/** Why nothing may be done in its name from this address: as {@link whyUnusable}, and the key may be limited to networks. */
export function whyUnusableFrom(family: Family, address: string): string | undefined {
  return whyUnusable(family) ?? whyElsewhere(family.key.limits, address)
}

/** Why the family gives no further tokens. Its last access token may outlive it. */
export function whyEnded(family: Family): string | undefined {
  if (family.readAt >= family.expiresAt) return 'the family is past its absolute end'
  if (family.readAt >= family.idleExpiresAt) return 'the family was idle for too long'
  return undefined
}
