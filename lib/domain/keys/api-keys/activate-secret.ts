import type { KeyCredential } from '#lib/domain/keys/api-keys/credential-store.ts'
import { activateSecretRow } from '#lib/domain/keys/api-keys/secret-rotation-store.ts'
import { lockSecretsOf } from '#lib/domain/keys/api-keys/secrets-store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { RequestContext } from '#lib/kernel/request-context.ts'

/**
 * The first use of a pending secret, by a client that has authenticated with it: the secret becomes current, and the
 * retirement of the one before it starts. Of concurrent first uses, one does this and records it.
 */
export async function activateSecret(
  services: Services,
  context: RequestContext,
  { key, secretId }: Readonly<{ key: KeyCredential; secretId: string }>,
): Promise<void> {
  const { ownerId, ownerName: owner } = key
  await services.db.transaction().execute(async (trx) => {
    await lockSecretsOf(trx, key.id)
    const activated = await activateSecretRow(trx, { keyId: key.id, secretId })
    if (!activated) return
    await recordEvent(
      trx,
      { kind: 'program', userId: ownerId, name: key.name, ...context },
      {
        kind: 'api_key.secret_activated',
        subject: { kind: 'api_key', id: key.id, name: key.name },
        details: { owner, ownerId, secretId, ...activated },
      },
    )
  })
}
