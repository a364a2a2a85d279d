import { z } from 'zod'
import { keyEvent } from '#lib/domain/keys/api-keys/key-event.ts'
import { maxRehearsalMinutes } from '#lib/domain/keys/api-keys/key-secret.ts'
import { getManagedKey, requireWithinReach } from '#lib/domain/keys/api-keys/managed-key.ts'
import { endRehearsalRow, startRehearsal } from '#lib/domain/keys/api-keys/secret-rotation-store.ts'
import { lockSecretsOf } from '#lib/domain/keys/api-keys/secrets-store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

const rehearsalSchema = z.object({
  keyId: z.string('required').max(64, 'too_long'),
  minutes: z.coerce
    .number('malformed')
    .int('malformed')
    .min(1, 'out_of_range')
    .max(maxRehearsalMinutes, 'out_of_range')
    .default(5),
})

/** The refused secret, and when it works again. */
export type Rehearsal = Readonly<{ secretId: string; until: number }>

/**
 * Refuses the retiring secret of a key for some minutes, by the database's clock, as its retirement will. Its families
 * are not affected.
 * @throws Refusal `forbidden`, as {@link requireWithinReach} also does, `input_invalid`, `not_found`; `conflict` if no
 *   secret of the key is retiring
 */
export async function rehearseRetirement(
  services: Services,
  actor: Actor,
  input: z.input<typeof rehearsalSchema>,
): Promise<Rehearsal> {
  requireManager(actor, 'keys:write')
  const { keyId, minutes } = parseInput(rehearsalSchema, input)
  return services.db.transaction().execute(async (trx) => {
    await lockSecretsOf(trx, keyId)
    const key = await getManagedKey(trx, actor, { id: keyId, scope: 'keys:write' })
    requireWithinReach(actor, key)
    const rehearsal = await startRehearsal(trx, keyId, minutes * minuteMs)
    if (!rehearsal) throw new Refusal('conflict', { detail: 'no secret of the key is retiring' })
    const { secretId } = rehearsal
    await recordEvent(trx, actor, keyEvent('api_key.secret_rehearsed', key, { secretId, minutes }))
    return rehearsal
  })
}

/** Ends a rehearsal early. @throws Refusal `forbidden`, as {@link requireWithinReach} also does, `not_found` */
export async function endRehearsal(services: Services, actor: Actor, keyId: string): Promise<void> {
  requireManager(actor, 'keys:write')
  await services.db.transaction().execute(async (trx) => {
    await lockSecretsOf(trx, keyId)
    const key = await getManagedKey(trx, actor, { id: keyId, scope: 'keys:write' })
    requireWithinReach(actor, key)
    const secretId = await endRehearsalRow(trx, keyId)
    if (secretId === undefined) return
    await recordEvent(trx, actor, keyEvent('api_key.rehearsal_ended', key, { secretId }))
  })
}
