import type { Db } from '#lib/db/database.ts'
import { setPasswordHash } from '#lib/users/store.ts'
import type { User } from '#lib/users/user.ts'

/** Puts another hash in place, inside the transaction that asks for it. @returns undefined where the user is not active */
export function replacePassword(db: Db, userId: string, hash: string): Promise<User | undefined> {
  return setPasswordHash(db, userId, hash)
}
