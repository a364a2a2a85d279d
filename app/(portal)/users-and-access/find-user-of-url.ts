import { getUser, type UserWithAccounts } from '#lib/domain/people/users/find-users.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { isRefusal } from '#lib/kernel/errors.ts'

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
