import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCommandServices, type Services } from '#lib/foundation/services.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { findFreePort } from '#lib/testing/free-port.ts'
import { type PostgresServer, startPostgres } from '#lib/testing/postgres-server.ts'
import { complete, variations } from './complete.ts'
import { expect, signIn, type TestKey, test, World } from './fixtures.ts'
import { ask, form, formType } from './http-client.ts'
import { Instance } from './instances.ts'

type Product = Readonly<{ variables: Record<string, string>; baseUrl: string; instance: Instance; services: Services }>

for (const engine of variations(['SQLite', 'PostgreSQL'])) {
  test.describe(`two processes on ${engine}`, () => {
    // They start, crash and replace the processes that they share.
    test.describe.configure({ mode: 'serial', timeout: 120_000 })
    let product: Product
    let postgres: PostgresServer | undefined
    let key: TestKey

    test.beforeAll(async () => {
      test.setTimeout(120_000)
      postgres = engine === 'PostgreSQL' ? await startPostgres({ fsync: 'off' }) : undefined
      await postgres?.createDatabase('latchkey')
      product = await startTwoProcesses(postgres ? { DATABASE_URL: postgres.url('latchkey') } : {})
      const world = new World(product.services)
      key = await world.createKey(await world.createPerson('agent'))
    })

    test.afterAll(async () => {
      expect(await product.instance.end('SIGTERM')).toBe(0)
      await product.services.db.destroy()
      await postgres?.remove()
      rmSync(product.variables.DATA_DIR ?? '', { recursive: true, force: true })
    })

    test(
      'an agent works on while a process crashes, and SIGHUP under load fails no request',
      complete,
      async ({ browser }) => {
        const world = new World(product.services)
        const accounts = [await world.createAccount('Alder Paper'), await world.createAccount('Birch Glass')]
        const page = await (await browser.newContext({ baseURL: product.baseUrl })).newPage()
        await signIn(page, await world.createPerson('agent', accounts))
        const [, last = 0] = workersOf(product)
        process.kill(last, 'SIGKILL')
        await page.getByRole('link', { name: 'Open account Alder Paper' }).click()
        await expect(page.getByRole('banner')).toContainText('Alder Paper')
        await expect.poll(() => workersOf(product).length, { timeout: 30_000 }).toBe(3)
        const statuses = new Set<string>()
        let isOver = false
        const clients = [askToken, openSignIn, openReady].map(async (send) => {
          for (; !isOver; await sleep(2)) {
            const status = await send().catch((error: Error) => error.message)
            statuses.add(`${send.name}: ${status}`)
          }
        })
        process.kill(product.instance.pid, 'SIGHUP')
        for (let round = 0; workersOf(product).length < 5; round++) {
          await page.goto('/')
          await page
            .getByRole('button', { name: /^(Pin|Unpin) Birch Glass/ })
            .first()
            .click()
          const done = round % 2 === 0 ? 'Unpin Birch Glass' : 'Pin Birch Glass'
          await expect(page.getByRole('button', { name: done, exact: true }).first()).toBeVisible()
        }
        isOver = true
        await Promise.all(clients)
        expect([...statuses].sort()).toEqual(['askToken: 200', 'openReady: 200', 'openSignIn: 200'])
        await page.goto(`/launch/${accounts[1]?.id}`)
        await expect(page.getByRole('banner')).toContainText('Birch Glass')
      },
    )

    test('20 failures of a client in a minute are the limit of both together', async () => {
      const headers = { ...formType, 'X-Forwarded-For': '198.51.100.7' }
      const guess = () => send('/auth/v1/token', headers, `${key.secret.slice(0, -7)}AAAAAAA`)
      const statuses = await Promise.all(Array.from({ length: 40 }, guess))
      expect(statuses.toSorted()).toEqual([...Array(20).fill(401), ...Array(20).fill(429)])
    })

    test('every process has the configuration, and none has loaded a compiler for it', async () => {
      const font = await ask({ baseUrl: product.baseUrl, method: 'GET', path: '/fonts/inter-latin.woff2' })
      expect(font.headers['cache-control']).toBe('public, max-age=31536000')
      test.skip(process.platform !== 'linux', 'Other systems do not list the libraries of a process.')
      for (const pid of workersOf(product).slice(-2)) {
        const files = readFileSync(`/proc/${pid}/maps`, 'utf8').matchAll(/node_modules\/(\S+)\/[^/\s]+\.node$/gm)
        expect([...new Set([...files].map(([, folder]) => folder))]).toEqual(
          engine === 'SQLite' ? ['better-sqlite3/prebuilds'] : [],
        )
      }
    })

    test('a secret that does not fit the database ends the start with one sentence', complete, () => {
      const env = { ...process.env, ...product.variables, LATCHKEY_SECRET: 'x'.repeat(32), PORT: '0' }
      const { status, stderr } = spawnSync(process.execPath, ['scripts/serve.ts'], { env, encoding: 'utf8' })
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr:
          'LATCHKEY_SECRET is not the one this database was made with: set the former one, or "new,old" to change it.\n',
      })
    })

    const send = async (path: string, headers: Record<string, string>, clientSecret: string) => {
      const body = form({ grantType: 'client_credentials', clientId: key.keyId, clientSecret })
      return (await ask({ baseUrl: product.baseUrl, path, headers, body })).status
    }
    const askToken = () => send('/auth/v1/token', formType, key.secret)
    const open = async (path: string) => (await ask({ baseUrl: product.baseUrl, method: 'GET', path })).status
    const openSignIn = () => open('/sign-in')
    const openReady = () => open('/readyz')
  })
}

async function startTwoProcesses(database: Record<string, string>): Promise<Product> {
  const port = await findFreePort()
  const baseUrl = `http://localhost:${port}`
  const variables = {
    BASE_URL: baseUrl,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'latchkey-processes-')),
    LATCHKEY_SECRET: 'the master secret of these two processes and of nothing else',
    TRUSTED_PROXIES: 'loopback',
    PROCESSES: '2',
    ...database,
  }
  const instance = new Instance(variables, port)
  await instance.start()
  while (!instance.printed.includes(`Latchkey answers at ${baseUrl} with 2 processes`)) await sleep(50)
  return { variables, baseUrl, instance, services: await openCommandServices(readEnv(variables)) }
}

/** The processes that came to serve, in that order. */
function workersOf({ instance }: Product): number[] {
  const lines = instance.printed.split('\n').filter((line) => line.includes('"worker process serves"'))
  return lines.map((line) => JSON.parse(line).worker)
}
