import type { CallLimit } from '#lib/domain/keys/api-keys/call-limit.ts'
import { type KeyText, keyTexts } from '#lib/domain/keys/api-keys/key-filter.ts'
import type { KeyLimits } from '#lib/domain/keys/api-keys/limits.ts'
import type { KeyScope } from '#lib/domain/keys/api-keys/scopes.ts'
import type { Role } from '#lib/foundation/authorization/roles.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { randomId } from '#lib/kernel/crypto.ts'

/** `revoked` is final; `disabled` is not. */
export type ApiKeyState = 'active' | 'disabled' | 'revoked' | 'expired'

export type ApiKeyOwner = Readonly<{ id: string; name: string; role: Role }>

/** A key as the portal and the CLI show it, without its hash. */
export type ApiKey = Readonly<{
  id: string
  name: string
  state: ApiKeyState
  owner: ApiKeyOwner
  /** A key of a deactivated owner is refused in any state. */
  ownerActive: boolean
  /** Undefined if it was generated via CLI. */
  createdByName: string | undefined
  createdAt: number
  expiresAt: number | null
  /** Accurate to {@link useNotedEveryMs}. */
  lastUsedAt: number | null
  lastUsedFrom: string | null
  scopes: readonly KeyScope[]
  /** Whether a program may rotate the key's secret with the key itself. */
  isRotatable: boolean
  /** Whether its tokens must be bound to a key of the client (RFC 9449). */
  requiresDpop: boolean
  callLimit: CallLimit | null
}> &
  Readonly<Record<KeyText, string | null>> &
  KeyLimits

/** What users enter. An empty text: the key has none. */
export type KeyFields = Readonly<{ name: string } & Record<KeyText, string>>

/** Whether the key has these fields. */
export function hasFields(key: ApiKey, fields: KeyFields): boolean {
  return key.name === fields.name && keyTexts.every((field) => (key[field] ?? '') === fields[field])
}

/** Whether the key has not ended, and will: its end can be moved. */
export function mayExtend({ state, expiresAt }: Pick<ApiKey, 'state' | 'expiresAt'>): boolean {
  return expiresAt !== null && (state === 'active' || state === 'disabled')
}

/** The only type with a plain secret. It is shown once and stored nowhere. */
export type GeneratedApiKey = Readonly<{
  id: string
  secret: string
  name: string
  expiresAt: number | null
  ownerUsername: string
  scopes: readonly KeyScope[]
  /** Another active key of the same name and owner. */
  sameNameKeyId: string | undefined
}>

/** A key's use is written at most this often. */
export const useNotedEveryMs = minuteMs

/** `lkid_` and 20 base62 characters: public, and reserved in usernames. */
export function newKeyId(): string {
  return randomId('lkid')
}

/** The key's state at `now`; the final states come first. */
export function apiKeyState(
  key: Readonly<{ revokedAt: number | null; expiresAt: number | null; disabledAt: number | null }>,
  now: number,
): ApiKeyState {
  if (key.revokedAt !== null) return 'revoked'
  if (key.expiresAt !== null && now >= key.expiresAt) return 'expired'
  return key.disabledAt === null ? 'active' : 'disabled'
}
