import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { databaseFile } from '#lib/foundation/db/database.ts'
import { migrateDatabase } from '#lib/foundation/db/migrate.ts'
import { systemClock } from '#lib/kernel/clock.ts'
import { readEnv } from '#lib/kernel/env.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Holds the data folders of tests, in memory where the machine allows. */
    dataFolders: string
    /** A closed SQLite database of the newest schema, which tests copy. */
    migratedSqliteFile: string
  }
}

const inMemory = '/dev/shm'
const minFreeBytes = 2 ** 31

/**
 * Prepares a migrated database and a place for its copies. In memory fsync takes no time: that a commit survives a
 * power cut is proven only by the resilience tests.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(hasMemoryFolder() ? inMemory : tmpdir(), 'latchkey-tests-'))
  const env = readEnv({ DATA_DIR: join(folder, 'template'), LATCHKEY_SECRET: 'x'.repeat(32) })
  await migrateDatabase(env, systemClock, () => undefined)
  project.provide('dataFolders', folder)
  project.provide('migratedSqliteFile', databaseFile(env.dataDir))
  return () => rmSync(folder, { recursive: true, force: true })
}

function hasMemoryFolder(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= minFreeBytes
  } catch {
    return false
  }
}
