import type { Db } from '#lib/db/database.ts'
import { verifyPassword } from '#lib/passwords/password-hash.ts'
import { findPasswordHash } from '#lib/users/store.ts'

type Attempt = Readonly<{
  userId: string | undefined
  password: string
  /** Who waits for the hash: a client network or a known browser. */
  lane: string
}>

/**
 * Whether this is the user's password. For an unknown user, or one without a password, it takes as long.
 * @throws Refusal `temporarily_unavailable` when too many passwords are waiting to be hashed
 */
export async function verifyUserPassword(db: Db, { userId, password, lane }: Attempt): Promise<boolean> {
  const hash = userId === undefined ? null : await findPasswordHash(db, userId)
  return verifyPassword(password, hash, lane)
}
