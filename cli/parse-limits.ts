import { InvalidArgumentError } from 'commander'
import { type KeyScope, keyScopes, toKeyScopes } from '#lib/domain/keys/api-keys/scopes.ts'

/** Refuses an empty list, which would be no limit: it comes from an unset shell variable. */
export function parseList(text: string): string[] {
  const words = text.split(',').map((word) => word.trim())
  if (words.includes('')) throw new InvalidArgumentError('Enter one or more values, separated by commas.')
  return words
}

export function parseScopes(text: string): KeyScope[] {
  const words = parseList(text)
  const scopes = toKeyScopes(words)
  if (words.some((word) => !scopes.some((scope) => scope === word))) {
    throw new InvalidArgumentError(`Allowed values: ${keyScopes.join(', ')}.`)
  }
  return scopes
}
