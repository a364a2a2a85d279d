import { clearPinned, setPinned } from '#lib/accounts/launcher-store.ts'
import { findOpenable } from '#lib/accounts/openable-accounts-store.ts'
import type { PortalUser } from '#lib/actor.ts'
import { Refusal } from '#lib/errors.ts'
import type { Services } from '#lib/services.ts'

/**
 * Pins an account for this user alone; not audited, because no other user sees it.
 * @throws Refusal `not_found` unless the user may open it
 */
export async function pinAccount({ db }: Services, { userId }: PortalUser, accountId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await findOpenable(trx, userId, accountId))) throw new Refusal('not_found')
    await setPinned(trx, userId, accountId)
  })
}

/** Unpins an account for this user, even one that the user may no longer open. */
export async function unpinAccount({ db }: Services, { userId }: PortalUser, accountId: string): Promise<void> {
  await clearPinned(db, userId, accountId)
}
