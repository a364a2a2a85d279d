import type { Actor } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/store.ts'
import type { DbTransaction } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import { deleteMappingsOf, lockMappings } from '#lib/group-mappings/store.ts'
import { requireManagerOf, requireRecentConfirmation } from '#lib/permissions.ts'
import { endFederatedSessions } from '#lib/portal-sessions/end-sessions.ts'
import type { Services } from '#lib/services.ts'
import { deleteIdentitiesOfProvider, listIdentitiesOf } from '#lib/sign-in-providers/identities-store.ts'
import { providerEvent } from '#lib/sign-in-providers/sign-in-provider.ts'
import { deleteProvider, findProvider, lockProviders } from '#lib/sign-in-providers/store.ts'
import { endMappedAccess } from '#lib/users/mapped-access-store.ts'
import { setLinked } from '#lib/users/store.ts'

/** Identities per statement. */
const batchSize = 500

/**
 * Removes a provider with its identities, its group mappings and what they gave, and ends the sessions that came from it.
 * Its users stay, and need an invitation or a password to sign in again.
 * @returns how many users it signed in
 * @throws Refusal `forbidden` unless the actor is an owner or the operator; `confirmation_required`; `not_found`
 */
export async function removeProvider(services: Services, actor: Actor, id: string): Promise<number> {
  requireManagerOf(actor, 'owner')
  requireRecentConfirmation(actor, services.clock.now())
  return services.db.transaction().execute(async (trx) => {
    await lockProviders(trx)
    await lockMappings(trx)
    const provider = await findProvider(trx, id)
    if (!provider) throw new Refusal('not_found')
    await deleteMappingsOf(trx, id)
    await endMappedAccess(trx, id)
    const users = await unlinkAll(services, trx, id)
    await deleteProvider(trx, id)
    await recordEvent(trx, actor, providerEvent('sign_in_provider.removed', provider, { users }))
    return users
  })
}

async function unlinkAll(services: Services, trx: DbTransaction, providerId: string): Promise<number> {
  const users = new Set<string>()
  for (;;) {
    const deleted = await deleteIdentitiesOfProvider(trx, providerId, batchSize)
    if (deleted.length === 0) return users.size
    await endFederatedSessions(
      services,
      trx,
      deleted.map(({ id }) => id),
    )
    for (const { userId } of deleted) {
      users.add(userId)
      if ((await listIdentitiesOf(trx, userId)).length === 0) await setLinked(trx, userId, false)
    }
  }
}
