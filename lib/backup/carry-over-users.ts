import { findInPrevious, type PreviousDatabase, pagesOf } from '#lib/backup/previous-database.ts'
import type { Db } from '#lib/db/database.ts'
import { findUserStates, listUserStatesAfter, setUserState, type UserState } from '#lib/users/restore-store.ts'

/** Keeps deactivations and password changes made since the backup: an old password may be known to others. */
export async function carryOverUsers(
  trx: Db,
  previousDatabase: PreviousDatabase,
): Promise<{ deactivatedUsers: number; newerPasswords: number }> {
  const counts = { deactivatedUsers: 0, newerPasswords: 0 }
  for await (const users of pagesOf((afterId) => listUserStatesAfter(trx, afterId))) {
    const previous = await findInPrevious(previousDatabase, findUserStates, users)
    for (const user of users) {
      const { state, isDeactivated, hasNewerPassword } = evaluateUser(user, previous.get(user.id))
      if (isDeactivated || hasNewerPassword) await setUserState(trx, state)
      counts.deactivatedUsers += Number(isDeactivated)
      counts.newerPasswords += Number(hasNewerPassword)
    }
  }
  return counts
}

/** @param previous the user in the previous database, if it is there */
export function evaluateUser(
  user: UserState,
  previous: UserState | undefined,
): Readonly<{ state: UserState; isDeactivated: boolean; hasNewerPassword: boolean }> {
  const isDeactivated = user.deactivatedAt === null && (previous?.deactivatedAt ?? null) !== null
  const hasNewerPassword = (previous?.passwordSetAt ?? 0) > (user.passwordSetAt ?? 0)
  const { passwordSetAt, passwordHash } = (hasNewerPassword && previous) || user
  const deactivatedAt = user.deactivatedAt ?? previous?.deactivatedAt ?? null
  return { state: { id: user.id, deactivatedAt, passwordSetAt, passwordHash }, isDeactivated, hasNewerPassword }
}
