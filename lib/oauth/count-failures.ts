import { isRefusal, type RefusalCode } from '#lib/errors.ts'
import type { RateLimit } from '#lib/rate-limits.ts'

/** A limit, and under what it counts. */
export type Count = Readonly<{ limit: RateLimit; subject: string }>

/**
 * Makes an attempt and counts it where it is refused with `code`. What succeeds, and what fails for another reason,
 * is not counted.
 * @throws Refusal what the attempt throws, or `too_many_requests` in its place once there were too many
 */
export async function countFailures<T>(
  code: RefusalCode,
  counts: readonly Count[],
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (isRefusal(error) && error.code === code) {
      for (const { limit, subject } of counts) await limit.countFailure(subject)
    }
    throw error
  }
}
