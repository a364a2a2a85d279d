import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished, type TestOptions, TestRunner } from 'vitest'
import { createKeyCalls } from '#lib/foundation/buffers/key-calls.ts'
import { RefusalBuffer } from '#lib/foundation/buffers/refusal-buffer.ts'
import { type Database, databaseFile, openDatabase } from '#lib/foundation/db/database.ts'
import type { Engine } from '#lib/foundation/db/engine.ts'
import { Platform } from '#lib/foundation/remote-platform/platform.ts'
import { claimMasterSecret } from '#lib/foundation/server-keys/claim-master-secret.ts'
import { deriveServerKeys, type ServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { installServices, type Services } from '#lib/foundation/services.ts'
import type { Clock } from '#lib/kernel/clock.ts'
import { type Env, readEnv } from '#lib/kernel/env.ts'
import { createLog } from '#lib/kernel/log.ts'
import { createRateLimits } from '#lib/kernel/rate-limits.ts'
import { makeEmptyDatabase, openTestPostgres, takeTestDatabase } from '#lib/testing/test-postgres.ts'
import { isTaken, openTestFolder, releaseTestFolder, takeTestFolder } from '#lib/testing/test-sqlite.ts'

/** A clock that stands still until a test moves it. */
export type TestClock = Clock & { set(now: number): void; advance(byMs: number): void }

export type TestServices = Services & {
  readonly clock: TestClock
  /** Every log line so far. */
  readonly logLines: string[]
}

export const testSecret = 'a master secret for tests of 32 characters and more'
export const testBaseUrl = 'https://login.example.com'
/** 2026-11-21T12:00:00Z */
export const testStart = Date.UTC(2026, 10, 21, 12)

declare module 'vitest' {
  interface TaskMeta {
    /** The only engine of the test. */
    onlyOn?: Engine
    /** Whether the test runs on PostgreSQL whatever its statements. */
    runsOnBoth?: boolean
  }
}

/** The engine of this test project. In `npm test`, tests that ask for it run on both: they differ by engine. */
export function testEngine(): Engine {
  const test = TestRunner.getCurrentTest()
  if (test) test.meta.runsOnBoth = true
  return engineOfProject()
}

/** The options of a test that runs on both engines in `npm test`, because its statements don't tell what it runs. */
export const onBothEngines: TestOptions = { meta: { runsOnBoth: true } }

/** The options of a test or suite that runs on one engine. `skip: false` would run what `completeOnly` skips. */
export function onlyOn(engine: Engine): TestOptions {
  return { ...(engineOfProject() !== engine && { skip: true }), meta: { onlyOn: engine } }
}

/** Every suite that opens services runs on both engines. */
function engineOfProject(): Engine {
  return inject('postgresUrl') === undefined ? 'sqlite' : 'postgres'
}

/**
 * Real services on an empty database of the run's engine with a frozen clock, installed for the endpoints of this
 * process and removed after the test.
 * @param variables environment variables to set besides the defaults (BASE_URL is https://login.example.com); with the
 *   DATA_DIR of services opened before, these act as another process next to them
 */
export async function openTestServices(variables: Readonly<Record<string, string>> = {}): Promise<TestServices> {
  const dataDir = variables.DATA_DIR ?? (engineOfProject() === 'sqlite' ? takeTestFolder() : makeFolder())
  const defaults = { BASE_URL: testBaseUrl, DATA_DIR: dataDir, LATCHKEY_SECRET: testSecret }
  const env = readEnv({ ...defaults, ...(await databaseOf(dataDir)), ...variables })
  const clock = createTestClock()
  const logLines: string[] = []
  const log = createLog('trace', { write: (line) => void logLines.push(line) })
  const db = await openNewest(env, clock)
  const keys = keysOf(env.masterSecrets ?? [testSecret])
  await claimMasterSecret(db, keys)
  const platform = env.platform && new Platform(env.platform, clock, log)
  const services = {
    env,
    clock,
    log,
    db,
    keys,
    limits: createRateLimits(),
    platform,
    usage: new Map(),
    keyUsage: new Map(),
    refusals: new RefusalBuffer(),
    grantNotes: new Map(),
    keyCalls: createKeyCalls(),
    logLines,
  }
  installServices(services)
  onTestFinished(async () => {
    installServices(undefined)
    if (await releaseTestFolder(dataDir, db)) return
    await db.destroy()
    await forgetDatabaseOf(dataDir)
    if (!isTaken(dataDir)) rmSync(dataDir, { recursive: true, force: true })
  })
  return services
}

const derivedKeys = new Map<string, ServerKeys>()

function keysOf(masterSecrets: readonly string[]): ServerKeys {
  const name = JSON.stringify(masterSecrets)
  const keys = derivedKeys.get(name) ?? deriveServerKeys(masterSecrets)
  derivedKeys.set(name, keys)
  return keys
}

function makeFolder(): string {
  return mkdtempSync(join(inject('dataFolders'), 'data-'))
}

async function openNewest(env: Env, clock: Clock): Promise<Database> {
  if (env.databaseUrl) return openTestPostgres(env.databaseUrl, clock)
  const file = databaseFile(env.dataDir)
  if (!existsSync(file)) copyFileSync(inject('migratedSqliteFile'), file)
  return openTestFolder(env.dataDir, clock) ?? openDatabase(env, clock, 'server')
}

const databases = new Map<string, Awaited<ReturnType<typeof takeTestDatabase>>>()

/** The variable of a database without any tables. The embedded one needs none in a new data folder. */
export async function emptyDatabase(): Promise<{ DATABASE_URL?: string }> {
  return engineOfProject() === 'sqlite' ? {} : { DATABASE_URL: await makeEmptyDatabase() }
}

/** On PostgreSQL each data folder of a test stands for one database. */
async function databaseOf(dataDir: string): Promise<{ DATABASE_URL?: string }> {
  if (engineOfProject() === 'sqlite') return {}
  const taken = databases.get(dataDir) ?? (await takeTestDatabase())
  databases.set(dataDir, taken)
  return { DATABASE_URL: taken.url }
}

async function forgetDatabaseOf(dataDir: string): Promise<void> {
  const taken = databases.get(dataDir)
  databases.delete(dataDir)
  await taken?.release()
}

function createTestClock(): TestClock {
  let now = testStart
  return {
    now: () => now,
    set: (instant) => {
      now = instant
    },
    advance: (byMs) => {
      now += byMs
    },
  }
}
