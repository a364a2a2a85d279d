import type { Actor } from '#lib/actor.ts'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { withdrawOpenHandOver } from '#lib/api-keys/hand-over-store.ts'
import { findKey } from '#lib/api-keys/listing-store.ts'
import { disableKey, enableKey } from '#lib/api-keys/store.ts'
import type { EventKind } from '#lib/audit/event.ts'
import { recordEvent } from '#lib/audit/store.ts'
import type { DbTransaction } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import { requireKeyManager, requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/** Suspends a key, its access tokens and its families, and ends its hand-over. @throws Refusal as {@link changeApiKeyState} */
export async function disableApiKey(services: Services, actor: Actor, keyId: string): Promise<void> {
  await changeApiKeyState(services, actor, keyId, {
    event: 'api_key.disabled',
    apply: async (trx, id) => {
      // In the order of a revocation: the reverse could deadlock with one.
      const isDisabled = await disableKey(trx, id)
      if (isDisabled) await withdrawOpenHandOver(trx, id)
      return isDisabled
    },
  })
}

/** Reactivates a disabled key, its access tokens and its families. @throws Refusal as {@link changeApiKeyState} */
export async function enableApiKey(services: Services, actor: Actor, keyId: string): Promise<void> {
  await changeApiKeyState(services, actor, keyId, { event: 'api_key.enabled', apply: enableKey })
}

/**
 * Changes a key's state with one conditional statement, `apply`, and records the audit event. A repeated request
 * succeeds and records nothing. @throws Refusal `not_found`, `forbidden`, `conflict` if the key is revoked for good
 */
export async function changeApiKeyState(
  services: Services,
  actor: Actor,
  keyId: string,
  change: Readonly<{ event: EventKind; apply: (trx: DbTransaction, keyId: string, key: ApiKey) => Promise<boolean> }>,
): Promise<void> {
  requireManager(actor)
  await services.db.transaction().execute(async (trx) => {
    const key = await findKey(trx, keyId)
    if (!key) throw new Refusal('not_found')
    requireKeyManager(actor, key.owner)
    if (await change.apply(trx, keyId, key)) {
      await recordEvent(trx, actor, {
        kind: change.event,
        subject: { kind: 'api_key', id: keyId, name: key.name },
        details: { owner: key.owner.name, ownerId: key.owner.id },
      })
    } else if (change.event !== 'api_key.revoked' && (await findKey(trx, keyId))?.state === 'revoked') {
      // Read again: on PostgreSQL another transaction may have revoked the key since the first read.
      throw new Refusal('conflict', { detail: 'the key is revoked' })
    }
  })
}
