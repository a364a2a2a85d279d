import type { ImportCounts } from '#lib/domain/accounts/account-imports/account-file.ts'
import { dayMs, secondMs } from '#lib/kernel/clock.ts'

/** How long an uploaded file, and then the result of its import, is kept. */
export const retentionMs = dayMs

/** An import without progress for this long has stopped: a batch takes far less. */
export const stoppedAfterMs = 10 * secondMs

/** An uploaded file of accounts and the progress of its import. */
export type AccountImport = Readonly<{
  id: string
  fileName: string
  /** Number of good rows. */
  rows: number
  badRows: number
  /** Number of good rows that are imported. */
  done: number
  counts: ImportCounts
  uploadedAt: number
  /** `checked`: nothing is written yet. `stopped`: interrupted, and can be continued. */
  state: 'checked' | 'running' | 'stopped' | 'finished'
}>
