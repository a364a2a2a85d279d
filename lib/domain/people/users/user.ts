import type { SignInName } from '#lib/domain/people/name-changes/name-change.ts'
import type { UserText } from '#lib/domain/people/users/limits.ts'
import type { EventKind, NewEvent } from '#lib/foundation/audit/event.ts'
import { isManager } from '#lib/foundation/authorization/permissions.ts'
import { isPortalRole, type Role } from '#lib/foundation/authorization/roles.ts'
import { toAsciiDomain } from '#lib/kernel/email-address.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/**
 * `all`: every account, including future ones. `list`: the listed accounts and those of the user's account groups.
 * Owners and admins always open all.
 */
export const accountScopes = ['all', 'list'] as const

export type AccountScope = (typeof accountScopes)[number]

export type User = Readonly<{
  id: string
  /** Null for service users, and for people whose address a manager rejected or a directory took. */
  email: string | null
  username: string
  name: string
  role: Role
  accountScope: AccountScope
  /** When the password was last set; null if the user has none. */
  passwordSetAt: number | null
  createdAt: number
  /** Since when the user has no access; null while active. */
  deactivatedAt: number | null
  lastSignInAt: number | null
  /** Since when a sign-in provider signs the user in; null if none does. */
  linkedAt: number | null
}> &
  Readonly<Record<UserText, string | null>>

export type UserSummary = User &
  Readonly<{
    state: UserState
    /** The names that the user chose without a proof: they identify no one. */
    unprovenNames: readonly SignInName[]
    listedAccounts: number
    accountGroups: number
    hasFactor: boolean
    /** Signs in with a password, or through a provider that proves no second factor, and has none. */
    lacksFactor: boolean
  }>

/** `invited`: a portal user without a first password, whom no sign-in provider signs in. */
export const userStates = ['active', 'invited', 'deactivated'] as const
export type UserState = (typeof userStates)[number]

/** Managers open all accounts, and so do users of the scope `all`: lists and groups have no effect for them. */
export function opensAllAccounts({ role, accountScope }: Pick<User, 'role' | 'accountScope'>): boolean {
  return isManager(role) || accountScope === 'all'
}

export type KeyOwner = Readonly<Pick<User, 'id' | 'username' | 'name' | 'role'>>

/** The prefix of key IDs: no username may start with it (protocol, section 2). */
export const reservedUsernamePrefix = 'lkid_'

/**
 * The form in which email addresses and usernames are compared: without case, surrounding space and the form of a
 * domain.
 */
export function toNameKey(text: string): string {
  const name = text.trim().normalize('NFC')
  return (name.includes('@') ? toAsciiDomain(name) : name).toLowerCase()
}

/**
 * @throws Refusal `conflict` if the user chose this one of their names without a proof: it says nothing of who they are
 */
export function requireProvenName(
  user: Pick<User, 'username'>,
  emailOrUsername: string,
  unproven: readonly SignInName[],
): void {
  const name = toNameKey(emailOrUsername) === toNameKey(user.username) ? 'username' : 'email'
  if (!unproven.includes(name)) return
  throw new Refusal('conflict', {
    description: 'The user chose this name, and it is not proven. Approve it on the page of the user first.',
  })
}

export function isNameOf(user: Pick<User, 'email' | 'username'>, text: string): boolean {
  const key = toNameKey(text)
  return key === toNameKey(user.username) || (user.email !== null && key === toNameKey(user.email))
}

export function userState(user: Pick<User, 'role' | 'passwordSetAt' | 'linkedAt' | 'deactivatedAt'>): UserState {
  if (user.deactivatedAt !== null) return 'deactivated'
  const hasWayIn = user.passwordSetAt !== null || user.linkedAt !== null
  return isPortalRole(user.role) && !hasWayIn ? 'invited' : 'active'
}

/**
 * An audit event about a user under their current name; undefined for an unknown name, which may be a mistyped
 * password.
 */
export function userEvent(
  kind: EventKind,
  user: Pick<User, 'id' | 'name'> | undefined,
  details: NewEvent['details'] = {},
): NewEvent {
  return { kind, subject: { kind: 'user', id: user?.id ?? null, name: user?.name ?? '' }, details }
}

/** What a user chose for every browser; null follows the browser. */
export type OwnPreferences = Readonly<{ language: string | null; timeZone: string | null }>
