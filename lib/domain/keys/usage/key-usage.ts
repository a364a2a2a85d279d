import type { KeyUsageRow } from '#lib/domain/keys/usage/key-usage-store.ts'
import { dayMs, hourMs } from '#lib/kernel/clock.ts'

/** The periods that a key's page shows. */
export const usagePeriods = ['day', 'month', 'year'] as const
export type UsagePeriod = (typeof usagePeriods)[number]

type Counts = { current: number; earlier: number; opened: number; refused: number }

/** An hour, a day or a week, from `since` on. Calls are split by secret. */
export type UsageBucket = Readonly<Counts & { since: number }>

/** What was done with one secret in a period. `secretId` is empty for what no known secret did. */
export type SecretUsage = Readonly<{ secretId: string; calls: number; opened: number; refused: number }>

const weekMs = 7 * dayMs

/** How many buckets of which length; a year has weeks, so that each bar can be seen. */
export const bucketsOf = {
  day: { count: 24, lengthMs: hourMs, rows: 'hour' },
  month: { count: 30, lengthMs: dayMs, rows: 'day' },
  year: { count: 52, lengthMs: weekMs, rows: 'day' },
} as const satisfies Record<UsagePeriod, Readonly<{ count: number; lengthMs: number; rows: 'hour' | 'day' }>>

/** The start of the first bucket; the last one contains this hour, or ends with this day. Hours and days are in UTC. */
export function firstBucket(period: UsagePeriod, now: number): number {
  const { count, lengthMs, rows } = bucketsOf[period]
  const unitMs = rows === 'hour' ? hourMs : dayMs
  return now - (now % unitMs) + unitMs - count * lengthMs
}

/** Every bucket of the period, the earliest first. */
export function toBuckets(
  rows: readonly KeyUsageRow[],
  { period, now, currentSecretId }: Readonly<{ period: UsagePeriod; now: number; currentSecretId: string | undefined }>,
): UsageBucket[] {
  const { count, lengthMs } = bucketsOf[period]
  const first = firstBucket(period, now)
  const buckets = Array.from({ length: count }, (_, index) => ({
    since: first + index * lengthMs,
    current: 0,
    earlier: 0,
    opened: 0,
    refused: 0,
  }))
  for (const { since, name, secretId, count: added } of rows) {
    const bucket = buckets[Math.floor((since - first) / lengthMs)]
    if (bucket) bucket[seriesOf(name, secretId === currentSecretId)] += added
  }
  return buckets
}

/** The use of each secret that was used. */
export function sumBySecret(rows: readonly KeyUsageRow[]): SecretUsage[] {
  const sums = new Map<string, { calls: number; opened: number; refused: number }>()
  for (const { name, secretId, count } of rows) {
    const sum = sums.get(secretId) ?? { calls: 0, opened: 0, refused: 0 }
    const series = seriesOf(name, true)
    sum[series === 'opened' || series === 'refused' ? series : 'calls'] += count
    sums.set(secretId, sum)
  }
  return [...sums].map(([secretId, sum]) => ({ secretId, ...sum }))
}

function seriesOf(name: KeyUsageRow['name'], isCurrent: boolean): keyof Counts {
  if (name === 'account-opened') return 'opened'
  if (name === 'refused') return 'refused'
  return isCurrent ? 'current' : 'earlier'
}
