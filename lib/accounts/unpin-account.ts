import { clearPinned } from '#lib/accounts/launcher-store.ts'
import type { PortalUser } from '#lib/actor.ts'
import type { Services } from '#lib/services.ts'

/** Takes an account from this person's pinned ones, whether or not it may still be opened. */
export async function unpinAccount(services: Services, person: PortalUser, accountId: string): Promise<void> {
  await clearPinned(services.db, person.userId, accountId)
}
