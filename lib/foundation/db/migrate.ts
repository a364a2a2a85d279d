import { type Migration, type MigrationResult, Migrator } from 'kysely/migration'
import { awaitDatabase } from '#lib/foundation/db/await-database.ts'
import { refuseBackup } from '#lib/foundation/db/copy/backup-mark.ts'
import { type Database, openDatabase } from '#lib/foundation/db/database.ts'
import { hasTable } from '#lib/foundation/db/has-table.ts'
import * as baseline from '#lib/foundation/db/migrations/0100-baseline.ts'
import * as userNotes from '#lib/foundation/db/migrations/0101-user-notes.ts'
import * as providerTests from '#lib/foundation/db/migrations/0102-provider-tests.ts'
import * as accountWords from '#lib/foundation/db/migrations/0103-account-words.ts'
import type { Clock } from '#lib/kernel/clock.ts'
import { type Env, EnvError } from '#lib/kernel/env.ts'

/** Schema changes, ordered by name. */
export type Steps = Readonly<Record<string, Migration>>

export const migrations: Steps = {
  '0100-baseline': baseline,
  '0101-user-notes': userNotes,
  '0102-provider-tests': providerTests,
  '0103-account-words': accountWords,
}

/** Version 0.1 had steps from 0001 to this one, after which its schema was the one that the baseline creates. */
const lastFormerStep = '0047-search-letters'

function isFormerStep(name: string): boolean {
  return name < '0100'
}

/**
 * Migrates the configured database to the newest schema, over separate connections without a time limit.
 * @param onWait called if the database doesn't answer yet
 * @returns the names of the migrations that ran now
 * @throws EnvError if the database can't be reached or used, has a newer schema, or is a backup
 */
export async function migrateDatabase(env: Env, clock: Clock, onWait: () => void): Promise<readonly string[]> {
  const db = openDatabase(env, clock, 'command')
  try {
    await awaitDatabase(db, onWait)
    await refuseBackup(db)
    return await migrate(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Migrates the database to the newest schema: all migrations or none. Safe to run from several processes at once.
 * @returns the names of the migrations that ran now
 * @throws EnvError if the database has a newer schema, or that of an early build of 0.1
 */
export async function migrate(db: Database, steps = migrations): Promise<readonly string[]> {
  const seen = await listRecordedSteps(db)
  if (seen && compareSteps(seen, steps) === 'newest') return []
  const former = [...(seen ?? [])].filter(isFormerStep)
  if (former.length > 0 && !former.includes(lastFormerStep)) throw new EnvError(tooOld)
  const { error, results = [] } = await createMigrator(db, adoptAfter(former, steps)).migrateToLatest()
  if (error) throw explain(error)
  return results.filter((step: MigrationResult) => step.status === 'Success').map((step) => step.migrationName)
}

const tooOld =
  'The database was made by an early build of Latchkey 0.1: start the build of commit f467790f (version 0.1.0) once, which brings it up to date, and then this one.'

/**
 * A database of 0.1 has the schema of the baseline, which is only recorded. Its former steps stay recorded, too:
 * instances of 0.1 that still run are ready while they find them.
 */
function adoptAfter(former: readonly string[], steps: Steps): Steps {
  if (former.length === 0) return steps
  const done = [...former, '0100-baseline'].map((name) => [name, nothingToDo])
  return { ...steps, ...Object.fromEntries(done) }
}

const nothingToDo: Migration = { up: async () => undefined }

/** The names of the pending migrations. Changes nothing. */
export async function listPendingSteps(db: Database): Promise<readonly string[]> {
  const steps = await createMigrator(db).getMigrations()
  return steps.filter((step) => !step.executedAt).map((step) => step.name)
}

/** How a schema relates to this version: `none` of ours, older, current, or newer. */
export async function compareSchema(db: Database): Promise<'none' | 'older' | 'newest' | 'newer'> {
  const seen = await listRecordedSteps(db)
  return seen ? compareSteps(seen, migrations) : 'none'
}

function compareSteps(seen: ReadonlySet<string>, steps: Steps): 'older' | 'newest' | 'newer' {
  if (![...seen].every((name) => isFormerStep(name) || Object.hasOwn(steps, name))) return 'newer'
  return Object.keys(steps).every((name) => seen.has(name)) ? 'newest' : 'older'
}

/** Whether every migration of this version has run, in one cheap statement. */
export async function hasNewestSchema(db: Database): Promise<boolean> {
  const seen = await listSeenSteps(db)
  return Object.keys(migrations).every((name) => seen.has(name))
}

/** Undefined in a database without our tables. */
async function listRecordedSteps(db: Database): Promise<ReadonlySet<string> | undefined> {
  return (await hasTable(db, 'kysely_migration')) ? listSeenSteps(db) : undefined
}

async function listSeenSteps(db: Database): Promise<ReadonlySet<string>> {
  const steps = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  return new Set(steps.map((step) => step.name))
}

function createMigrator(db: Database, steps = migrations): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => ({ ...steps }) } })
}

function explain(error: unknown): unknown {
  const { message, code } = error as { message?: string; code?: string }
  if (/previously executed migration .* is missing/.test(message ?? '')) {
    return new EnvError('The database was made by a newer version of Latchkey: start that one, or restore a backup.', {
      cause: error,
    })
  }
  // PostgreSQL: insufficient_privilege.
  if (code === '42501') {
    return new EnvError('The user of DATABASE_URL may not make tables there: make it the owner of the database.', {
      cause: error,
    })
  }
  return error
}
