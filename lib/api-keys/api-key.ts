import type { KeyLimits } from '#lib/api-keys/limits.ts'
import type { KeyScope } from '#lib/api-keys/scopes.ts'
import { minuteMs } from '#lib/clock.ts'
import { randomId } from '#lib/crypto.ts'
import type { Role } from '#lib/roles.ts'

/** `revoked` is final; `disabled` can be taken back; `expired` came by itself. */
export type ApiKeyState = 'active' | 'disabled' | 'revoked' | 'expired'

export type ApiKeyOwner = Readonly<{ id: string; name: string; role: Role }>

/** A key as the portal and the command line show it. The secret is not part of it, nor is its hash. */
export type ApiKey = Readonly<{
  id: string
  name: string
  state: ApiKeyState
  owner: ApiKeyOwner
  /** A key whose owner is deactivated is refused, whatever its own state. */
  ownerActive: boolean
  /** Undefined where it was made on the command line. */
  createdByName: string | undefined
  createdAt: number
  expiresAt: number | null
  /** Known to the minute: see {@link useNotedEveryMs}. */
  lastUsedAt: number | null
  lastUsedFrom: string | null
  /** Refresh families that were issued or rotated within 24 hours: what disabling or revoking would interrupt. */
  usesInLastDay: number
  scopes: readonly KeyScope[]
}> &
  KeyLimits

/** The one type that holds the plain secret: it is shown once, and nothing keeps it. */
export type GeneratedApiKey = Readonly<{
  id: string
  secret: string
  name: string
  expiresAt: number | null
  ownerUsername: string
  /** Another active key of the same name and owner. */
  sameNameKeyId: string | undefined
}>

/** The last use is known to the minute, so that a busy key costs no write per request. */
export const useNotedEveryMs = minuteMs

/** `lkid_` and 20 characters of base62: public, and never taken for a user name. */
export function newKeyId(): string {
  return randomId('lkid')
}

/** What the instants of a key say at `now`: what is final comes first. */
export function apiKeyState(
  key: Readonly<{ revokedAt: number | null; expiresAt: number | null; disabledAt: number | null }>,
  now: number,
): ApiKeyState {
  if (key.revokedAt !== null) return 'revoked'
  if (key.expiresAt !== null && now >= key.expiresAt) return 'expired'
  return key.disabledAt === null ? 'active' : 'disabled'
}

/** Whether a use at `now` (ms) is worth a write: the last one is noted to the minute. */
export function isUseDue(lastUsedAt: number | null, now: number): boolean {
  return lastUsedAt === null || now - lastUsedAt >= useNotedEveryMs
}
