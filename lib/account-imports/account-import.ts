import type { BadRow, ImportCounts } from '#lib/accounts/account-file.ts'
import type { ImportPreview } from '#lib/accounts/preview-import.ts'
import { dayMs, secondMs } from '#lib/clock.ts'

/** How long an uploaded file, and then the result of its import, is kept. */
export const keptMs = dayMs

/** A batch takes far less: an import that has not advanced for this long has stopped. */
export const advanceMs = 10 * secondMs

/** A file that somebody uploaded to import its accounts, and how far that is. */
export type AccountImport = Readonly<{
  id: string
  fileName: string
  /** Good and bad rows of the file, and how many of the good ones are done. */
  rows: number
  badRows: number
  done: number
  counts: ImportCounts
  uploadedAt: number
  /** `checked`: nothing is written yet. `stopped`: it broke off, and can go on where it stood. */
  state: 'checked' | 'running' | 'stopped' | 'finished'
}>

/** What an import would do, for the person who decides about it. */
export type ImportReview = ImportPreview &
  Readonly<{
    badRows: readonly BadRow[]
    unusedColumns: readonly string[]
  }>
