import { setTimeout as sleep } from 'node:timers/promises'
import { rehearseRetirement } from '#lib/domain/keys/key-rotation/rehearse-retirement.ts'
import { retireDueSecrets } from '#lib/domain/keys/key-rotation/retire-due-secrets.ts'
import { rotateSecret } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import type { Services } from '#lib/foundation/services.ts'
import { hourMs, minuteMs } from '#lib/kernel/clock.ts'
import { type ApiClient, addClient, testOperator } from '../harness/fixtures.ts'
import { askTokens, requireStatus } from '../harness/protocol.ts'
import type { Faults } from '../resilience-test.ts'
import type { DatabaseClock } from './database-clock.ts'
import type { SkewedInstance } from './skewed-instance.ts'

/** When secrets are used, in milliseconds after the end of a retirement, a rehearsal or a pending secret. */
const moments = [-500, -200, -80, -20, 0, 20, 80, 200]
/** The database's clock is moved to this long before the end. */
const leadMs = 1_000

export type SecretEnds = Readonly<{
  services: Services
  clock: DatabaseClock
  instances: readonly SkewedInstance[]
  faults: Faults
}>

/** A secret and the instant, by the database's clock, at which it stops or starts to work. */
type End = Readonly<{ what: string; client: ApiClient; at: number; statusBefore: 200 | 401; on: SkewedInstance }>

/**
 * Lets the retirement of a secret, the rehearsal of another, and pending secrets end at almost the same instant of the
 * database's clock, an hour and seven days after they began, while the clocks of the instances jump apart. Uses the
 * secrets at many moments around.
 * @returns for each use whether it was answered as after the end
 */
export async function passSecretEnds(field: SecretEnds, jumpMs: number): Promise<readonly boolean[]> {
  const { services, clock, instances } = field
  const lapses = await addPendingSecrets(field)
  const lapseAt = Math.min(...lapses.map(({ at }) => at))
  await clock.set(lapseAt - hourMs)
  const retiring = await addRetiringSecret(field, '1h')
  const rehearsed = await addRetiringSecret(field, '24h')
  await Promise.all(instances.map((instance, index) => instance.jump(index % 2 === 0 ? jumpMs : -jumpMs)))
  await clock.set(retiring.at - minuteMs)
  const { until } = await rehearseRetirement(services, testOperator, { keyId: rehearsed.client.keyId, minutes: 1 })
  await clock.set(Math.min(lapseAt, retiring.at, until) + Math.min(...moments) - leadMs)
  const ends = instances.flatMap((on): End[] => [
    { what: 'a retiring secret', ...retiring, statusBefore: 200, on },
    { what: 'a rehearsed secret', client: rehearsed.client, at: until, statusBefore: 401, on },
  ])
  const uses = ends.flatMap((end) => moments.map((afterMs) => ({ end, afterMs })))
  const firstUses = lapses.map((end, index) => ({ end, afterMs: moments[index % moments.length] ?? 0 }))
  const answers = await Promise.all([...uses, ...firstUses].map((use) => useAround(field, use)))
  await verifyRetirement(field, retiring)
  return answers
}

/** A key with a pending secret for each moment and instance, whose first use is possible once. */
async function addPendingSecrets({ services, instances }: SecretEnds): Promise<readonly End[]> {
  const ends: End[] = []
  for (const on of instances) {
    for (let made = 0; made < moments.length; made++) {
      const client = await addClient(services)
      const { secret, lapsesAt } = await rotateSecret(services, testOperator, { keyId: client.keyId })
      ends.push({ what: 'a pending secret', client: { ...client, secret }, at: lapsesAt, statusBefore: 200, on })
    }
  }
  return ends
}

/** Rotates a new key and uses the new secret. @returns the former secret and its end */
async function addRetiringSecret(
  { services, instances }: SecretEnds,
  retireAfter: '1h' | '24h',
): Promise<Pick<End, 'client' | 'at'>> {
  const client = await addClient(services)
  const { secret } = await rotateSecret(services, testOperator, { keyId: client.keyId, retireAfter })
  for (const { send } of instances) requireStatus(await askTokens(send, { ...client, secret }), 200)
  const { retires_at } = await services.db
    .selectFrom('key_secrets')
    .select('retires_at')
    .where('key_id', '=', client.keyId)
    .where('retiring_since', 'is not', null)
    .executeTakeFirstOrThrow()
  return { client, at: retires_at ?? 0 }
}

/** @returns whether the answer is the one after the end */
async function useAround(
  { clock, faults }: SecretEnds,
  { end, afterMs }: Readonly<{ end: End; afterMs: number }>,
): Promise<boolean> {
  const { what, client, at, statusBefore, on } = end
  await sleep(Math.max(0, at + afterMs - clock.now()))
  const sentAfterMs = clock.now() - at
  const { status } = await askTokens(on.send, client)
  const answeredAfterMs = clock.now() - at
  const detail = `${on.name}, asked at ${sentAfterMs} ms, answered at ${answeredAfterMs} ms`
  if (status !== 200 && status !== 401) faults.add(`${what} answered ${status}`, detail)
  else if (status === statusBefore && sentAfterMs >= 0) faults.add(`${what} answered ${status} too late`, detail)
  else if (status !== statusBefore && answeredAfterMs < 0) faults.add(`${what} answered ${status} too early`, detail)
  return status !== statusBefore
}

/** Maintenance records a retirement once. Then it is final, even if the database's clock goes back. */
async function verifyRetirement(
  { services, clock, instances, faults }: SecretEnds,
  { client }: Pick<End, 'client'>,
): Promise<void> {
  await Promise.all([retireDueSecrets(services), retireDueSecrets(services)])
  const events = services.db.selectFrom('audit_events').select('id').where('subject_id', '=', client.keyId)
  const { length } = await events.where('kind', '=', 'api_key.secret_retired').execute()
  if (length !== 1) faults.add(`a retirement with ${length} events`, client.keyId)
  await clock.set(clock.now() - hourMs)
  for (const { name, send } of instances) {
    const { status } = await askTokens(send, client)
    if (status !== 401) faults.add(`resurrected: a secret, ${status}`, name)
  }
}
