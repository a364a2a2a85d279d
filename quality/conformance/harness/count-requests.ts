import { isComplete } from './complete.ts'

/**
 * How many random requests a test sends, unless `CONFORMANCE_REQUESTS` says it.
 * @param complete the number with `npm run conformance`; `npm test` sends a fifth
 */
export function countRequests(complete: number): number {
  return Number(process.env.CONFORMANCE_REQUESTS ?? (isComplete ? complete : complete / 5))
}
