import { rotateSecret } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import type { Services } from '#lib/foundation/services.ts'
import { addClient, testOperator } from '../harness/fixtures.ts'
import type { Answer, Send } from '../harness/http.ts'
import { askTokens } from '../harness/protocol.ts'
import type { KnownKey } from './acknowledged-state.ts'
import { enterFamily } from './enter.ts'
import type { Ledger } from './ledger.ts'

const parallelUses = 4

/** Generates keys whose new secret waits for its first use, which ends the former one at once. */
export async function addRotatedKeys(services: Services, ledger: Ledger, count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    const { keyId, ...client } = await addClient(services)
    const { secret } = await rotateSecret(services, testOperator, { keyId, retireAfter: '0' })
    await ledger.enter({ kind: 'key', keyId, ...client })
    await ledger.enter({ kind: 'new_secret', keyId, secret, former: 'ends' })
  }
}

/** Generates keys that rotate themselves. */
export async function addRotatableKeys(services: Services, ledger: Ledger, count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    const { keyId, ...client } = await addClient(services, { rotatable: true })
    await ledger.enter({ kind: 'key', keyId, ...client })
  }
}

/** Uses the new secret of a key several times at once. If all succeed, the one before it has ended, or retires. */
export async function presentNewSecret(
  { send, ledger }: Readonly<{ send: Send; ledger: Ledger }>,
  key: KnownKey,
): Promise<readonly Answer[]> {
  const client = { keyId: key.id, username: key.username, secret: key.pending?.secret ?? '' }
  const answers = await Promise.all(Array.from({ length: parallelUses }, () => askTokens(send, client)))
  const good = answers.filter(({ status }) => status === 200)
  for (const answer of good) await enterFamily(ledger, client, answer)
  if (good.length === parallelUses) await ledger.enter({ kind: 'first_use', keyId: key.id })
  return answers
}
