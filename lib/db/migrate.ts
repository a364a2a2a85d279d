import { type MigrationResult, Migrator } from 'kysely/migration'
import type { Database } from '#lib/db/database.ts'
import * as firstTables from '#lib/db/migrations/0001-first-tables.ts'

const migrations = {
  '0001-first-tables': firstTables,
}

/**
 * Brings the database to the newest schema: all steps or none. Safe to start from several processes at once.
 * @returns the names of the steps that ran now
 */
export async function migrate(db: Database): Promise<readonly string[]> {
  const { error, results = [] } = await createMigrator(db).migrateToLatest()
  if (error) throw error
  return results.filter((step: MigrationResult) => step.status === 'Success').map((step) => step.migrationName)
}

/** The names of the steps that this database has not seen yet. Changes nothing. */
export async function listPendingSteps(db: Database): Promise<readonly string[]> {
  const steps = await createMigrator(db).getMigrations()
  return steps.filter((step) => !step.executedAt).map((step) => step.name)
}

function createMigrator(db: Database): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => migrations } })
}
