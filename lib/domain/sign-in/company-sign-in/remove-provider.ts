import { deleteMappingsOf, lockMappings } from '#lib/domain/people/group-mappings/store.ts'
import { endMappedAccess } from '#lib/domain/people/users/mapped-access-store.ts'
import { setLinked } from '#lib/domain/people/users/store.ts'
import { endFederatedSessions } from '#lib/domain/sign-in/portal-sessions/end-sessions.ts'
import { deleteIdentitiesOfProvider, listIdentitiesOf } from '#lib/domain/sign-in/sign-in-providers/identities-store.ts'
import { requireOtherWayIn } from '#lib/domain/sign-in/sign-in-providers/other-way-in.ts'
import { providerEvent } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { deleteProvider, findProvider, lockProviders } from '#lib/domain/sign-in/sign-in-providers/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManagerOf, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** Identities per statement. */
const batchSize = 500

/**
 * Removes a provider with its identities, its group mappings and what they gave, and ends the sessions that came from
 * it. Its users stay, and need an invitation or a password to sign in again.
 * @returns how many users it signed in
 * @throws Refusal `forbidden` unless the actor is an owner or the operator; `confirmation_required`; `not_found`;
 *   `conflict` for one's own only way in
 */
export async function removeProvider(services: Services, actor: Actor, id: string): Promise<number> {
  requireManagerOf(actor, 'owner')
  requireRecentConfirmation(actor, services.clock.now())
  return services.db.transaction().execute(async (trx) => {
    await lockProviders(trx)
    await lockMappings(trx)
    const provider = await findProvider(trx, id)
    if (!provider) throw new Refusal('not_found')
    if (!provider.isDisabled) await requireOtherWayIn(trx, actor, id)
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
    await endFederatedSessions(services, trx, { identityIds: deleted.map(({ id }) => id) })
    for (const { userId } of deleted) {
      users.add(userId)
      if ((await listIdentitiesOf(trx, userId)).length === 0) await setLinked(trx, userId, false)
    }
  }
}
