import { isNameOf, requireProvenName } from '#lib/domain/people/users/user.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { maxSearchLength } from '#lib/kernel/field-lengths.ts'
import type { ItemOf } from '#lib/web/management-api/client.ts'
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
