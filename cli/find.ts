import { isNameOf, requireProvenName } from '#lib/domain/people/users/user.ts'
import { isRefusal, Refusal } from '#lib/kernel/errors.ts'
import { maxSearchLength } from '#lib/kernel/field-lengths.ts'
import type { ItemOf } from '#lib/web/management-api/client.ts'
import { RemoteError } from './remote-failure.ts'
import type { Site } from './verb.ts'

/** The user with this email address or username. @throws Refusal `not_found`, and as {@link requireProvenName} */
export async function findUser({ api }: Site, name: string): Promise<ItemOf<'listUsers'>> {
  const search = name.trim().slice(0, maxSearchLength)
  for await (const user of api.items('listUsers', { query: { search } })) {
    if (!isNameOf(user, name)) continue
    requireProvenName(user, name, user.unprovenNames)
    return user
  }
  throw new Refusal('not_found', { description: 'No user has this email address or username.' })
}

/** The ID of the user with this email address or username, if one is given. @throws Refusal as {@link findUser} */
export async function findUserId(site: Site, name: string | undefined): Promise<string | undefined> {
  return name === undefined ? undefined : (await findUser(site, name)).id
}

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
