import { Refusal } from '#lib/errors.ts'

/** What a key can allow, in the words of a token's `scope` (RFC 6749 §3.3) and in their order there. */
export const keyScopes = ['sso', 'introspect'] as const

export type KeyScope = (typeof keyScopes)[number]

/** What of these words a key can allow, each once and in the order of a token's scope. */
export function toKeyScopes(words: readonly string[]): KeyScope[] {
  return keyScopes.filter((scope) => words.includes(scope))
}

/** The words of a scope. */
export function scopeWords(scope: string): readonly string[] {
  return scope.split(' ').filter((word) => word !== '')
}

/** Whether a scope, of a key or of a token, holds this word. */
export function hasScope(scope: string, word: KeyScope): boolean {
  return scopeWords(scope).includes(word)
}

/**
 * The scope that a client gets of the one it may have: all of it, unless it asks for less.
 * @throws Refusal `invalid_scope` when it asks for more, or for nothing
 */
export function narrowScope(allowed: string, requested: string | undefined): string {
  if (requested === undefined) return allowed
  const wanted = new Set(scopeWords(requested))
  const granted = scopeWords(allowed).filter((word) => wanted.has(word))
  if (granted.length === 0 || granted.length < wanted.size) throw new Refusal('invalid_scope')
  return granted.join(' ')
}
