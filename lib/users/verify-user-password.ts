import type { Db } from '#lib/db/database.ts'
import { verifyPassword } from '#lib/passwords/password-hash.ts'
import { findPasswordHash } from '#lib/users/store.ts'

/**
 * Whether this is the user's password. For a user that there is not, or one without a password, it takes as long.
 * @throws Refusal `temporarily_unavailable` when too many passwords are waiting to be hashed
 */
export async function verifyUserPassword(db: Db, userId: string | undefined, password: string): Promise<boolean> {
  const hash = userId === undefined ? null : await findPasswordHash(db, userId)
  return verifyPassword(password, hash)
}
