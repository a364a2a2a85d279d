import { type Migration, type MigrationResult, Migrator } from 'kysely/migration'
import type { Clock } from '#lib/clock.ts'
import { awaitDatabase } from '#lib/db/await-database.ts'
import { refuseBackup } from '#lib/db/copy/backup-mark.ts'
import { type Database, openDatabase } from '#lib/db/database.ts'
import * as firstTables from '#lib/db/migrations/0001-first-tables.ts'
import * as instances from '#lib/db/migrations/0002-instances.ts'
import * as accountSearch from '#lib/db/migrations/0003-account-search.ts'
import * as maintenance from '#lib/db/migrations/0004-housekeeping.ts'
import * as fewerIndexes from '#lib/db/migrations/0005-fewer-indexes.ts'
import * as scopes from '#lib/db/migrations/0006-scopes.ts'
import * as signInLimits from '#lib/db/migrations/0007-sign-in-limits.ts'
import * as accountSpellings from '#lib/db/migrations/0008-account-spellings.ts'
import * as sessionFamilies from '#lib/db/migrations/0009-session-families.ts'
import * as lockRows from '#lib/db/migrations/0010-lock-rows.ts'
import * as pinOrder from '#lib/db/migrations/0011-pin-order.ts'
import * as accountCounter from '#lib/db/migrations/0012-account-counter.ts'
import * as keyPages from '#lib/db/migrations/0013-key-pages.ts'
import * as accountLists from '#lib/db/migrations/0014-account-lists.ts'
import * as usageHours from '#lib/db/migrations/0015-usage-hours.ts'
import * as activityFilters from '#lib/db/migrations/0016-activity-filters.ts'
import * as accessRequests from '#lib/db/migrations/0017-access-requests.ts'
import * as activityViews from '#lib/db/migrations/0018-activity-views.ts'
import * as firstSteps from '#lib/db/migrations/0019-first-steps.ts'
import * as accountGroups from '#lib/db/migrations/0020-account-groups.ts'
import * as profile from '#lib/db/migrations/0022-profile.ts'
import * as activityNetworks from '#lib/db/migrations/0024-activity-networks.ts'
import * as organization from '#lib/db/migrations/0025-organization.ts'
import * as journal from '#lib/db/migrations/0026-journal.ts'
import * as webhooks from '#lib/db/migrations/0027-webhooks.ts'
import * as keySecrets from '#lib/db/migrations/0028-key-secrets.ts'
import * as mail from '#lib/db/migrations/0029-mail.ts'
import * as keyNotices from '#lib/db/migrations/0030-key-notices.ts'
import * as refusals from '#lib/db/migrations/0031-refusals.ts'
import * as grantReceipts from '#lib/db/migrations/0032-grant-receipts.ts'
import * as usageByKey from '#lib/db/migrations/0033-usage-by-key.ts'
import * as keyLimits from '#lib/db/migrations/0034-key-limits.ts'
import * as handOvers from '#lib/db/migrations/0035-hand-overs.ts'
import * as secretHashIndex from '#lib/db/migrations/0036-secret-hash-index.ts'
import * as secondFactors from '#lib/db/migrations/0037-second-factors.ts'
import * as seenSecrets from '#lib/db/migrations/0038-seen-secrets.ts'
import * as groupMappings from '#lib/db/migrations/0039-group-mappings.ts'
import * as signInProviders from '#lib/db/migrations/0040-sign-in-providers.ts'
import * as scim from '#lib/db/migrations/0041-scim.ts'
import * as idempotencyKeys from '#lib/db/migrations/0042-idempotency-keys.ts'
import * as publicKeys from '#lib/db/migrations/0043-public-keys.ts'
import * as dpop from '#lib/db/migrations/0044-dpop.ts'
import * as issuer from '#lib/db/migrations/0045-issuer.ts'
import * as provenNames from '#lib/db/migrations/0046-proven-names.ts'
import * as searchLetters from '#lib/db/migrations/0047-search-letters.ts'
import { type Env, EnvError } from '#lib/env.ts'

/** Schema changes, ordered by name. */
export type Steps = Readonly<Record<string, Migration>>

export const migrations: Steps = {
  '0001-first-tables': firstTables,
  '0002-instances': instances,
  '0003-account-search': accountSearch,
  '0004-housekeeping': maintenance,
  '0005-fewer-indexes': fewerIndexes,
  '0006-scopes': scopes,
  '0007-sign-in-limits': signInLimits,
  '0008-account-spellings': accountSpellings,
  '0009-session-families': sessionFamilies,
  '0010-lock-rows': lockRows,
  '0011-pin-order': pinOrder,
  '0012-account-counter': accountCounter,
  '0013-key-pages': keyPages,
  '0014-account-lists': accountLists,
  '0015-usage-hours': usageHours,
  '0016-activity-filters': activityFilters,
  '0017-access-requests': accessRequests,
  '0018-activity-views': activityViews,
  '0019-first-steps': firstSteps,
  '0020-account-groups': accountGroups,
  '0022-profile': profile,
  '0024-activity-networks': activityNetworks,
  '0025-organization': organization,
  '0026-journal': journal,
  '0027-webhooks': webhooks,
  '0028-key-secrets': keySecrets,
  '0029-mail': mail,
  '0030-key-notices': keyNotices,
  '0031-refusals': refusals,
  '0032-grant-receipts': grantReceipts,
  '0033-usage-by-key': usageByKey,
  '0034-key-limits': keyLimits,
  '0035-hand-overs': handOvers,
  '0036-secret-hash-index': secretHashIndex,
  '0037-second-factors': secondFactors,
  '0038-seen-secrets': seenSecrets,
  '0039-group-mappings': groupMappings,
  '0040-sign-in-providers': signInProviders,
  '0041-scim': scim,
  '0042-idempotency-keys': idempotencyKeys,
  '0043-public-keys': publicKeys,
  '0044-dpop': dpop,
  '0045-issuer': issuer,
  '0046-proven-names': provenNames,
  '0047-search-letters': searchLetters,
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
 */
export async function migrate(db: Database, steps = migrations): Promise<readonly string[]> {
  const { error, results = [] } = await createMigrator(db, steps).migrateToLatest()
  if (error) throw explain(error)
  return results.filter((step: MigrationResult) => step.status === 'Success').map((step) => step.migrationName)
}

/** The names of the pending migrations. Changes nothing. */
export async function listPendingSteps(db: Database): Promise<readonly string[]> {
  const steps = await createMigrator(db).getMigrations()
  return steps.filter((step) => !step.executedAt).map((step) => step.name)
}

/** How a schema relates to this version: `none` of ours, older, current, or newer. */
export async function compareSchema(db: Database): Promise<'none' | 'older' | 'newest' | 'newer'> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return 'none'
  const seen = await listSeenSteps(db)
  if (![...seen].every((name) => Object.hasOwn(migrations, name))) return 'newer'
  return Object.keys(migrations).every((name) => seen.has(name)) ? 'newest' : 'older'
}

/** Whether every migration of this version has run, in one cheap statement. */
export async function hasNewestSchema(db: Database): Promise<boolean> {
  const seen = await listSeenSteps(db)
  return Object.keys(migrations).every((name) => seen.has(name))
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
