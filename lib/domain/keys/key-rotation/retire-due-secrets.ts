import { keyEvent } from '#lib/domain/keys/api-keys/key-event.ts'
import { findKey } from '#lib/domain/keys/api-keys/listing-store.ts'
import { listDueSecrets, recordRetirement } from '#lib/domain/keys/api-keys/secret-rotation-store.ts'
import { lockSecretsOf } from '#lib/domain/keys/api-keys/secrets-store.ts'
import { endFamiliesOfSecret } from '#lib/domain/keys/key-rotation/end-families.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { maintenanceActor } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomId } from '#lib/kernel/crypto.ts'

/** Secrets per run of maintenance; the next run continues. */
const maxSecrets = 100

/** Records that secrets were retired by the clock, each once, and ends their families if that was chosen. */
export async function retireDueSecrets(services: Services): Promise<void> {
  const actor = maintenanceActor(randomId('req'))
  for (const { secretId, keyId } of await listDueSecrets(services.db, maxSecrets)) {
    await services.db.transaction().execute(async (trx) => {
      await lockSecretsOf(trx, keyId)
      const retired = await recordRetirement(trx, secretId)
      const key = retired && (await findKey(trx, keyId))
      if (!key) return
      const endsFamilies = retired.families === 'end'
      const families = endsFamilies ? await endFamiliesOfSecret(trx, { secretId, ownerId: key.owner.id }) : 0
      await recordEvent(trx, actor, keyEvent('api_key.secret_retired', key, { secretId, reason: 'time', families }))
    })
  }
}
