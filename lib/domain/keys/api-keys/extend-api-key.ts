import { z } from 'zod'
import { type ApiKey, mayExtend } from '#lib/domain/keys/api-keys/api-key.ts'
import { extendKey } from '#lib/domain/keys/api-keys/expiry-store.ts'
import { keyEvent } from '#lib/domain/keys/api-keys/key-event.ts'
import { findKey } from '#lib/domain/keys/api-keys/listing-store.ts'
import { getManagedKey } from '#lib/domain/keys/api-keys/managed-key.ts'
import { keyLifeDays } from '#lib/domain/keys/api-keys/schema.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

const extensionSchema = z.object({
  keyId: z.string('required').max(64, 'too_long'),
  /** From now on. */
  days: z.union([z.string(), z.number()], 'malformed').transform(Number).pipe(keyLifeDays),
})

export type ExtensionInput = Readonly<{ keyId: string; days: string | number }>

/**
 * Lets a key expire later, before it has ended. Notices of its expiry are given again for the new time.
 * @returns the new time
 * @throws Refusal `forbidden`, `confirmation_required`, `not_found`; `conflict` if the key is revoked, has expired or
 *   never expires; `input_invalid`, `not_later` unless the new time is later
 */
export async function extendApiKey(services: Services, actor: Actor, input: ExtensionInput): Promise<number> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  const { keyId, days } = parseInput(extensionSchema, input)
  return services.db.transaction().execute(async (trx) => {
    const key = await getManagedKey(trx, actor, { id: keyId })
    return extend(trx, actor, { key, days, field: 'days' })
  })
}

/**
 * Moves the end of a key, with an audit event. The caller authorizes.
 * @param field names the number of days where it is refused
 * @throws Refusal `conflict`, `not_later` as {@link extendApiKey}
 */
export async function extend(
  trx: DbTransaction,
  actor: Actor,
  { key, days, field }: Readonly<{ key: ApiKey; days: number; field: string }>,
): Promise<number> {
  const expiresAt = await extendKey(trx, { keyId: key.id, days })
  if (expiresAt === undefined) throw refusalOf(await findKey(trx, key.id), field)
  await recordEvent(trx, actor, keyEvent('api_key.extended', key, { formerExpiresAt: key.expiresAt, expiresAt }))
  return expiresAt
}

/** Read again: on PostgreSQL another transaction may have revoked the key since the first read. */
function refusalOf(key: ApiKey | undefined, field: string): Refusal {
  if (key && mayExtend(key)) return new Refusal('input_invalid', { fields: { [field]: 'not_later' } })
  return new Refusal('conflict', { detail: 'the key is revoked, has expired or never expires' })
}
