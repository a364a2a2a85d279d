import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { Agent, request as sendRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { databaseFile } from '#lib/foundation/db/database.ts'
import { compileCache } from '#lib/testing/command-line.ts'
import { insertUser, signInAs } from '#lib/testing/people.ts'
import { completeOnly } from '#lib/testing/sampling.ts'
import { makeTestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testEngine, testSecret } from '#lib/testing/test-services.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

type Running = Readonly<{
  child: ChildProcess
  port: number
  /** Resolves to the next line that the process prints. */
  nextLine: () => Promise<string>
  exit: Promise<unknown[]>
}>

function startProcess(graceMs: number): Promise<Running> {
  return start('lib/testing/small-process.ts', String(graceMs))
}

/** A real process on the database of this test, which ends with it at the latest. */
async function start(...words: string[]): Promise<Running> {
  const { dataDir, databaseUrl } = services.env
  const env = { NODE_ENV: 'test', DATA_DIR: dataDir, LATCHKEY_SECRET: testSecret, LOG_LEVEL: 'error' } as const
  const child = spawn(process.execPath, words, {
    env: { ...env, ...compileCache, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exit = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async () => String((await lines.next()).value)
  return { child, port: Number(await nextLine()), nextLine, exit }
}

/** A request on a connection that is kept alive. */
function ask(
  { port }: Running,
  path: string,
): Promise<{ status: number; connection: string | undefined; body: string }> {
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number
    connection: string | undefined
    body: string
  }>()
  const request = sendRequest(
    { host: '127.0.0.1', port, path, agent, headers: { host: 'localhost:3000' } },
    (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      const { statusCode: status = 0, headers } = response
      response.on('end', () => resolve({ status, connection: headers.connection, body }))
    },
  )
  request.on('error', reject)
  request.end()
  return promise
}

/** A connection over which one request has been answered, and which is kept alive. */
async function openIdle(running: Running): Promise<Socket> {
  const socket = connect(running.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write('GET /idle HTTP/1.1\r\nHost: localhost:3000\r\n\r\n')
  await once(socket, 'data')
  await running.nextLine()
  return socket
}

async function isAnswered(path: string): Promise<boolean> {
  const row = await services.db.selectFrom('settings').select('name').where('name', '=', `answered ${path}`).execute()
  return row.length === 1
}

/** The product has nothing that could fail on demand, and loads more. */
const failing = `
  import { closeOnSignal } from '#lib/web/gateway/shutdown.ts'
  import { createLog } from '#lib/kernel/log.ts'
  const services = { db: {}, log: createLog('error') }
  closeOnSignal({ services, close: () => Promise.reject(new Error('no order')) })
  setInterval(() => undefined, 1_000)
  console.log('begun')`

describe('a process that gets SIGTERM', () => {
  it('finishes requests in flight, closes idle connections, accepts no new ones and leaves all it has written', async () => {
    const running = await startProcess(10_000)
    const idle = await openIdle(running)
    const idleEnd = once(idle, 'end')
    const slow = ask(running, '/slow')
    await running.nextLine()
    const wal = `${databaseFile(services.env.dataDir)}-wal`
    if (testEngine() === 'sqlite') expect(statSync(wal).size).toBeGreaterThan(10_000)
    running.child.kill('SIGTERM')
    running.child.kill('SIGINT')
    await idleEnd
    // Refused, or reset where it was still waiting to be accepted.
    await expect(ask(running, '/late')).rejects.toMatchObject({ code: expect.stringMatching(/^ECONNRE(FUSED|SET)$/) })
    expect(await slow).toEqual({ status: 200, connection: 'close', body: 'answered' })
    expect(await running.exit).toEqual([0, null])
    // This process has the file open, too: SQLite itself would leave the log as it is.
    if (testEngine() === 'sqlite') expect(statSync(wal).size).toBe(0)
    expect(await isAnswered('/slow')).toBe(true)
    await services.db.destroy()
    expect(existsSync(wal)).toBe(false)
  })

  // In `npm test`, shutdown.test.ts does so in one process.
  completeOnly('ends unfinished requests after the grace period, still with status 0', async () => {
    const running = await startProcess(200)
    const never = expect(ask(running, '/never')).rejects.toMatchObject({ code: 'ECONNRESET' })
    await running.nextLine()
    running.child.kill('SIGTERM')
    await never
    expect(await running.exit).toEqual([0, null])
  })

  // In `npm test`, key-live.test.ts ends a stream when the process is ending.
  completeOnly('ends live streams in order, also on SIGINT, and only once for repeated signals', async () => {
    services = await openTestServices({ BASE_URL: 'http://localhost:3000' })
    services.clock.set(Date.now())
    const { id } = await makeTestKey(services)
    const { cookieHeader } = await signInAs(services, await insertUser(services, { role: 'admin' }))
    const running = await startProcess(30_000)
    const request = sendRequest({
      host: '127.0.0.1',
      port: running.port,
      path: `/users-and-access/keys/${id}/live`,
      headers: { host: 'localhost:3000', cookie: cookieHeader },
    }).end()
    const [stream] = await once(request, 'response')
    expect(stream.statusCode).toBe(200)
    await once(stream, 'data')
    const slow = ask(running, '/slow')
    await running.nextLine()
    running.child.kill('SIGINT')
    // Not `error`: after the grace period it would be cut.
    const streamEnd = once(stream.resume(), 'end')
    running.child.kill('SIGTERM')
    running.child.kill('SIGINT')
    expect((await slow).body).toBe('answered')
    await streamEnd
    expect(await running.exit).toEqual([0, null])
  })

  it('exits with status 1 if the shutdown fails', async () => {
    const running = await start('--input-type=module', '--eval', failing)
    running.child.kill('SIGTERM')
    expect(await running.nextLine()).toContain('the process could not be closed in order')
    expect(await running.exit).toEqual([1, null])
  })
})
