import type { GeneratedApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { findHandOver, spendHandOver } from '#lib/domain/keys/api-keys/hand-over-store.ts'
import { generateKeySecret } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { keyEvent } from '#lib/domain/keys/api-keys/key-event.ts'
import { findKey } from '#lib/domain/keys/api-keys/listing-store.ts'
import { insertPendingSecret } from '#lib/domain/keys/api-keys/secret-rotation-store.ts'
import { hasSecret, insertFirstSecret, lockSecretsOf } from '#lib/domain/keys/api-keys/secrets-store.ts'
import { findActiveOwner } from '#lib/domain/keys/api-keys/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Anonymous } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** With the plain secret, which is shown once and stored nowhere. */
export type TakenKey = Omit<GeneratedApiKey, 'sameNameKeyId'> &
  Readonly<{
    /** When the secret lapses unless it is used; null for a key's first secret. */
    lapsesAt: number | null
    /** One of the accounts that the key is limited to. */
    exampleAccountId: string | undefined
  }>

/**
 * Generates the secret that a link hands over. Who creates the link never sees it. Of concurrent attempts, one
 * succeeds.
 * @throws Refusal `link_unusable`
 */
export async function takeHandOver(services: Services, anonymous: Anonymous, token: string): Promise<TakenKey> {
  const tokenHash = sha256(token)
  const keyId = (await findHandOver(services.db, tokenHash))?.keyId
  if (keyId === undefined) throw new Refusal('link_unusable')
  const { secret, stored } = generateKeySecret(services.keys)
  return services.db.transaction().execute(async (trx) => {
    await lockSecretsOf(trx, keyId)
    const spent = await spendHandOver(trx, tokenHash, anonymous.address)
    const key = spent && (await findKey(trx, keyId))
    const owner = key && (await findActiveOwner(trx, key.owner.id))
    // The link is not spent then: it works once the owner is active again.
    if (!owner) throw new Refusal('link_unusable')
    const { createdBy, ...former } = spent
    const added = { keyId, ...stored, createdBy, shownTo: 'recipient' } as const
    const isFirst = !(await hasSecret(trx, keyId))
    const { id: secretId, lapsesAt } = isFirst
      ? await insertFirstSecret(trx, added)
      : await insertPendingSecret(trx, { ...added, ...former })
    await recordEvent(trx, anonymous, keyEvent('api_key.hand_over_used', key, { secretId }))
    const { name, expiresAt, accountIds, scopes } = key
    return {
      id: keyId,
      name,
      secret,
      expiresAt,
      lapsesAt,
      scopes,
      ownerUsername: owner.username,
      exampleAccountId: accountIds?.[0],
    }
  })
}
