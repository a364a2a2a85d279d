import { rotateSecret } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import type { Services } from '#lib/foundation/services.ts'
import { testOperator } from '../harness/fixtures.ts'
import type { WebhookReceiver } from '../harness/webhook-receiver.ts'
import { addRotatedKeys } from '../ledger/new-secrets.ts'
import { addReceiver } from '../ledger/verify-deliveries.ts'
import { type Verification, verifyAnswers } from '../ledger/verify-responses.ts'

const pendingKeys = 3

/**
 * Rotates the keys of the past, so that secrets are pending, current, retiring and retired, and sends the journal to a
 * webhook endpoint from its first entry.
 */
export async function beginRotations(
  services: Services,
  verification: Verification,
  receiver: WebhookReceiver,
): Promise<void> {
  const { state, ledger } = verification
  await addReceiver(services, receiver)
  const keys = [...state.keys.values()].filter((key) => state.isUsable(key))
  for (const [index, { id: keyId }] of keys.entries()) {
    const [retireAfter, former] = index % 2 === 0 ? (['24h', 'retires'] as const) : (['0', 'ends'] as const)
    const { secret } = await rotateSecret(services, testOperator, { keyId, retireAfter })
    await ledger.enter({ kind: 'new_secret', keyId, secret, former })
  }
  await verifyAnswers(verification, { families: [], grants: [], keys })
  await addRotatedKeys(services, ledger, pendingKeys)
}
