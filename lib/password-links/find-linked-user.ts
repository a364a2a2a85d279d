import { sha256 } from '#lib/crypto.ts'
import { findUsableLink } from '#lib/password-links/store.ts'
import type { Services } from '#lib/services.ts'
import { findUserById } from '#lib/users/store.ts'
import type { User } from '#lib/users/user.ts'

/** The active user whose password this link sets, without spending it; undefined for an unusable link. */
export async function findLinkedUser({ db }: Services, token: string): Promise<User | undefined> {
  const link = await findUsableLink(db, sha256(token), 'set_password')
  const user = link?.userId ? await findUserById(db, link.userId) : undefined
  return user?.deactivatedAt === null ? user : undefined
}

/** Whether this link can still create the first owner, without spending it. */
export async function isSetUpLinkUsable({ db }: Services, token: string): Promise<boolean> {
  return (await findUsableLink(db, sha256(token), 'set_up')) !== undefined
}
