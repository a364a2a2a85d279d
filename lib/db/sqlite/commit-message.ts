import SqliteDatabase from 'better-sqlite3'
import type { Outcome } from '#lib/db/sqlite/connection.ts'

/** What the thread that commits is told and answers: errors lose their code on the way, unless they are written down. */
export type CommitOrder = Readonly<{
  statements: readonly Statement[]
  /** How long it may wait for whoever else writes to the file, in milliseconds. */
  limitMs: number
}>

export type Statement = Readonly<{ sql: string; parameters: readonly unknown[] }>

/** One for each statement. */
export type CommitReport = readonly (Outcome | WrittenError)[]

export type WrittenError = Readonly<{ message: string; code: string | undefined }>

export function writeError(error: unknown): WrittenError {
  if (!(error instanceof Error)) return { message: String(error), code: undefined }
  return { message: error.message, code: 'code' in error ? String(error.code) : undefined }
}

export function readError({ message, code }: WrittenError): Error {
  return code === undefined ? new Error(message) : new SqliteDatabase.SqliteError(message, code)
}
