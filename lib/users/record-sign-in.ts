import type { Db } from '#lib/db/database.ts'
import { setSignedIn } from '#lib/users/store.ts'

/** Notes when the user signed in last, inside the transaction that starts the session. */
export function recordSignIn(db: Db, userId: string): Promise<void> {
  return setSignedIn(db, userId)
}
