import { existsSync, readFileSync, statSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Engine } from '../harness/databases.ts'
import { CannotRun } from '../resilience-test.ts'
import { type SweptTable, sweptTables } from './past-rows.ts'

/** A sample, taken every few seconds. */
export type Sample = Readonly<{
  /** Since the start of the run. */
  minutes: number
  memoryMiB: number
  rows: Readonly<Record<SweptTable, number>>
}>

const bytesPerMiB = 2 ** 20

/** @throws CannotRun if the system does not report the memory of a process */
export async function takeSample(db: Db, pid: number, minutes: number): Promise<Sample> {
  const counts = []
  for (const table of sweptTables) {
    const { rows } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    counts.push([table, rows] as const)
  }
  const rows = Object.fromEntries(counts) as Sample['rows']
  return { minutes, memoryMiB: readMemory(pid), rows }
}

/** The private memory of the process. */
function readMemory(pid: number): number {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) throw new CannotRun('this system does not tell by /proc how much memory a process has')
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1]
  return Number(kibibytes) / 1_024
}

/** The size of the database on disk, on SQLite with its write-ahead log. */
export async function readDatabaseSize(engine: Engine, db: Db, file: string): Promise<number> {
  if (engine === 'sqlite') {
    const files = [file, `${file}-wal`].filter((name) => existsSync(name))
    return files.reduce((total, name) => total + statSync(name).size, 0) / bytesPerMiB
  }
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
  return (rows[0]?.bytes ?? 0) / bytesPerMiB
}
