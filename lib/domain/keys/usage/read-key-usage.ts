import { findApiKey } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import {
  bucketsOf,
  firstBucket,
  type SecretUsage,
  sumBySecret,
  toBuckets,
  type UsageBucket,
  type UsagePeriod,
} from '#lib/domain/keys/usage/key-usage.ts'
import { findCurrentSecret, listKeyUsage } from '#lib/domain/keys/usage/key-usage-store.ts'
import { writeUsage } from '#lib/domain/keys/usage/write-usage.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

export type KeyUsage = Readonly<{
  buckets: readonly UsageBucket[]
  /** The same by secret. */
  bySecret: readonly SecretUsage[]
  /** When the current secret replaced another one; null if it is the first. */
  rotatedAt: number | null
}>

/** What a key did in a period. @throws Refusal `forbidden`; `not_found` if the actor may not manage the key */
export async function readKeyUsage(
  services: Services,
  actor: Actor,
  { keyId, period }: Readonly<{ keyId: string; period: UsagePeriod }>,
): Promise<KeyUsage> {
  if (!(await findApiKey(services, actor, keyId))) throw new Refusal('not_found')
  const { db, clock } = services
  // What this process has counted since its last interval: a page says "last used 2 seconds ago" and counts it too.
  await writeUsage(services)
  const now = clock.now()
  const [rows, secret] = await Promise.all([
    listKeyUsage(db, keyId, { period: bucketsOf[period].rows, since: firstBucket(period, now) }),
    findCurrentSecret(db, keyId),
  ])
  const rotatedAt = secret?.isFirst === false ? secret.since : null
  const buckets = toBuckets(rows, { period, now, currentSecretId: secret?.id })
  return { buckets, bySecret: sumBySecret(rows), rotatedAt }
}
