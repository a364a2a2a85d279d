import type { ApiClient } from '#lib/actor.ts'
import { isInside } from '#lib/api-keys/networks.ts'

/** What a key is limited to besides its scopes; null is no limit. Fixed when it is generated, as the scopes are. */
export type KeyLimits = Readonly<{
  /** The accounts it may open, of those that its owner may. */
  accountIds: readonly string[] | null
  /** Where it may be used from, and its tokens with it. */
  networks: readonly string[] | null
}>

/** A program, and the accounts that its key is limited to. */
export type LimitedProgram = ApiClient & Pick<KeyLimits, 'accountIds'>

/** A limit as its row has it: words with a space between them. */
export function parseLimit(words: string | null): readonly string[] | null {
  return words === null ? null : words.split(' ')
}

/** A chosen limit as its row has it: an empty list is none, since nobody generates a key for nothing. */
export function formatLimit(words: readonly string[]): string | null {
  return words.length === 0 ? null : words.join(' ')
}

/** Why the key may not be used from this address, in words for the log; undefined while it may. */
export function whyElsewhere({ networks }: Pick<KeyLimits, 'networks'>, address: string): string | undefined {
  if (networks === null || isInside(networks, address)) return undefined
  return "the address is outside the key's networks"
}

/** Whether the key may open this account, as far as it decides. */
export function mayOpen({ accountIds }: Pick<KeyLimits, 'accountIds'>, accountId: string): boolean {
  return accountIds === null || accountIds.includes(accountId)
}
