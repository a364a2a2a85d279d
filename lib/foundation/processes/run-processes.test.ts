import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request as sendRequest } from 'node:http'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { compileCache } from '#lib/testing/command-line.ts'
import { isComplete } from '#lib/testing/sampling.ts'
import { clientFields, makeTestKey, type TestKey } from '#lib/testing/test-programs.ts'
import { onlyOn, openTestServices, type TestServices, testSecret } from '#lib/testing/test-services.ts'

// The database plays no part in it: e2e/processes.spec.ts runs both.
// Each process takes seconds to start on a busy machine.
const options = { ...onlyOn('sqlite'), timeout: 180_000 }

let services: TestServices
let key: TestKey
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services)
})

type Line = Readonly<{ pid: number; worker?: number; msg: string; swept?: Readonly<Record<string, number>> }>

/** A product of two processes on the database of this test. */
class TwoProcesses {
  readonly child: ChildProcessByStdio<null, Readable, null>
  readonly exit: Promise<unknown[]>
  /** The log, without what is printed besides. */
  readonly lines: Line[] = []
  port = Number.NaN

  constructor() {
    const { dataDir, databaseUrl } = services.env
    const env = { NODE_ENV: 'test', DATA_DIR: dataDir, LATCHKEY_SECRET: testSecret, PROCESSES: '2' } as const
    this.child = spawn(process.execPath, ['lib/testing/small-process.ts', '10000'], {
      env: { ...env, ...compileCache, LOG_LEVEL: 'debug', ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void this.child.kill('SIGKILL'))
    this.exit = once(this.child, 'exit')
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      if (line.startsWith('{"') && line.endsWith('}')) this.lines.push(JSON.parse(line))
      else if (/^\d+$/.test(line)) this.port = Number(line)
    })
  }

  /** The workers that came to serve, in that order. */
  get workers(): number[] {
    return this.lines.flatMap(({ msg, worker }) => (msg === 'worker process serves' && worker ? [worker] : []))
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await sleep(10)
  }
}

async function startTwo(): Promise<TwoProcesses> {
  const two = new TwoProcesses()
  await two.until(() => two.port > 0)
  return two
}

type Outcome = number | 'refused' | 'cut' | 'unanswered'

/** A request that ends one way or another; on a new connection unless an agent keeps one. */
function ask(
  { port }: TwoProcesses,
  { secret = key.secret, agent, isReadiness = false }: { secret?: string; agent?: Agent; isReadiness?: boolean } = {},
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const target = isReadiness ? { path: '/readyz' } : { path: '/auth/v1/token', method: 'POST', headers }
  const options = { host: '127.0.0.1', port, agent: agent ?? false, ...target }
  const request = sendRequest(options, (response) => {
    response
      .resume()
      .once('end', () => resolve(response.statusCode ?? 0))
      .once('error', () => resolve('cut'))
  })
  request.setTimeout(4_000, () => {
    resolve('unanswered')
    request.destroy()
  })
  request.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED' ? 'refused' : 'cut'))
  request.end(isReadiness ? undefined : new URLSearchParams(clientFields({ id: key.id, secret })).toString())
  return promise
}

const wrongSecret = () => ({ secret: `${key.secret.slice(0, -7)}AAAAAAA` })

function countOf(outcomes: readonly Outcome[]): Partial<Record<Outcome, number>> {
  const counts: Partial<Record<Outcome, number>> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

/** Keeps asking, over new connections and kept ones, until told to stop. @returns how it went */
function keepAsking(two: TwoProcesses): () => Promise<Partial<Record<Outcome, number>>> {
  const [agent, probe] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })]
  onTestFinished(() => {
    for (const each of [agent, probe]) each.destroy()
  })
  const outcomes: Outcome[] = []
  let isOver = false
  const work = async (options: { agent?: Agent; isReadiness?: boolean }) => {
    for (; !isOver; await sleep(50)) outcomes.push(await ask(two, options))
  }
  const workers = [{}, {}, { agent }, { agent }, { agent: probe, isReadiness: true }].map(work)
  return async () => {
    isOver = true
    await Promise.all(workers)
    return countOf(outcomes)
  }
}

/** Requests that no event answers for 30 s, spread over the processes. */
async function waitForEvents({ port }: TwoProcesses): Promise<Promise<unknown>[]> {
  const reader = await makeTestKey(services, { role: 'owner', scopes: ['events:read'] })
  const url = `http://127.0.0.1:${port}`
  const body = new URLSearchParams(clientFields(reader))
  const issued = await (await fetch(`${url}/auth/v1/token`, { method: 'POST', body })).json()
  expect(issued).toMatchObject({ accessToken: expect.any(String) })
  const headers = { Authorization: `Bearer ${issued.accessToken}` }
  return Array.from({ length: 4 }, async () => (await fetch(`${url}/api/v1/events?wait=30`, { headers })).json())
}

// What one product of two processes shows does not need another.
describe('two processes behind one port', options, () => {
  it('share their work, are replaced when they crash and at SIGHUP, and end at SIGTERM', async () => {
    const windows = Array.from({ length: 950 }, (_, n) => ({ subject: `s${n}`, failures: 1, window_ends_at: n }))
    await services.db.insertInto('sign_in_failures').values(windows).execute()
    const two = await startTwo()
    await expectSharedRequests(two)
    await expectOneSweep(two)
    await expectReplacement(two)
    await expectNoFailureAtHangUp(two)
    await expectSharedFailures(two)
    await expectEndInOrder(two)
  })
})

/** Also by process: every line of the log names its own. */
async function expectSharedRequests(two: TwoProcesses): Promise<void> {
  for (let index = 0; index < 4; index++) expect(await ask(two)).toBe(200)
  await two.until(() => two.lines.filter(({ msg }) => msg === 'request').length === 4)
  const byWorker = countOf(two.lines.flatMap(({ msg, pid }) => (msg === 'request' ? [pid] : [])))
  expect(byWorker).toEqual(Object.fromEntries(two.workers.map((pid) => [pid, 2])))
  expect(two.lines.filter(({ pid }) => pid !== two.child.pid && !two.workers.includes(pid))).toEqual([])
}

/** Every row once between them. */
async function expectOneSweep(two: TwoProcesses): Promise<void> {
  const swept = () => two.lines.flatMap(({ swept }) => swept?.sign_in_failures ?? [])
  await two.until(() => swept().length > 0)
  expect(swept()).toEqual([950])
}

/** Exactly, also where they come at once, and, in the complete form, as processes that are started later. */
async function expectSharedFailures(two: TwoProcesses): Promise<void> {
  const outcomes = await Promise.all(Array.from({ length: 60 }, () => ask(two, wrongSecret())))
  expect(countOf(outcomes)).toEqual({ 401: 20, 429: 40 })
  if (isComplete) {
    const started = two.workers.length
    for (const [index, pid] of two.workers.slice(-2).entries()) {
      process.kill(pid, 'SIGKILL')
      await two.until(() => two.workers.length === started + 1 + index)
    }
  }
  for (let index = 0; index < 4; index++) expect(await ask(two)).toBe(429)
}

/** The others go on, and no request hangs. In the complete form, a process that replaced another one crashes, too. */
async function expectReplacement(two: TwoProcesses): Promise<void> {
  const stop = keepAsking(two)
  const crashes = isComplete ? 2 : 1
  for (let crash = 1; crash <= crashes; crash++) {
    await sleep(100)
    process.kill(two.workers.at(-1) ?? 0, 'SIGKILL')
    await two.until(() => two.workers.length === 2 + crash)
  }
  const { 200: good = 0, cut = 0, ...others } = await stop()
  expect(others).toEqual({})
  expect(good).toBeGreaterThan(30)
  // At most what each of five clients had under way.
  expect(cut).toBeLessThanOrEqual(crashes * 5)
  expect(two.lines.filter(({ msg }) => msg === 'worker process ended unexpectedly')).toHaveLength(crashes)
}

/**
 * SIGHUP replaces every process without a failed request; in the complete form, those that an earlier one started, too.
 */
async function expectNoFailureAtHangUp(two: TwoProcesses): Promise<void> {
  const waiting = await waitForEvents(two)
  const stop = keepAsking(two)
  const before = two.workers
  two.child.kill('SIGHUP')
  if (isComplete) {
    await two.until(() => two.workers.length === before.length + 1)
    two.child.kill('SIGHUP')
  }
  await two.until(() => two.workers.length === before.length + (isComplete ? 3 : 2))
  const { 200: good = 0, ...others } = await stop()
  expect(others).toEqual({})
  expect(good).toBeGreaterThan(50)
  await two.until(() => before.every((pid) => !isAlive(pid)))
  for (const answer of await Promise.all(waiting)) expect(answer).toMatchObject({ events: expect.any(Array) })
}

/** SIGTERM ends all processes with status 0. */
async function expectEndInOrder(two: TwoProcesses): Promise<void> {
  const stop = keepAsking(two)
  await sleep(100)
  two.child.kill('SIGTERM')
  expect(await two.exit).toEqual([0, null])
  const outcomes = await stop()
  expect(outcomes[200]).toBeGreaterThan(0)
  expect(outcomes.unanswered).toBeUndefined()
  expect(two.workers.filter(isAlive)).toEqual([])
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
