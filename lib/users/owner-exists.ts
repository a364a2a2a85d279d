import type { Db } from '#lib/db/database.ts'
import { hasOwner } from '#lib/users/store.ts'

/** Whether somebody has set this installation up. The last active owner cannot go, so once true it stays true. */
export function ownerExists(db: Db): Promise<boolean> {
  return hasOwner(db)
}
