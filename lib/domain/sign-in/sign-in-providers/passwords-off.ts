import type { User } from '#lib/domain/people/users/user.ts'
import { isLinkedWithoutPassword } from '#lib/domain/sign-in/sign-in-providers/identities-store.ts'
import { isInDomain } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { listPasswordlessDomains } from '#lib/domain/sign-in/sign-in-providers/store.ts'
import type { Db } from '#lib/foundation/db/database.ts'

/**
 * Whether a provider switched off passwords, and passkeys as the only step, for this user: they are linked to it, or
 * have an email address in one of its domains. The link counts because an address can change. Owners keep theirs, as
 * the way in when the provider is down. Reads the same for an unknown user, so that the time does not reveal one.
 */
export async function arePasswordsOff(db: Db, user: Pick<User, 'id' | 'role' | 'email'> | undefined): Promise<boolean> {
  const domains = await listPasswordlessDomains(db)
  const isLinked = await isLinkedWithoutPassword(db, user?.id ?? '')
  if (user === undefined || user.role === 'owner') return false
  return isLinked || (user.email !== null && isInDomain(user.email, domains))
}
