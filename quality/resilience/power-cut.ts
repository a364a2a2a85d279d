import { randomInt } from 'node:crypto'
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findDamage } from '#lib/foundation/db/sqlite/health.ts'
import type { CaseContext } from './harness/case-context.ts'
import { withServices } from './harness/databases.ts'
import { createFixtures } from './harness/fixtures.ts'
import { ensureProgram } from './harness/system-programs.ts'
import { AcknowledgedState } from './ledger/acknowledged-state.ts'
import type { TimedEntry } from './ledger/entry.ts'
import { Ledger } from './ledger/ledger.ts'
import { shortRestMs, type Workload, work } from './ledger/load.ts'
import { addRotatedKeys } from './ledger/new-secrets.ts'
import { verifyDatabase } from './ledger/verify-database.ts'
import { verifyAnswers } from './ledger/verify-responses.ts'
import { Disk, type Survival } from './power-cut/disk.ts'
import { type Change, isRecordingEnd, readRecording, recordInto } from './power-cut/recording.ts'
import { Faults, type Finding, type ResilienceTest } from './resilience-test.ts'

const durable = "handle.pragma('synchronous = FULL')"

/** SIGKILL leaves written bytes in the page cache; a power cut loses them. */
export const powerCutTest: ResilienceTest = {
  name: 'power-cut',
  guarantee: 'acknowledged writes survive power loss.',
  description:
    'A killed process keeps what it handed to the operating system; a machine without power does not. The server ' +
    'therefore runs under strace, which records every write to the database files and every fsync. From the ' +
    'recording the test builds the files that a power cut would leave at many moments: without unsynced sectors, ' +
    'with a random half of them, and with all. It opens each image, checks its integrity and compares it with every ' +
    'entry acknowledged before that moment. The test also checks that the whole recording reproduces the actual ' +
    'files.',
  cases: [{ engine: 'sqlite', setUp: '1 process under strace', run: cutPower }],
  mutations: [
    {
      name: 'power-cut-off',
      removed: 'SQLite no longer waits for the disk (`synchronous = OFF`).',
      edits: [
        {
          file: 'lib/foundation/db/sqlite/connection.ts',
          text: durable,
          instead: "handle.pragma('synchronous = OFF')",
        },
      ],
      notices: () => true,
    },
    {
      name: 'power-cut-normal',
      removed: 'SQLite waits for the disk at checkpoints alone (`synchronous = NORMAL`).',
      edits: [
        {
          file: 'lib/foundation/db/sqlite/connection.ts',
          text: durable,
          instead: "handle.pragma('synchronous = NORMAL')",
        },
      ],
      notices: () => true,
    },
  ],
}

const survivals: readonly Survival[] = ['none', 'some', 'all']
/** A margin between a response and its ledger entry. */
const marginMs = 2
/** Keys whose clients change to a new secret meanwhile. */
const rotatedKeys = 100
const startEvery = 10
/** Holds the end of every thread. */
const tailBytes = 1_000_000

/** A recording: the initial files, every change, every ledger entry. */
type Recording = Readonly<{ files: Map<string, Buffer>; changes: Change[]; lines: TimedEntry[]; workFrom: number }>

async function cutPower(context: CaseContext): Promise<Finding> {
  ensureProgram('strace', ['-o', '/dev/null', 'true'])
  const recording = await record(context, context.pick(12_000, 1_000, 4_000))
  const moments = chooseMoments(recording, context.pick(100, 2, 12))
  const faults = new Faults()
  const disk = new Disk(recording.files)
  for (const [index, change] of recording.changes.entries()) {
    const cut = moments.indexOf(index)
    if (cut >= 0) await cutAt(context, { disk, state: stateOf(recording.lines, change.at), faults, cut })
    disk.apply(change)
  }
  const syncs = recording.changes.filter(({ kind }) => kind === 'sync').length
  return {
    size: `${moments.length} cuts, ${survivals.length} images each`,
    faults,
    figures:
      `${recording.lines.length} lines, ${recording.changes.length} recorded changes, ${syncs} waits for the disk, ` +
      `product started on ${moments.filter((_, cut) => isStartedOn(context, cut)).length} images`,
  }
}

/** The state acknowledged before this moment. */
function stateOf(lines: readonly TimedEntry[], moment: number): AcknowledgedState {
  const state = new AcknowledgedState()
  for (const line of lines) if (line.at + marginMs <= moment) state.add(line)
  // In every family the next rotation may have taken effect.
  for (const id of state.families.keys()) state.unsure.add(id)
  return state
}

type Cut = Readonly<{ disk: Disk; state: AcknowledgedState; faults: Faults; cut: number }>

async function cutAt(context: CaseContext, power: Cut): Promise<void> {
  for (const survival of survivals) await examine(context, power, survival)
  if (isStartedOn(context, power.cut)) await startOn(context, power)
}

/** The product starts on the image of every n-th cut. In the short form `kill` starts it after an interruption. */
function isStartedOn({ size }: CaseContext, cut: number): boolean {
  return size !== 'short' && cut % startEvery === 0
}

async function record(context: CaseContext, forMs: number): Promise<Recording> {
  await using ledger = await Ledger.open(context.file('ledger'))
  const state = new AcknowledgedState()
  ledger.onEntry((entry) => state.add(entry))
  const fixtures = await createFixtures(context)
  await context.withServices((services) => addRotatedKeys(services, ledger, context.pick(rotatedKeys, 20, rotatedKeys)))
  const { dataDir } = await context.database
  const files = readFiles(dataDir)
  const trace = context.file('strace')
  const instance = await context.start(await context.place(), recordInto(trace))
  const faults = new Faults()
  const counts = { unavailable: 0, over: false }
  const restMs = context.pick(0, shortRestMs, 0)
  const workload: Workload = { send: instance.send, ...fixtures, ledger, state, faults, restMs, ...counts }
  const workFrom = Date.now()
  const atWork = work(workload)
  await sleep(forMs)
  const gone = instance.kill()
  workload.over = true
  await Promise.all([gone, atWork])
  if (faults.count > 0) throw new Error(`under strace: ${faults.describe()}`)
  await awaitEnd(trace, instance.pid)
  const changes = await readRecording(trace, dataDir, isKept)
  requireWhole(changes, files, readFiles(dataDir))
  return { files, changes, lines: ledger.readAll(), workFrom }
}

function readFiles(folder: string): Map<string, Buffer> {
  return new Map(
    readdirSync(folder)
      .filter(isKept)
      .map((name) => [name, readFileSync(join(folder, name))]),
  )
}

/** Every start recreates the shared-memory index; all other files count. */
function isKept(name: string): boolean {
  return name.startsWith('latchkey.db') && !name.endsWith('-shm')
}

/** Processes end after their primary, and each thread adds a line: waits until the recording stops growing. */
async function awaitEnd(trace: string, pid: number): Promise<void> {
  let length = 0
  for (let attempt = 0; attempt < 60; attempt++) {
    const { size } = statSync(trace)
    if (size === length && readTail(trace, size).some((line) => isRecordingEnd(line, pid))) return
    length = size
    await sleep(500)
  }
  throw new Error('strace did not come to an end')
}

/** The last lines of a recording, which may be longer than a string can be. */
function readTail(file: string, size: number): string[] {
  const tail = Buffer.alloc(Math.min(size, tailBytes))
  const handle = openSync(file, 'r')
  readSync(handle, tail, 0, tail.length, size - tail.length)
  closeSync(handle)
  return tail.toString('latin1').split('\n')
}

/** An incomplete recording proves nothing. A call that SIGKILL interrupted may have taken effect. */
function requireWhole(changes: readonly Change[], before: Map<string, Buffer>, after: Map<string, Buffer>): void {
  const gaps = findGaps(changes, before, after)
  const completed = changes.filter(({ inFlight }) => !inFlight)
  if (gaps.length > 0 && findGaps(completed, before, after).length > 0)
    throw new Error(`the recording of ${gaps.join(', ')} has gaps`)
}

/** The files whose final bytes differ from the replayed changes. */
function findGaps(changes: readonly Change[], before: Map<string, Buffer>, after: Map<string, Buffer>): string[] {
  const disk = new Disk(before)
  for (const change of changes) disk.apply(change)
  const told = disk.cut('all', Math.random)
  const names = [...new Set([...told.keys(), ...after.keys()])]
  return names.filter((name) => !told.get(name)?.equals(after.get(name) ?? Buffer.alloc(0)))
}

/** Half of the moments are random; half follow a write to the main file, during a checkpoint. */
function chooseMoments({ changes, workFrom }: Recording, count: number): number[] {
  const anywhere = changes.flatMap((change, index) => (change.at > workFrom ? [index] : []))
  const checkpoints = anywhere.filter((index) => {
    const before = changes[index - 1]
    return before?.kind === 'write' && before.name === 'latchkey.db'
  })
  const amid = sample(checkpoints, Math.floor(count / 2))
  return [...new Set([...amid, ...sample(anywhere, count - amid.length)])].sort((one, other) => one - other)
}

function sample(indices: readonly number[], count: number): number[] {
  return Array.from({ length: Math.min(count, indices.length) }, () => indices[randomInt(indices.length)] ?? 0)
}

async function examine(context: CaseContext, { disk, state, faults, cut }: Cut, survival: Survival): Promise<void> {
  const found = new Faults()
  const variables = await writeImage(context, disk, survival)
  try {
    await withServices(variables, async (services) => {
      for (const damage of await findDamage(services.db)) found.add('damage', damage)
      await verifyDatabase(services, state, found)
    })
  } catch (error) {
    found.add('damage', error instanceof Error ? error.message : String(error))
  }
  faults.addAll(found, `cut ${cut}, unsynced: ${survival}`)
}

/** Starts the product: used links must stay used, and their sessions open. */
async function startOn(context: CaseContext, { disk, state, faults, cut }: Cut): Promise<void> {
  const place = await context.place(await writeImage(context, disk, 'some'))
  await using ledger = await Ledger.open(context.file('ledger-of-image'))
  const opened = [...state.grants.values()].filter(({ opening }) => opening).slice(-20)
  try {
    const instance = await context.start(place)
    await verifyAnswers({ send: instance.send, state, ledger, faults }, { families: [], grants: opened, keys: [] })
    await instance.kill()
  } catch (error) {
    faults.add('damage: the product does not start', `cut ${cut}, ${error instanceof Error ? error.message : error}`)
  }
}

/** Writes the image of a power cut. @returns the environment variables for it */
async function writeImage(
  context: CaseContext,
  disk: Disk,
  survival: Survival,
): Promise<Readonly<Record<string, string>>> {
  const folder = context.file('image')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  for (const [name, bytes] of disk.cut(survival, Math.random)) writeFileSync(join(folder, name), bytes, { mode: 0o600 })
  return context.variables({ DATA_DIR: folder, REFRESH_RETRY_SECONDS: '60' })
}
