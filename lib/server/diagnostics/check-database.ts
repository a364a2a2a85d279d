import { countMissingFactors } from '#lib/domain/sign-in/sign-in-policy/read-policy.ts'
import { findPolicy } from '#lib/domain/sign-in/sign-in-policy/store.ts'
import type { Database } from '#lib/foundation/db/database.ts'
import { doLocksExclude } from '#lib/foundation/db/lock.ts'
import { listPendingSteps } from '#lib/foundation/db/migrate.ts'
import { readServerHealth } from '#lib/foundation/db/postgres/health.ts'
import { findDamage, isDurable } from '#lib/foundation/db/sqlite/health.ts'
import { findIssuer } from '#lib/foundation/server-keys/store.ts'
import { type Clock, secondMs } from '#lib/kernel/clock.ts'
import type { Env } from '#lib/kernel/env.ts'
import { type CheckResult, countOf, fail, ok, warn } from '#lib/server/diagnostics/check-result.ts'
import { countActiveOwners, findNewestEventAt } from '#lib/server/diagnostics/store.ts'

/** Connections that one more instance needs. */
const fewConnections = 10

/** Whether the file is intact and commits survive a power loss. */
export async function checkFile(db: Database): Promise<CheckResult> {
  const damage = await findDamage(db)
  if (damage.length > 0) {
    return fail('database', `The file is damaged (${damage.join('; ')}): stop the server and restore a backup.`)
  }
  if (!(await isDurable(db))) {
    return fail('database', 'It cannot keep a write-ahead log where it lies: move DATA_DIR to a local disk.')
  }
  return ok('database', 'The file is whole, and what is committed survives a power cut.')
}

/** Whether the server keeps acknowledged commits, uses every index, and has free connections. */
export async function checkServer(db: Database): Promise<CheckResult> {
  const { version, unsafeSettings, invalidIndexes, connectionsLeft } = await readServerHealth(db)
  if (unsafeSettings.length > 0) {
    const settings = unsafeSettings.join(', ')
    return fail(
      'database',
      `PostgreSQL runs with ${settings}: a power cut would lose what was acknowledged. Set it on.`,
    )
  }
  if (invalidIndexes.length > 0) {
    return warn(
      'database',
      `These indexes are not used, since making them failed: ${invalidIndexes.join(', ')}. Reindex them.`,
    )
  }
  if (connectionsLeft < fewConnections) {
    return warn('database', `PostgreSQL ${version} has ${connectionsLeft} connections left: raise max_connections.`)
  }
  return ok('database', `PostgreSQL ${version}; what is committed survives a power cut.`)
}

/** Whether a named lock excludes, on two connections. */
export async function checkLocks(db: Database): Promise<CheckResult> {
  if (await doLocksExclude(db)) return ok('locks', 'A lock that one connection holds keeps out another.')
  return fail(
    'locks',
    'This engine does not honor row locks, so that changes at the same moment can contradict each other: use PostgreSQL.',
  )
}

/** Whether every migration of this version has run. */
export async function checkSchema(db: Database): Promise<CheckResult> {
  const pending = await listPendingSteps(db)
  if (pending.length > 0) return fail('schema', `${countOf(pending.length, 'step')} behind: run latchkey migrate.`)
  return ok('schema', 'It is the newest one.')
}

/** Whether this command has the `BASE_URL` with which the server last started. */
export async function checkOrigin(db: Database, { baseUrl }: Pick<Env, 'baseUrl'>): Promise<CheckResult> {
  const issuer = await findIssuer(db)
  if (issuer === undefined) return ok('origin', 'No server has started with this database yet.')
  if (issuer === baseUrl) return ok('origin', `URLs begin with ${issuer}.`)
  return warn(
    'origin',
    `The server last started with BASE_URL ${issuer}, and commands use that. Here it is ${baseUrl}: give commands the server's variables.`,
  )
}

/** Whether an owner remains who can sign in. */
export async function checkOwners(db: Database): Promise<CheckResult> {
  const owners = await countActiveOwners(db)
  if (owners === 0) {
    return warn('owners', 'There is none: open the set-up link that the server prints, or run latchkey user create.')
  }
  return ok('owners', `${countOf(owners, 'active owner')}.`)
}

/** Whether every user has the second factor that the sign-in policy requires. */
export async function checkFactors(db: Database): Promise<CheckResult> {
  const check = 'second factor'
  const policy = await findPolicy(db)
  const missing = await countMissingFactors(db, policy)
  if (missing === 0) return ok(check, `The policy is "${policy}", and no user lacks a required one.`)
  return warn(
    check,
    `The policy is "${policy}", and ${countOf(missing, 'user')} must still add one: ask them to open Your account.`,
  )
}

/** Every link, session and token expires by this clock: the machine's, or PostgreSQL's. */
export async function checkClock(db: Database, clock: Clock): Promise<CheckResult> {
  const now = clock.now()
  const newest = await findNewestEventAt(db)
  // A server may record an event during the check.
  if (newest !== undefined && newest > now + 5 * secondMs) {
    const when = new Date(newest).toISOString()
    return fail('clock', `It was set back: something is recorded at ${when} already. Correct the time, then restart.`)
  }
  return ok('clock', `It says ${new Date(now).toISOString()}, after everything that is recorded.`)
}
