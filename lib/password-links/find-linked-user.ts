import { sha256 } from '#lib/crypto.ts'
import { findUsableLink } from '#lib/password-links/store.ts'
import type { Services } from '#lib/services.ts'
import { findUser } from '#lib/users/find-user.ts'
import type { User } from '#lib/users/user.ts'

/** Whose password this link sets, without spending it; undefined where it cannot be used. */
export async function findLinkedUser(services: Services, token: string): Promise<User | undefined> {
  const link = await findUsableLink(services.db, sha256(token), 'set_password')
  const user = link?.userId ? await findUser(services.db, link.userId) : undefined
  return user?.deactivatedAt === null ? user : undefined
}
