import type { AccountSession } from '#lib/domain/accounts/account-sessions/account-session.ts'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import type { SecretState } from '#lib/domain/keys/api-keys/key-secret.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import type { PortalSession } from '#lib/domain/sign-in/portal-sessions/portal-session.ts'

/** Entries of each list. */
export const maxListed = 100

/** Keys that one call rotates: each new secret has to be brought to its program before it lapses. */
export const maxRotated = 20

/** Counts of open accounts stop here. */
export const maxCountedAccounts = 1_000

/**
 * What is left to do about a secret. `rotate`: rotating its key ends it. `waiting`: another secret, which the user did
 * not see, waits for its first use. `retiring`: it stops to work by itself. `blocked`: its key can be rotated once the
 * secret before it has been retired. `refused`: the owner of its key is deactivated. `handed_over`: only the recipient
 * of the user's link saw it.
 */
export type SecretStep = 'rotate' | 'waiting' | 'retiring' | 'blocked' | 'refused' | 'handed_over'

/** A secret that works, or will with its first use, and that the user generated or handed over. */
export type SeenSecret = Readonly<{
  id: string
  key: Pick<ApiKey, 'id' | 'name' | 'state' | 'owner'>
  state: Extract<SecretState, 'pending' | 'current' | 'retiring'>
  step: SecretStep
  createdAt: number
  lastUsedAt: number | null
  /** When it lapses or stops to work. */
  worksUntil: number | null
  /** At most {@link maxCountedAccounts}. */
  openAccounts: number
}>

/**
 * A one-time link that the user created and that can still be used: for a secret of a key, or for a user's password.
 */
export type OpenLink = Readonly<{ kind: 'hand_over' | 'set_password'; id: string; name: string; expiresAt: number }>

/** What a user knows, owns, opened and has open. Each list has at most {@link maxListed} entries, the newest first. */
export type LeaverSheet = Readonly<{
  user: User
  secrets: readonly SeenSecret[]
  /** How many of the user's secrets are left out, because only owners manage their keys. */
  hiddenSecrets: number
  webhooks: readonly Readonly<{ id: string; url: string; createdAt: number }>[]
  links: readonly OpenLink[]
  keys: readonly ApiKey[]
  opened: readonly Readonly<{ id: string; name: string; openedAt: number }>[]
  sessions: readonly PortalSession[]
  accounts: readonly AccountSession[]
}>
