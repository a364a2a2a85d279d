import { reportUsedHandOver } from '#lib/domain/keys/api-keys/hand-over-store.ts'
import { keyEvent } from '#lib/domain/keys/api-keys/key-event.ts'
import { findKey } from '#lib/domain/keys/api-keys/listing-store.ts'
import { endKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Anonymous } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/**
 * Revokes the key of a used link: its recipient did not generate the secret. Of concurrent reports, one succeeds.
 * @throws Refusal `link_unusable` for a link that is unknown, unused or reported
 */
export async function reportHandOver(services: Services, anonymous: Anonymous, token: string): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    const keyId = await reportUsedHandOver(trx, sha256(token))
    const key = keyId === undefined ? undefined : await findKey(trx, keyId)
    if (!key) throw new Refusal('link_unusable')
    if (!(await endKey({ services, trx, actor: anonymous }, key))) return
    await recordEvent(trx, anonymous, keyEvent('api_key.revoked', key, { reason: 'reported' }))
  })
}
