import { evaluateUser } from '#lib/backup/carried-over-state.ts'
import { findUserStates, listUserStates, setUserState } from '#lib/backup/carry-over-store.ts'
import { findInPrevious, pagesOf } from '#lib/backup/pages.ts'
import type { PreviousDatabase } from '#lib/backup/previous-database.ts'
import type { Db } from '#lib/db/database.ts'

/** Whoever was deactivated since the backup stays so, and whoever has set a password since keeps that one. */
export async function carryOverUsers(
  trx: Db,
  replaced: PreviousDatabase,
): Promise<{ deactivatedUsers: number; newerPasswords: number }> {
  const counts = { deactivatedUsers: 0, newerPasswords: 0 }
  for await (const users of pagesOf((after) => listUserStates(trx, after))) {
    const there = await findInPrevious(replaced, findUserStates, users)
    for (const user of users) {
      const { state, isDeactivated, hasNewerPassword } = evaluateUser(user, there.get(user.id))
      if (isDeactivated || hasNewerPassword) await setUserState(trx, state)
      counts.deactivatedUsers += Number(isDeactivated)
      counts.newerPasswords += Number(hasNewerPassword)
    }
  }
  return counts
}
