import { existsSync } from 'node:fs'
import type { Clock } from '#lib/clock.ts'
import { awaitDatabase } from '#lib/db/await-database.ts'
import { refuseBackup } from '#lib/db/copy/backup-mark.ts'
import { databaseFile, openDatabase } from '#lib/db/database.ts'
import { followDatabaseClock } from '#lib/db/database-clock.ts'
import { examineClock } from '#lib/diagnostics/examine-clock.ts'
import { examineFile, examineLocks, examineSchema, examineServer } from '#lib/diagnostics/examine-database.ts'
import { examineDiskSpace, examineFolder } from '#lib/diagnostics/examine-folder.ts'
import { examineMasterSecret, examineSigningKeys } from '#lib/diagnostics/examine-keys.ts'
import { examineOwners } from '#lib/diagnostics/examine-owners.ts'
import { examinePlatform } from '#lib/diagnostics/examine-platform.ts'
import { type Finding, fail } from '#lib/diagnostics/finding.ts'
import { type Env, EnvError } from '#lib/env.ts'

/**
 * Looks at everything an operator can mend, and changes nothing. Later checks are left out where an earlier one found
 * nothing that they could look at.
 */
export async function examine(env: Env, clock: Clock): Promise<readonly Finding[]> {
  const here = await examineHere(env, clock)
  return env.platform ? [...here, await examinePlatform(env.platform)] : here
}

async function examineHere(env: Env, clock: Clock): Promise<Finding[]> {
  if (env.databaseUrl) return examineDatabase(env, clock)
  const folder = examineFolder(env)
  if (!existsSync(databaseFile(env.dataDir))) {
    return [...folder, fail('database', `There is none in ${env.dataDir}: check DATA_DIR, or start the server once.`)]
  }
  return [...folder, examineDiskSpace(env), ...(await examineDatabase(env, clock))]
}

async function examineDatabase(env: Env, clock: Clock): Promise<Finding[]> {
  try {
    await using db = openDatabase(env, clock, 'command')
    await awaitDatabase(db, () => undefined, 0)
    await refuseBackup(db)
    const storage = env.databaseUrl ? await examineServer(db) : await examineFile(db)
    const findings = [storage, await examineSchema(db)]
    if (findings.some((finding) => finding.verdict === 'fail')) return findings
    return [
      ...findings,
      ...(env.databaseUrl ? [await examineLocks(db)] : []),
      await examineMasterSecret(db, env),
      await examineSigningKeys(db, env),
      await examineOwners(db),
      await examineClock(db, env.databaseUrl ? await followDatabaseClock(db) : clock),
    ]
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    return [fail('database', error.message)]
  }
}
