import type { KeyUsageName } from '#lib/foundation/buffers/usage-counts.ts'

/** `period`: `hour` or `day`, which begins at `since`. `secret_id` is empty if it is not known. */
export type KeyUsageTable = {
  key_id: string
  period: 'hour' | 'day'
  since: number
  name: KeyUsageName
  secret_id: string
  count: number
  expires_at: number
}

/**
 * `opener`: an API key, or `portal`. Written only by the former version, whose processes run beside these during an
 * upgrade.
 */
export type AccountUsageTable = { account_id: string; day: number; opener: string; count: number; expires_at: number }
