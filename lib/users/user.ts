import type { Role } from '#lib/roles.ts'

/** `all`: every account, also those added later. `list`: the listed ones. Owners and admins open all, whatever it says. */
export const accountScopes = ['all', 'list'] as const

export type AccountScope = (typeof accountScopes)[number]

export type User = Readonly<{
  id: string
  /** Null for a service user only. */
  email: string | null
  username: string
  name: string
  role: Role
  accountScope: AccountScope
  /** When the password was set last; null while nobody can sign in as this user. */
  passwordSetAt: number | null
  createdAt: number
  /** Since when nothing works in this user's name; null while active. */
  deactivatedAt: number | null
  lastSignInAt: number | null
}>

/** A user as the list shows it. */
export type UserSummary = User & Readonly<{ state: UserState; listedAccounts: number }>

/** `invited`: a person who has not set a password yet. */
export type UserState = 'active' | 'invited' | 'deactivated'

/** Whoever a new API key may belong to. */
export type KeyOwner = Readonly<Pick<User, 'id' | 'username' | 'name' | 'role'>>

/** Key IDs begin with it, so that no user name can be mistaken for one (section 2 of the protocol). */
export const reservedUsernamePrefix = 'lkid_'

/** How e-mail addresses and user names are compared: without regard to case and surrounding space. */
export function toNameKey(text: string): string {
  return text.trim().normalize('NFC').toLowerCase()
}

/** Whether `text` is the user's e-mail address or user name. */
export function isNameOf(user: Pick<User, 'email' | 'username'>, text: string): boolean {
  const key = toNameKey(text)
  return key === toNameKey(user.username) || (user.email !== null && key === toNameKey(user.email))
}

/** What lists say of a user: invited until a first password is set; a service user never needs one. */
export function userState(user: Pick<User, 'role' | 'passwordSetAt' | 'deactivatedAt'>): UserState {
  if (user.deactivatedAt !== null) return 'deactivated'
  return user.role !== 'service' && user.passwordSetAt === null ? 'invited' : 'active'
}
