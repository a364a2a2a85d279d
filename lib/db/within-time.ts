import { databaseOutage } from '#lib/db/unavailable.ts'

/**
 * The result of the work if it settles within `limitMs`; the work may continue afterwards. @throws Refusal
 * `temporarily_unavailable`
 */
export async function withinTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  if (limitMs === Number.POSITIVE_INFINITY) return work
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(databaseOutage()), Math.max(0, limitMs))
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
