import { isRefusal } from '#lib/kernel/errors.ts'
import { RemoteError } from './remote-failure.ts'
import type { Site } from './verb.ts'

/** A note for a list of an account that is empty, because there may be no such account. */
export async function noteUnknownAccount(
  { api }: Site,
  accountId: string | undefined,
  found: readonly unknown[],
): Promise<string[]> {
  if (accountId === undefined || found.length > 0) return []
  try {
    await api.call('getAccount', { params: { accountId } })
  } catch (error) {
    if (isNotFound(error)) return [`No account has the ID ${accountId}. Check the spelling.`]
    // The token may not look.
    if (!(error instanceof RemoteError) || error.status !== 403) throw error
  }
  return []
}

/** Whether there is no such thing, here or elsewhere. */
export function isNotFound(error: unknown): boolean {
  return error instanceof RemoteError ? error.status === 404 : isRefusal(error) && error.code === 'not_found'
}
