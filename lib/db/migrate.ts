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
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.filter((step: MigrationResult) => step.status === 'Success').map((step) => step.migrationName)
}
