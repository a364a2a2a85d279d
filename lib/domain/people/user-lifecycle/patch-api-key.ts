import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { changeKeyState, disabling, enabling } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { extend } from '#lib/domain/keys/api-keys/extend-api-key.ts'
import type { WantedKey } from '#lib/domain/keys/api-keys/key-resource.ts'
import { findKey } from '#lib/domain/keys/api-keys/listing-store.ts'
import { getManagedKey, requireWithinReach } from '#lib/domain/keys/api-keys/managed-key.ts'
import { changeCallLimit } from '#lib/domain/keys/api-keys/set-call-limit.ts'
import { lockKeysOf } from '#lib/domain/keys/api-keys/store.ts'
import { changeKeyFields } from '#lib/domain/keys/api-keys/update-api-key.ts'
import { narrow } from '#lib/domain/people/user-lifecycle/narrow-api-key.ts'
import { revocation } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { UnitOfWork } from '#lib/foundation/unit-of-work.ts'
import { Refusal } from '#lib/kernel/errors.ts'

type KeyPatch = Readonly<{
  id: string
  change: (current: ApiKey) => WantedKey
  /** Throws unless the key may be changed as it is now. Called while its owner's keys are locked. */
  precondition: (current: ApiKey) => void
}>

/**
 * Changes a key from what it is now, in one transaction. A client program may narrow, disable and revoke any key that
 * the owner of its own key manages.
 * @throws Refusal `not_found`, `forbidden`, as `requireWithinReach` also does; `confirmation_required`; `conflict` if
 *   the key is revoked or expired; `input_invalid`, and what `change` and the precondition throw
 */
export async function patchApiKey(
  services: Services,
  actor: Actor,
  { id, change, precondition }: KeyPatch,
): Promise<ApiKey> {
  requireManager(actor, 'keys:write')
  requireRecentConfirmation(actor, services.clock.now())
  return services.db.transaction().execute(async (trx) => {
    await lockKeysOf(trx, (await findKey(trx, id))?.owner.id ?? '')
    const current = await getManagedKey(trx, actor, { id, scope: 'keys:write' })
    precondition(current)
    await apply({ services, trx, actor }, { current, wanted: change(current) })
    return getManagedKey(trx, actor, { id, scope: 'keys:write' })
  })
}

async function apply(
  { services, trx, actor }: UnitOfWork,
  { current, wanted }: Readonly<{ current: ApiKey; wanted: WantedKey }>,
): Promise<void> {
  const { described, limits, callLimit, expiresInDays, state } = wanted
  if (described || callLimit !== undefined || expiresInDays || state === 'active') requireWithinReach(actor, current)
  if (state === 'active' && current.state === 'expired')
    throw new Refusal('conflict', { detail: 'the key has expired' })
  if (limits) await narrow(trx, actor, { key: current, wanted: limits })
  if (described) await changeKeyFields(trx, actor, { key: current, fields: described })
  if (callLimit !== undefined) await changeCallLimit(trx, actor, { key: current, limit: callLimit })
  if (expiresInDays) await extend(trx, actor, { key: current, days: expiresInDays, field: 'expiresInDays' })
  if (state === 'active') await changeKeyState(trx, actor, { key: current, change: enabling })
  if (state === 'disabled') await changeKeyState(trx, actor, { key: current, change: disabling })
  if (state === 'revoked') await changeKeyState(trx, actor, { key: current, change: revocation(services, actor) })
}
