import type { Db } from '#lib/db/database.ts'
import { verifyPassword } from '#lib/passwords/password-hash.ts'
import { findPasswordHash } from '#lib/users/store.ts'

type Attempt = Readonly<{
  userId: string | undefined
  password: string
  /** The queue lane of the hash: a client network or a known browser. */
  lane: string
}>

/**
 * Whether this is the user's password. Takes the same time for an unknown user and for a user without a password.
 * @throws Refusal `temporarily_unavailable` while too many hashes wait
 */
export async function verifyUserPassword(db: Db, { userId, password, lane }: Attempt): Promise<boolean> {
  const hash = userId === undefined ? null : await findPasswordHash(db, userId)
  return verifyPassword(password, hash, lane)
}
