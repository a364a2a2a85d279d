import type { Db } from '#lib/db/database.ts'
import { isInDomain } from '#lib/sign-in-providers/sign-in-provider.ts'
import { listPasswordlessDomains } from '#lib/sign-in-providers/store.ts'
import type { User } from '#lib/users/user.ts'

/**
 * Whether a provider switched passwords off for this user's email domain. Owners keep theirs, as the way in when the
 * provider is down. Reads the same for an unknown user, so that the time does not reveal one.
 */
export async function arePasswordsOff(db: Db, user: Pick<User, 'role' | 'email'> | undefined): Promise<boolean> {
  const domains = await listPasswordlessDomains(db)
  return user !== undefined && user.role !== 'owner' && user.email !== null && isInDomain(user.email, domains)
}
