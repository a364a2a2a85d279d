import cluster from 'node:cluster'
import { findFileProblem } from '#lib/foundation/breached-passwords/breached-passwords.ts'
import type { GrantNotes } from '#lib/foundation/buffers/grant-notes.ts'
import { createKeyCalls, type KeyCalls } from '#lib/foundation/buffers/key-calls.ts'
import { RefusalBuffer } from '#lib/foundation/buffers/refusal-buffer.ts'
import type { KeyCounts, UsageCounts } from '#lib/foundation/buffers/usage-counts.ts'
import { type Database, type DatabaseUse, openDatabase } from '#lib/foundation/db/database.ts'
import { followDatabaseClock } from '#lib/foundation/db/database-clock.ts'
import { migrateDatabase } from '#lib/foundation/db/migrate.ts'
import { shareCounters } from '#lib/foundation/processes/shared-counter.ts'
import { Platform } from '#lib/foundation/remote-platform/platform.ts'
import { openServerKeys } from '#lib/foundation/server-keys/open-server-keys.ts'
import type { ServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { findIssuer } from '#lib/foundation/server-keys/store.ts'
import { type Clock, systemClock } from '#lib/kernel/clock.ts'
import { type Env, EnvError, readEnv } from '#lib/kernel/env.ts'
import { createLog, type Log } from '#lib/kernel/log.ts'
import { createRateLimits, type RateLimits } from '#lib/kernel/rate-limits.ts'

/** What use cases work with: opened once per process. */
export type Services = Readonly<{
  env: Env
  clock: Clock
  log: Log
  db: Database
  keys: ServerKeys
  limits: RateLimits
  /** The remote platform that opens accounts instead of this server. */
  platform: Platform | undefined
  usage: UsageCounts
  keyUsage: KeyCounts
  refusals: RefusalBuffer
  grantNotes: GrantNotes
  keyCalls: KeyCalls
}>

const slot = Symbol.for('latchkey.services')
// The type of globalThis can't be extended by a symbol, hence the assertion.
const shared = globalThis as typeof globalThis & { [slot]?: Promise<Services> | undefined }

/**
 * The services of this process, opened at the first call rather than at import, because `next build` evaluates modules
 * too. Stored on `globalThis`, because the server and Next's bundle each evaluate this module.
 * @throws EnvError if the configuration, the data folder or the file of breached passwords can't be used
 */
export function getServices(): Promise<Services> {
  shared[slot] ??= openServices(readEnv(), 'server').catch((error: unknown) => {
    shared[slot] = undefined
    throw error
  })
  return shared[slot]
}

/** Services for one CLI command next to a running server, whose origin it uses whatever its own `BASE_URL` says. */
export function openCommandServices(env: Env): Promise<Services> {
  return openServices(env, 'command')
}

/** Replaces the services, for tests; `undefined` forgets them. */
export function installServices(replacement: Services | undefined): void {
  shared[slot] = replacement && Promise.resolve(replacement)
}

async function openServices(env: Env, use: DatabaseUse): Promise<Services> {
  // A command may be what repairs the file's disk.
  if (use === 'server') await requireBreachedPasswords(env)
  const log = cluster.isWorker ? createLog(env.logLevel).child({ pid: process.pid }) : createLog(env.logLevel)
  await migrateDatabase(env, systemClock, () => log.warn('the database does not answer yet: waiting for it'))
  const db = openDatabase(env, systemClock, use)
  const keys = await openServerKeys(db, env, use)
  const clock = await followDatabaseClock(db)
  const limits = createRateLimits(cluster.isWorker ? shareCounters() : undefined)
  const platform = env.platform && new Platform(env.platform, clock, log)
  return {
    env: use === 'command' ? { ...env, baseUrl: (await findIssuer(db)) ?? env.baseUrl } : env,
    clock,
    log,
    db,
    keys,
    limits,
    platform,
    usage: new Map(),
    keyUsage: new Map(),
    refusals: new RefusalBuffer(),
    grantNotes: new Map(),
    keyCalls: createKeyCalls(),
  }
}

async function requireBreachedPasswords({ breachedPasswordsFile: path }: Env): Promise<void> {
  const problem = path === undefined ? undefined : await findFileProblem(path)
  if (problem) throw new EnvError(`BREACHED_PASSWORDS_FILE is not usable: ${path} ${problem}.`)
}
