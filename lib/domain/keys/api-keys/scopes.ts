import { managementScopes } from '#lib/foundation/authorization/management-scopes.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** The scopes of keys and tokens (RFC 6749 §3.3), in the order of a token's `scope`. */
export const keyScopes = ['sso', 'introspect', 'scim', ...managementScopes] as const

export type KeyScope = (typeof keyScopes)[number]

/** The known scopes of these words, without duplicates and in order. */
export function toKeyScopes(words: readonly string[]): KeyScope[] {
  return keyScopes.filter((scope) => words.includes(scope))
}

export function scopeWords(scope: string): readonly string[] {
  return scope.split(' ').filter((word) => word !== '')
}

export function hasScope(scope: string, word: KeyScope): boolean {
  return scopeWords(scope).includes(word)
}

/** Whether only keys of owners and admins can have this scope: it shows or changes what only they may. */
export function needsManager(scope: KeyScope): boolean {
  return scope !== 'sso' && scope !== 'introspect'
}

/** What a key's scopes, as they are now, leave of a scope that was granted before they were narrowed. */
export function remainingScope(granted: string, keyScopes: string): string {
  const allowed = scopeWords(keyScopes)
  return scopeWords(granted)
    .filter((word) => allowed.includes(word))
    .join(' ')
}

/** The requested part of the allowed scope, by default all. @throws Refusal `invalid_scope` for more, or for none */
export function narrowScope(allowed: string, requested: string = allowed): string {
  const requestedWords = new Set(scopeWords(requested))
  const granted = scopeWords(allowed).filter((word) => requestedWords.has(word))
  if (granted.length === 0 || granted.length < requestedWords.size) throw new Refusal('invalid_scope')
  return granted.join(' ')
}
