import type { RefusalCode } from '#lib/errors.ts'

/** What is counted: the work of client programs, each kind of refusal, and refusals that can't be explained later. */
export type UsageName =
  | 'token-issued'
  | 'token-refreshed'
  | 'link-issued'
  | 'account-opened'
  | `refused:${RefusalCode}`
  | 'refusal-not-kept'

/** The counts of this process since they were last written (see `startUsageWriter`): no request waits for them. */
export type UsageCounts = Map<UsageName, number>
