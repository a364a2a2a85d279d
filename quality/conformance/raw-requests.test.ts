import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount } from '../../lib/domain/accounts/accounts/manage-accounts.ts'
import { createUser } from '../../lib/domain/people/users/create-user.ts'
import { account } from '../../lib/testing/accounts.ts'
import { withServices } from '../resilience/harness/databases.ts'
import { testOperator } from '../resilience/harness/fixtures.ts'
import { type Instance, startInstance } from '../resilience/harness/instance.ts'
import { findFreePort } from '../resilience/harness/ports.ts'
import { type RawRequest, rawRequest } from './checks/raw-request.ts'
import { countRequests } from './harness/count-requests.ts'
import { sendRaw } from './harness/raw-socket.ts'

const root = join(import.meta.dirname, '../..')
const count = countRequests(2_000)
const seed = Number(process.env.CONFORMANCE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const [perBatch, atOnce] = [500, 12]

const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-raw-requests-'))
const password = 'seven ripe plums in a bowl'
let instance: Instance
let host: string
let cookie: string
let startOutput: string

beforeAll(async () => {
  const port = await findFreePort()
  host = `127.0.0.1:${port}`
  const settled = { HOST: '127.0.0.1', LOG_LEVEL: 'warn', TRUSTED_PROXIES: 'loopback' }
  const variables = { BASE_URL: `http://${host}`, DATA_DIR: dataDir, ...settled }
  await withServices(variables, async (services) => {
    const olivia = { username: 'olivia', email: 'olivia@example.com', name: 'Olivia', role: 'owner', password } as const
    await createUser(services, testOperator, { ...olivia, accountScope: 'all', accountIds: [] })
    await createAccount(services, testOperator, account({ id: 'at-100021', name: 'Alpine Orders' }))
  })
  instance = await startInstance({ root, port, variables })
  startOutput = instance.output()
  cookie = await signIn('olivia')
})

afterAll(async () => {
  await instance?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** By the form of the sign-in page. @returns the cookies */
async function signIn(name: string): Promise<string> {
  const cookies = new Map<string, string>()
  const send = async (path: string, form?: Readonly<Record<string, string>>) => {
    const jar = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const headers = { Origin: `http://${host}`, ...(jar && { Cookie: jar }) }
    const answer = await instance.send({ path, headers, ...(form && { form }) })
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(key, value)
    }
    return answer
  }
  await send('/sign-in')
  await send('/sign-in', { name, password, next: '/' })
  const jar = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const { body } = await instance.send({ path: '/', headers: { Cookie: jar } })
  expect(body).toContain('Olivia')
  return jar
}

function readActionIds(): string[] {
  const manifest = JSON.parse(readFileSync(join(root, '.next/server/server-reference-manifest.json'), 'utf8'))
  return Object.keys(manifest.node)
}

/** Next redirects a request for a page's data until the query has the hash of its headers. */
async function sendFollowing(request: RawRequest) {
  const answer = await sendRaw(instance.port, host, request)
  const location = answer.headers.get('location') ?? ''
  if (answer.status !== 307 || !location.includes('_rsc=')) return answer
  const { pathname, search } = new URL(location, `http://${host}`)
  return sendRaw(instance.port, host, { ...request, path: pathname + search })
}

it(`fails at none of ${count} raw requests (seed ${seed})`, { timeout: 120_000 + count * 200 }, async () => {
  const actionIds = readActionIds()
  expect(actionIds.length).toBeGreaterThan(10)
  const request = rawRequest({ actionIds, cookie, origin: `http://${host}` })
  const statuses = new Map<number, number>()
  const failed: unknown[] = []
  for (let done = 0; done < count; done += perBatch) {
    const left = fc.sample(request, { numRuns: Math.min(perBatch, count - done), seed: seed + done })
    const sendAll = async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        const { status, headers } = await sendFollowing(next)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        // Node.js refuses what is no HTTP by itself, and ends the connection.
        const isNodes = [400, 431].includes(status) && headers.get('connection') === 'close' && headers.size === 1
        const isBuilt = next.path.startsWith('/_next/static/')
        const hasId = /^req_/.test(headers.get('x-request-id') ?? '') || isNodes || isBuilt
        if (!(status < 500) || !hasId) failed.push({ status, hasId, ...next })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, sendAll))
    expect(failed.slice(0, 5), `seed ${seed}, after ${done + perBatch} requests: ${failed.length} failed`).toEqual([])
  }
  // Requests that were all refused at the first look would prove little.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 303, 400, 401, 403, 404, 405]))
})

it('logs nothing but JSON meanwhile, with the request id', () => {
  const output = instance.output()
  // Of a long output, the beginning is lost.
  const logged = output.startsWith(startOutput)
    ? output.slice(startOutput.length)
    : output.slice(output.indexOf('\n') + 1)
  const lines = logged.split('\n').slice(0, -1)
  const framework = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'framework')
  expect(framework.filter(({ requestId }) => !/^req_/.test(requestId))).toEqual([])
})
