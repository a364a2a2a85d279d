import { Refusal } from '#lib/errors.ts'

/** One answer for whatever is wrong with a key; what it is, is for the log. */
export function invalidClient(detail: string): Refusal {
  return new Refusal('invalid_client', { detail })
}
