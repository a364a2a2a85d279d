import type { PortalUser } from '#lib/actor.ts'
import { isRefusal } from '#lib/errors.ts'
import type { Services } from '#lib/services.ts'
import { getUser, type UserWithAccounts } from '#lib/users/find-users.ts'

/** The user that the URL names, or `undefined`. */
export async function findUserOfUrl(
  services: Services,
  actor: PortalUser,
  userId: string,
): Promise<UserWithAccounts | undefined> {
  try {
    return await getUser(services, actor, userId)
  } catch (error) {
    if (isRefusal(error) && error.code === 'not_found') return undefined
    throw error
  }
}
