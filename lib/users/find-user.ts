import type { Db } from '#lib/db/database.ts'
import { findUserById } from '#lib/users/store.ts'
import type { User } from '#lib/users/user.ts'

/** The user with this id, active or not. For other nouns' use cases, also inside their transactions. */
export function findUser(db: Db, id: string): Promise<User | undefined> {
  return findUserById(db, id)
}
