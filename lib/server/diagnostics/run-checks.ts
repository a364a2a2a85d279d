import { existsSync } from 'node:fs'
import { awaitDatabase } from '#lib/foundation/db/await-database.ts'
import { refuseBackup } from '#lib/foundation/db/copy/backup-mark.ts'
import { databaseFile, openDatabase } from '#lib/foundation/db/database.ts'
import { followDatabaseClock } from '#lib/foundation/db/database-clock.ts'
import type { Clock } from '#lib/kernel/clock.ts'
import { type Env, EnvError } from '#lib/kernel/env.ts'
import { checkBreachedPasswords } from '#lib/server/diagnostics/check-breached-passwords.ts'
import {
  checkClock,
  checkFactors,
  checkFile,
  checkLocks,
  checkOrigin,
  checkOwners,
  checkSchema,
  checkServer,
} from '#lib/server/diagnostics/check-database.ts'
import { checkDiskSpace, checkFolder } from '#lib/server/diagnostics/check-folder.ts'
import { checkMasterSecret, checkSigningKeys } from '#lib/server/diagnostics/check-keys.ts'
import { checkMailServer, checkMails } from '#lib/server/diagnostics/check-mail.ts'
import { checkPlatform } from '#lib/server/diagnostics/check-platform.ts'
import { checkProviders } from '#lib/server/diagnostics/check-providers.ts'
import { type CheckResult, fail } from '#lib/server/diagnostics/check-result.ts'
import { checkSessions } from '#lib/server/diagnostics/check-sessions.ts'

/** Checks everything that an operator can fix, and changes nothing. Skips checks whose subject is missing. */
export async function runChecks(env: Env, clock: Clock): Promise<readonly CheckResult[]> {
  const here = await checkHere(env, clock)
  return [
    ...here,
    ...(env.breachedPasswordsFile ? [await checkBreachedPasswords(env.breachedPasswordsFile)] : []),
    ...(env.mail ? [await checkMailServer(env.mail, env)] : []),
    ...(env.platform ? [await checkPlatform(env.platform)] : []),
  ]
}

async function checkHere(env: Env, clock: Clock): Promise<CheckResult[]> {
  if (env.databaseUrl) return checkDatabase(env, clock)
  const folder = checkFolder(env)
  if (!existsSync(databaseFile(env.dataDir))) {
    return [...folder, fail('database', `There is none in ${env.dataDir}: check DATA_DIR, or start the server once.`)]
  }
  return [...folder, checkDiskSpace(env), ...(await checkDatabase(env, clock))]
}

async function checkDatabase(env: Env, clock: Clock): Promise<CheckResult[]> {
  try {
    await using db = openDatabase(env, clock, 'command')
    await awaitDatabase(db, () => undefined, 0)
    await refuseBackup(db)
    const storage = env.databaseUrl ? await checkServer(db) : await checkFile(db)
    const findings = [storage, await checkSchema(db)]
    if (findings.some((finding) => finding.verdict === 'fail')) return findings
    return [
      ...findings,
      ...(env.databaseUrl ? [await checkLocks(db)] : []),
      await checkMasterSecret(db, env),
      await checkSigningKeys(db, env),
      await checkOrigin(db, env),
      await checkOwners(db),
      await checkFactors(db),
      checkSessions(env),
      await checkMails(db, env),
      await checkProviders(db, env),
      await checkClock(db, env.databaseUrl ? await followDatabaseClock(db) : clock),
    ]
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    return [fail('database', error.message)]
  }
}
