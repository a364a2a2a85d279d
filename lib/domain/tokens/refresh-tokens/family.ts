import type { ApiKeyState } from '#lib/domain/keys/api-keys/api-key.ts'
import type { CallLimit } from '#lib/domain/keys/api-keys/call-limit.ts'
import { type KeyLimits, networkDenial } from '#lib/domain/keys/api-keys/limits.ts'
import { remainingScope } from '#lib/domain/keys/api-keys/scopes.ts'
import { isNameOf } from '#lib/domain/people/users/user.ts'
import type { ParsedRefreshToken } from '#lib/domain/tokens/refresh-tokens/refresh-token.ts'
import type { Role } from '#lib/foundation/authorization/roles.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import type { RefusalReason } from '#lib/kernel/refusal-reasons.ts'

/** A family ends when it is unused for this long. */
export const idleMs = 14 * dayMs
/** A family ends after this long in any case. */
export const absoluteMs = 90 * dayMs

/** A refresh token family with its key and owner, read in one statement. */
export type Family = Readonly<{
  id: string
  nonce: string
  scope: string
  /** The thumbprint of the key that its tokens are bound to; null: they are bearer tokens. */
  jkt: string | null
  /** The master secret of the current generation's token. */
  masterId: string
  generation: number
  issuedAt: number
  rotatedAt: number | null
  idleExpiresAt: number
  expiresAt: number
  revokedAt: number | null
  key: Readonly<{
    id: string
    name: string
    state: ApiKeyState
    expiresAt: number | null
    useDue: boolean
    /** Space-separated, as they are now. */
    scopes: string
    limits: KeyLimits
    callLimit: CallLimit | null
  }>
  owner: Readonly<{ id: string; email: string | null; username: string; role: Role; active: boolean }>
  /** The database's clock when the row was read. */
  readAt: number
}>

/** Whether this is the owner's email address or username, or the key ID: no username looks like a key ID. */
export function isNamedBy(family: Family, clientId: string): boolean {
  return clientId === family.key.id || isNameOf(family.owner, clientId)
}

/** What a token of the family allows now: its key may have been narrowed since the token was issued. */
export function currentScope({ key }: Family, granted: string): string {
  return remainingScope(granted, key.scopes)
}

/** Why the family's tokens are refused; undefined while they are valid. */
export function familyDenial(family: Family): RefusalReason | undefined {
  if (family.revokedAt !== null) return 'family_revoked'
  if (family.key.state !== 'active') return `key_${family.key.state}`
  if (!family.owner.active) return 'owner_deactivated'
  return undefined
}

/** As {@link familyDenial}, and whether the key's network list excludes this IP address. */
export function familyDenialFrom(family: Family, address: string): RefusalReason | undefined {
  return familyDenial(family) ?? networkDenial(family.key.limits, address)
}

/** Why the family issues no more tokens. Its last access token may be valid for longer. */
export function expiryReason(family: Family): RefusalReason | undefined {
  if (family.readAt >= family.expiresAt) return 'family_ended'
  if (family.readAt >= family.idleExpiresAt) return 'family_idle'
  return undefined
}

/**
 * Whether this token is the current one, or the previous one within the retry window: the response was lost, or two
 * processes refreshed at once. Every other older token is a copy (RFC 9700 §4.14.2).
 */
export function isRotatable(family: Family, { generation }: ParsedRefreshToken, retryMs: number): boolean {
  if (generation === family.generation) return true
  const { rotatedAt, readAt } = family
  return generation === family.generation - 1 && rotatedAt !== null && readAt < rotatedAt + retryMs
}
