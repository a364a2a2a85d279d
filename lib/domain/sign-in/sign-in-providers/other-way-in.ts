import { findUserById } from '#lib/domain/people/users/store.ts'
import { listPasskeys } from '#lib/domain/sign-in/passkeys/store.ts'
import { findProviderOfUser } from '#lib/domain/sign-in/sign-in-providers/identities-store.ts'
import type { Db } from '#lib/foundation/db/database.ts'

/** Whether an owner can sign in without this provider. */
export async function hasOtherWayIn(db: Db, userId: string, providerId: string): Promise<boolean> {
  const user = await findUserById(db, userId)
  if ((user?.passwordSetAt ?? null) !== null || (await listPasskeys(db, userId)).length > 0) return true
  return (await findProviderOfUser(db, userId, providerId)) !== undefined
}
