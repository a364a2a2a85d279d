import { isRefusal } from '#lib/errors.ts'
import type { Services } from '#lib/services.ts'
import type { Person } from '#lib/users/actor.ts'
import { getUser, type UserWithAccounts } from '#lib/users/get-user.ts'

/** The user that an address names; undefined where there is none. */
export async function findShownUser(
  services: Services,
  person: Person,
  userId: string,
): Promise<UserWithAccounts | undefined> {
  try {
    return await getUser(services, person, userId)
  } catch (error) {
    if (isRefusal(error) && error.code === 'not_found') return undefined
    throw error
  }
}
