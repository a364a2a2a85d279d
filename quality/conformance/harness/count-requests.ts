/**
 * How many random requests a test sends, unless `CONFORMANCE_REQUESTS` says it.
 * @param complete the number with `npm run conformance`; `npm test` sends a fifth
 */
export function countRequests(complete: number): number {
  const { CONFORMANCE_REQUESTS, CONFORMANCE_EXTENDED } = process.env
  return Number(CONFORMANCE_REQUESTS ?? (CONFORMANCE_EXTENDED ? complete : complete / 5))
}
