import type { Db } from '#lib/db/database.ts'
import { findUserByNameKey } from '#lib/users/store.ts'
import { toNameKey, type User } from '#lib/users/user.ts'

/**
 * The user, active or not, with this e-mail address or user name, compared without regard to case and surrounding
 * space. For other nouns' use cases and the command line, also inside their transactions.
 */
export function findNamedUser(db: Db, emailOrUsername: string): Promise<User | undefined> {
  return findUserByNameKey(db, toNameKey(emailOrUsername))
}
