import type { RefusalCode } from '#lib/errors.ts'

/** What is counted: the work of client programs, and each kind of refusal. */
export type UsageName = 'token-issued' | 'token-refreshed' | 'link-issued' | 'account-opened' | `refused:${RefusalCode}`

/** The counts of this process since they were last written (see `startUsageWriter`): no request waits for them. */
export type UsageCounts = Map<UsageName, number>
