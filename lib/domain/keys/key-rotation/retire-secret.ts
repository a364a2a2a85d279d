import { z } from 'zod'
import { keyEvent } from '#lib/domain/keys/api-keys/key-event.ts'
import { getManagedKey } from '#lib/domain/keys/api-keys/managed-key.ts'
import { hasSecretNamed, retireSecretRow } from '#lib/domain/keys/api-keys/secret-rotation-store.ts'
import { lockSecretsOf, type Used } from '#lib/domain/keys/api-keys/secrets-store.ts'
import { endFamiliesOfSecret } from '#lib/domain/keys/key-rotation/end-families.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

const retirementSchema = z.object({
  keyId: z.string('required').max(64, 'too_long'),
  secretId: z.string('required').max(64, 'too_long'),
  /** Ends the families of the secret, and the account sessions that they opened. */
  endFamilies: z.boolean().default(false),
})

/**
 * Retires a retiring secret now, or discards a pending one.
 * @throws Refusal `forbidden`, `input_invalid`; `not_found` also if the key has no such secret; `conflict` if it is
 *   current, or no longer works
 */
export async function retireSecret(
  services: Services,
  actor: Actor,
  input: z.input<typeof retirementSchema>,
): Promise<void> {
  requireManager(actor, 'keys:write')
  const { keyId, secretId, endFamilies } = parseInput(retirementSchema, input)
  await services.db.transaction().execute(async (trx) => {
    await lockSecretsOf(trx, keyId)
    const key = await getManagedKey(trx, actor, { id: keyId, scope: 'keys:write' })
    const retired = await retireSecretRow(trx, { keyId, secretId })
    if (!retired) throw await refusalOf(trx, { keyId, secretId })
    const families = endFamilies ? await endFamiliesOfSecret(trx, { secretId, ownerId: key.owner.id }) : 0
    const reason = retired.wasPending ? 'discarded' : 'asked'
    await recordEvent(trx, actor, keyEvent('api_key.secret_retired', key, { secretId, reason, families }))
  })
}

async function refusalOf(trx: DbTransaction, secret: Used): Promise<Refusal> {
  if (!(await hasSecretNamed(trx, secret))) return new Refusal('not_found')
  return new Refusal('conflict', { detail: 'the secret is neither retiring nor pending' })
}
