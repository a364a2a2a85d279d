import type { Db } from '#lib/db/database.ts'
import { setSignedIn } from '#lib/users/store.ts'
import type { User } from '#lib/users/user.ts'

/**
 * Notes when the user signed in last, inside the transaction that starts the session.
 * @returns false where the user was deactivated, or got another password, since they were read
 */
export function recordSignIn(db: Db, user: Pick<User, 'id' | 'passwordSetAt'>): Promise<boolean> {
  return setSignedIn(db, user)
}
