import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import type { CallLimit, LimitMode } from '#lib/domain/keys/api-keys/call-limit.ts'
import { type CallLimitInput, callLimitSchema } from '#lib/domain/keys/api-keys/call-limit-schema.ts'
import { sumExcess, writeCallLimit } from '#lib/domain/keys/api-keys/call-limit-store.ts'
import { keyEvent } from '#lib/domain/keys/api-keys/key-event.ts'
import { getManagedKey } from '#lib/domain/keys/api-keys/managed-key.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/**
 * Sets how many calls of a key are accepted, or removes the limit. It applies from the next call.
 * @throws Refusal `forbidden`, `confirmation_required`, `not_found`, `conflict` if the key is revoked, or
 *   `input_invalid`
 */
export async function setCallLimit(services: Services, actor: Actor, input: CallLimitInput): Promise<void> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  const { keyId, limit } = parseInput(callLimitSchema, input)
  await services.db.transaction().execute(async (trx) => {
    await changeCallLimit(trx, actor, { key: await getManagedKey(trx, actor, { id: keyId }), limit })
  })
}

/** Sets the limit, with an audit event. The caller authorizes. @throws Refusal `conflict` if the key is revoked */
export async function changeCallLimit(
  trx: DbTransaction,
  actor: Actor,
  { key, limit }: Readonly<{ key: ApiKey; limit: CallLimit | null }>,
): Promise<void> {
  if (!(await writeCallLimit(trx, key.id, limit))) throw new Refusal('conflict', { detail: 'the key is revoked' })
  const facts = { mode: limit?.mode ?? 'off', perMinute: limit?.perMinute ?? null, perDay: limit?.perDay ?? null }
  await recordEvent(trx, actor, keyEvent('api_key.limited', key, facts))
}

/** A key's calls beyond its limits, by mode. */
export type ExcessByMode = Readonly<Record<LimitMode, number>>

/** A key's calls beyond its limits in the last 24 hours. @throws Refusal `forbidden`, `not_found` */
export async function countExcess({ db }: Services, actor: Actor, keyId: string): Promise<ExcessByMode> {
  requireManager(actor, 'keys:read')
  await getManagedKey(db, actor, { id: keyId, scope: 'keys:read' })
  return sumExcess(db, keyId)
}
