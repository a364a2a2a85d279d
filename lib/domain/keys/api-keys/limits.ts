import { isInside } from '#lib/kernel/networks.ts'
import type { RefusalReason } from '#lib/kernel/refusal-reasons.ts'

/**
 * A key's limits besides its scopes; null is no limit. Like the scopes, they only get narrower, and each use of the
 * key, its tokens, links and sessions reads them as they are now.
 */
export type KeyLimits = Readonly<{
  accountIds: readonly string[] | null
  /** The networks from which the key and its tokens may be used. */
  networks: readonly string[] | null
  /** The origins that its links may return to, besides the platform's own. Each must be registered as well. */
  returnAddresses: readonly string[] | null
}>

/** Parses a limit as its row stores it: words separated by spaces. */
export function parseLimit(words: string | null): readonly string[] | null {
  return words === null ? null : words.split(' ')
}

/** A limit as its row stores it. An empty list is no limit: a key that allows nothing has no use. */
export function formatLimit(words: readonly string[]): string | null {
  return words.length === 0 ? null : words.join(' ')
}

/** Why the key may not be used from this IP address; undefined if it may. */
export function networkDenial({ networks }: Pick<KeyLimits, 'networks'>, address: string): RefusalReason | undefined {
  if (networks === null || isInside(networks, address)) return undefined
  return 'network_outside'
}

/**
 * Whether tokens that were issued to this IP address are from one of the key's networks as they are now.
 * @param networks as stored
 */
export function isIssuedInside(networks: string | null, issuedFrom: string): boolean {
  return networkDenial({ networks: parseLimit(networks) }, issuedFrom) === undefined
}

export function includesAccount({ accountIds }: Pick<KeyLimits, 'accountIds'>, accountId: string): boolean {
  return accountIds === null || accountIds.includes(accountId)
}

/** @param origin null for the platform itself, to which every key may return */
export function includesReturnAddress(
  { returnAddresses }: Pick<KeyLimits, 'returnAddresses'>,
  origin: string | null,
): boolean {
  return returnAddresses === null || origin === null || returnAddresses.includes(origin)
}
