import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Ask } from '../harness/http.ts'
import { askRotation, askTokens } from '../harness/protocol.ts'
import type { KnownKey } from './acknowledged-state.ts'
import { presentNewSecret } from './new-secrets.ts'
import { isExpected, retryUntilAnswered } from './retry.ts'
import type { RetryingWorkload } from './retrying-load.ts'

const pauseMs = 1_000

/** Rotates keys and changes to their new secrets, one key after another, until none is left. */
export async function rotateKeys(workload: RetryingWorkload): Promise<void> {
  /** Keys whose last rotation had no response. */
  const unsure = new Set<string>()
  for (let key = workload.keysToRotate.shift(); key && !workload.over; key = workload.keysToRotate.shift()) {
    if (key.pending || (await rotate(workload, key, unsure))) await changeSecret(workload, key)
    await sleep(pauseMs)
  }
}

/** @returns whether the key has a new secret */
async function rotate(workload: RetryingWorkload, key: KnownKey, unsure: Set<string>): Promise<boolean> {
  const ask = () => askRotation(workload.send, { keyId: key.id, secret: key.secret })
  const known = await retryUntilAnswered({ ...workload, ask })
  if (known.unknownOutcomes > 0 || workload.mayAskTwice) unsure.add(key.id)
  // The secret of a request without a response is unknown. A client may ask for another one after ten seconds.
  if (known.answer.status === 429 && unsure.has(key.id)) {
    workload.keysToRotate.push(key)
    return false
  }
  if (!isExpected(workload, known, 200, 'rotation')) return false
  const { secret } = JSON.parse(known.answer.body)
  await workload.ledger.enter({ kind: 'new_secret', keyId: key.id, secret, former: 'retires' })
  return true
}

/** After the first use of its new secret, a key's former one is refused if it has ended, and works if it retires. */
async function changeSecret(workload: RetryingWorkload, key: KnownKey): Promise<void> {
  const { secret, pending } = key
  const send = async (ask: Ask): Promise<Answer> => {
    const known = await retryUntilAnswered({ ...workload, ask: () => workload.send(ask) })
    return known.answer
  }
  for (const { status, body } of await presentNewSecret({ send, ledger: workload.ledger }, key)) {
    if (status !== 200) workload.faults.add(`wrong answer: a new secret answered ${status}`, body.slice(0, 200))
  }
  const former = await retryUntilAnswered({
    ...workload,
    ask: () => askTokens(workload.send, { keyId: key.id, secret }),
  })
  isExpected(workload, former, pending?.former === 'retires' ? 200 : 401, 'a former secret')
}
