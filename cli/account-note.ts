import type { Operations } from './local/operations.ts'

/** A note for a list of an account that is empty, because there may be no such account. */
export async function noteUnknownAccount(
  { accounts }: Operations,
  accountId: string | undefined,
  found: readonly unknown[],
): Promise<string[]> {
  if (accountId === undefined || found.length > 0 || (await accounts.isKnown(accountId)) !== false) return []
  return [`No account has the ID ${accountId}. Check the spelling.`]
}
