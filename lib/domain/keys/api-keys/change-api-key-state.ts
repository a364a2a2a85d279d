import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { withdrawOpenHandOver } from '#lib/domain/keys/api-keys/hand-over-store.ts'
import { type KeyEventKind, keyEvent } from '#lib/domain/keys/api-keys/key-event.ts'
import { findKey } from '#lib/domain/keys/api-keys/listing-store.ts'
import { getManagedKey } from '#lib/domain/keys/api-keys/managed-key.ts'
import { disableKey, enableKey } from '#lib/domain/keys/api-keys/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/**
 * Suspends a key, its access tokens and its families, and ends its hand-over. @throws Refusal as
 * {@link changeApiKeyState}
 */
export async function disableApiKey(services: Services, actor: Actor, keyId: string): Promise<void> {
  await changeApiKeyState(services, actor, { keyId, change: disabling })
}

/** Reactivates a disabled key, its access tokens and its families. @throws Refusal as {@link changeApiKeyState} */
export async function enableApiKey(services: Services, actor: Actor, keyId: string): Promise<void> {
  await changeApiKeyState(services, actor, { keyId, change: enabling })
}

/** `apply` changes the row with one conditional statement. @returns whether it did */
type StateChange = Readonly<{
  event: KeyEventKind
  apply: (trx: DbTransaction, keyId: string, key: ApiKey) => Promise<boolean>
}>

export const disabling: StateChange = {
  event: 'api_key.disabled',
  apply: async (trx, id) => {
    // In the order of a revocation: the reverse could deadlock with one.
    const isDisabled = await disableKey(trx, id)
    if (isDisabled) await withdrawOpenHandOver(trx, id)
    return isDisabled
  },
}

export const enabling: StateChange = { event: 'api_key.enabled', apply: enableKey }

/** Changes a key's state. @throws Refusal `not_found`, `forbidden`, and as {@link changeKeyState} */
export async function changeApiKeyState(
  services: Services,
  actor: Actor,
  { keyId, change }: Readonly<{ keyId: string; change: StateChange }>,
): Promise<void> {
  requireManager(actor)
  await services.db.transaction().execute(async (trx) => {
    await changeKeyState(trx, actor, { key: await getManagedKey(trx, actor, { id: keyId }), change })
  })
}

/**
 * Changes the state with an audit event; a repeated change succeeds and records nothing. The caller authorizes.
 * @throws Refusal `conflict` if the key is revoked for good
 */
export async function changeKeyState(
  trx: DbTransaction,
  actor: Actor,
  { key, change: { event, apply } }: Readonly<{ key: ApiKey; change: StateChange }>,
): Promise<void> {
  if (await apply(trx, key.id, key)) {
    await recordEvent(trx, actor, keyEvent(event, key))
  } else if (event !== 'api_key.revoked' && (await findKey(trx, key.id))?.state === 'revoked') {
    // Read again: on PostgreSQL another transaction may have revoked the key since the first read.
    throw new Refusal('conflict', { detail: 'the key is revoked' })
  }
}
