import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { checkJournal } from '#lib/domain/events/journal/check-journal.ts'
import { sealAllEvents } from '#lib/domain/events/journal/seal-events.ts'
import { findHead } from '#lib/domain/events/journal/store.ts'
import { addWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { rotateSecret } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import { insertRows } from '#lib/foundation/db/copy/rows.ts'
import { databaseFile } from '#lib/foundation/db/database.ts'
import { account } from '#lib/testing/accounts.ts'
import { compileCache } from '#lib/testing/command-line.ts'
import { root, signInAs } from '#lib/testing/people.ts'
import { makeBackup, restoreTo, testDatabaseUrl } from '#lib/testing/restoring.ts'
import { completeOnly, isComplete } from '#lib/testing/sampling.ts'
import { makeTestProgram } from '#lib/testing/test-grants.ts'
import {
  onlyOn,
  openTestServices,
  type TestServices,
  testEngine,
  testSecret,
  testStart,
} from '#lib/testing/test-services.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const families = isComplete ? 20_000 : 8_000
const folder = join(import.meta.dirname, '..', '..', '..')

let services: TestServices
let file: string

beforeEach(async () => {
  services = await openTestServices()
  const { keyId, owner } = await makeTestProgram(services)
  await insertFamilies(keyId, owner.id)
  await addWebhook(services, root, { url: 'https://hooks.example' })
  await sealAllEvents(services)
  file = await makeBackup(services)
  await rotateSecret(services, root, { keyId })
  await createAccount(services, root, account({ id: 'later', name: 'Later' }))
  await signInAs(services, owner)
})

/** Enough rows for a restore to take a while. */
async function insertFamilies(keyId: string, ownerId: string): Promise<void> {
  const common = { nonce: 'n'.repeat(43), master_id: 'x', key_id: keyId, owner_id: ownerId, generation: 1 }
  const instants = { issued_at: testStart, rotated_at: null, idle_expires_at: testStart, expires_at: testStart }
  const origin = { issued_from: '192.0.2.1', scope: 'sso', secret_id: 'ksec_x', dpop_jkt: null }
  const row = { ...common, ...instants, ...origin, revoked_at: null, revoked_reason: null }
  await services.db.transaction().execute(async (trx) => {
    for (let first = 0; first < families; first += 500) {
      const rows = Array.from({ length: 500 }, (_, n) => ({ ...row, id: `fam_${first + n}` }))
      await insertRows(trx, 'refresh_families', rows)
    }
  })
}

/** The real command, in a process of its own. */
function startRestore(): ChildProcess {
  const { dataDir } = services.env
  const DATABASE_URL = testDatabaseUrl(services)
  const env = {
    NODE_ENV: 'test' as const,
    DATA_DIR: dataDir,
    LATCHKEY_SECRET: testSecret,
    ...compileCache,
    ...(DATABASE_URL && { DATABASE_URL }),
  }
  const node = join(folder, 'node_modules', '.bin', 'node')
  const child = spawn(node, [join(folder, 'cli/latchkey.ts'), 'restore', file, '--json'], { env, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function until(condition: () => boolean | Promise<boolean>, child: ChildProcess): Promise<void> {
  while (!(await condition())) {
    if (child.exitCode !== null) throw new Error('it ended before it could be killed')
    await sleep(5)
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Whether the restore holds the database exclusively, as it does from its first row to its last. */
async function isUnderWay(): Promise<boolean> {
  if (testEngine() === 'sqlite') return !canWrite(databaseFile(services.env.dataDir))
  const { rows } = await sql`
    select 1 from pg_locks join pg_database on pg_database.oid = database
    where mode = 'ExclusiveLock' and locktype = 'relation' and granted and datname = current_database()`.execute(
    services.db,
  )
  return rows.length > 0
}

function canWrite(path: string): boolean {
  const handle = new SqliteDatabase(path, { timeout: 0 })
  try {
    handle.exec('begin immediate; rollback')
    return true
  } catch {
    return false
  } finally {
    handle.close()
  }
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

async function look(): Promise<unknown> {
  const { db } = services
  const count = async (table: 'refresh_families' | 'portal_sessions') =>
    (
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  return {
    families: await count('refresh_families'),
    living: (await db.selectFrom('refresh_families').select('id').where('revoked_at', 'is', null).execute()).length,
    sessions: await count('portal_sessions'),
    accounts: (await db.selectFrom('accounts').select('id').orderBy('id').execute()).map(({ id }) => id),
    restores: (await db.selectFrom('audit_events').select('id').where('kind', '=', 'database.restored').execute())
      .length,
    head: await findHead(db),
    unsealed: await db.selectFrom('unsealed_events').select('event_id').orderBy('event_id').execute(),
    positions: await db.selectFrom('webhooks').select(['position', 'paused_at']).execute(),
    secrets: await db.selectFrom('key_secrets').select(['id', 'current_since', 'retired_at']).orderBy('id').execute(),
  }
}

const restored = { families: families + 1, living: 0, sessions: 0, accounts: ['acme'] }

describe('a restore that is killed', () => {
  /** @returns whether that was in its midst */
  async function killAfter(delayMs: number): Promise<boolean> {
    const child = startRestore()
    while (child.exitCode === null && !(await isUnderWay())) await sleep(5)
    await sleep(delayMs)
    // A stopped process can't finish between the check and the kill.
    child.kill('SIGSTOP')
    const inItsMidst = await isUnderWay()
    await kill(child)
    // PostgreSQL notices a dead client, and gives up its locks, a moment later.
    while (await isUnderWay()) await sleep(5)
    return inItsMidst
  }

  // In `npm test`, migrate.test.ts kills a process in its transaction on PostgreSQL.
  const engines = isComplete ? {} : onlyOn('sqlite')
  it('has not happened, however far it was, and can be repeated', engines, async () => {
    let killedInItsMidst = 0
    for (const delayMs of [0, 20, 50, 100, 200, 0, 20, 50]) {
      const before = await look()
      const isMidst = await killAfter(delayMs)
      if (isMidst) killedInItsMidst += 1
      // Otherwise it was killed before its first row, or after its last.
      const outcomes = isMidst ? [before] : [before, expect.objectContaining(restored)]
      expect(outcomes).toContainEqual(await look())
      if (killedInItsMidst === (isComplete ? 3 : 1)) break
    }
    expect(killedInItsMidst).toBeGreaterThan(0)
    await restoreTo(services, file)
    expect(await look()).toMatchObject(restored)
    await sealAllEvents(services)
    expect(await checkJournal(services, root, undefined)).toMatchObject({ from: 1 })
  })

  // In `npm test`, restore-damaged.test.ts restores next to one, and finds what a killed restore has left.
  completeOnly('beside a damaged database leaves that as it was, and can be repeated', onlyOn('sqlite'), async () => {
    await services.db.destroy()
    const inUse = databaseFile(services.env.dataDir)
    const descriptor = openSync(inUse, 'r+')
    writeSync(descriptor, Buffer.alloc(4_096, 0xa5), 0, 4_096, 0)
    closeSync(descriptor)
    const damaged = readFileSync(inUse)
    const child = startRestore()
    await until(() => sizeOf(`${inUse}.restoring-wal`) > 1_000_000, child)
    await kill(child)
    expect(readFileSync(inUse).equals(damaged)).toBe(true)
    expect(await restoreTo(services, file)).toMatchObject({ movedAside: `${inUse}.replaced-1` })
    expect(readdirSync(services.env.dataDir).filter((name) => name.includes('restoring'))).toEqual([])
  })
})
