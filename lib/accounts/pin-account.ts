import { findOpenable, setPinned } from '#lib/accounts/launcher-store.ts'
import type { PortalUser } from '#lib/actor.ts'
import { Refusal } from '#lib/errors.ts'
import type { Services } from '#lib/services.ts'

/**
 * Puts an account among this person's pinned ones. Nobody else sees it, so it is not recorded.
 * @throws Refusal `not_found` unless the person may open it
 */
export async function pinAccount(services: Services, person: PortalUser, accountId: string): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    if (!(await findOpenable(trx, person.userId, accountId))) throw new Refusal('not_found')
    await setPinned(trx, person.userId, accountId)
  })
}
