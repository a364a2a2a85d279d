import type { Db } from '#lib/db/database.ts'
import { hasPasswordUser } from '#lib/users/store.ts'

/** Whether any active user has a password. On a new installation there is none until the set-up link is used. */
export function canAnyoneSignIn(db: Db): Promise<boolean> {
  return hasPasswordUser(db)
}
