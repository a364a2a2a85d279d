import type { UserRow } from '#lib/db/tables.ts'
import { expandedSpellings, foldForSearch } from '#lib/fold-text.ts'
import { type Role, roles } from '#lib/roles.ts'
import { type AccountScope, accountScopes, type User } from '#lib/users/user.ts'

/** Every column but the password hash, which only `findPasswordHash` reads. */
export const publicColumns = [
  'id',
  'email',
  'username',
  'name',
  'role',
  'account_scope',
  'password_set_at',
  'created_at',
  'deactivated_at',
  'last_sign_in_at',
] as const satisfies readonly (keyof UserRow)[]

type PublicRow = Pick<UserRow, (typeof publicColumns)[number]>

/** The text that searches match and lists sort by: folded name, username and email address, then their spellings. */
export function toSearchText(user: Pick<User, 'name' | 'username' | 'email'>): string {
  const texts = [user.name, user.username, user.email ?? '']
  return [...texts.map(foldForSearch), ...expandedSpellings(texts)].join('\n')
}

export function toUser(row: PublicRow): User {
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    name: row.name,
    role: toRole(row.role),
    accountScope: toAccountScope(row.account_scope),
    passwordSetAt: row.password_set_at,
    createdAt: row.created_at,
    deactivatedAt: row.deactivated_at,
    lastSignInAt: row.last_sign_in_at,
  }
}

function toRole(text: string): Role {
  const role = roles.find((known) => known === text)
  if (!role) throw new Error(`unknown role ${text}`)
  return role
}

function toAccountScope(text: string): AccountScope {
  return accountScopes.find((known) => known === text) ?? 'list'
}
