import { z } from 'zod'
import type { Actor } from '#lib/actor.ts'
import { extendKey } from '#lib/api-keys/expiry-store.ts'
import { findKey } from '#lib/api-keys/listing-store.ts'
import { maxKeyLifeDays } from '#lib/api-keys/schema.ts'
import { recordEvent } from '#lib/audit/store.ts'
import { Refusal } from '#lib/errors.ts'
import { parseInput } from '#lib/parse-input.ts'
import { requireKeyManager, requireManager, requireRecentConfirmation } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

const extensionSchema = z.object({
  keyId: z.string('required').max(64, 'too_long'),
  /** From now on. */
  days: z.coerce.number('malformed').int('malformed').min(1, 'out_of_range').max(maxKeyLifeDays, 'out_of_range'),
})

export type ExtensionInput = Readonly<{ keyId: string; days: string | number }>

/**
 * Lets a key expire later, before it has ended. Notices of its expiry are given again for the new time.
 * @returns the new time
 * @throws Refusal `forbidden`, `confirmation_required`, `not_found`; `conflict` if the key is revoked, has expired or never
 *   expires; `input_invalid`, `not_later` unless the new time is later
 */
export async function extendApiKey(services: Services, actor: Actor, input: ExtensionInput): Promise<number> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  const { keyId, days } = parseInput(extensionSchema, input)
  return services.db.transaction().execute(async (trx) => {
    const key = await findKey(trx, keyId)
    if (!key) throw new Refusal('not_found')
    requireKeyManager(actor, key.owner)
    const expiresAt = await extendKey(trx, { keyId, days })
    if (expiresAt === undefined) throw refusalOf(await findKey(trx, keyId))
    await recordEvent(trx, actor, {
      kind: 'api_key.extended',
      subject: { kind: 'api_key', id: keyId, name: key.name },
      details: { owner: key.owner.name, ownerId: key.owner.id, formerExpiresAt: key.expiresAt, expiresAt },
    })
    return expiresAt
  })
}

function refusalOf(key: Awaited<ReturnType<typeof findKey>>): Refusal {
  const isEnded = key === undefined || key.state === 'revoked' || key.state === 'expired'
  if (isEnded || key.expiresAt === null) {
    return new Refusal('conflict', { detail: 'the key is revoked, has expired or never expires' })
  }
  return new Refusal('input_invalid', { fields: { days: 'not_later' } })
}
