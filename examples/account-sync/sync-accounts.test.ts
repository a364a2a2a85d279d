import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { findManagedAccount, listAccounts, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { root } from '#lib/testing/people.ts'
import { fewOf } from '#lib/testing/sampling.ts'
import { openFront, type TestFront } from '#lib/testing/test-front.ts'
import { makeTestKey, type TestKey } from '#lib/testing/test-programs.ts'
import { synchronizeAccounts } from './sync-accounts.ts'

let front: TestFront
let key: TestKey
let file: string
let waits: number[]
beforeEach(async () => {
  front = await openFront({})
  key = await makeTestKey(front.services, { role: 'admin', scopes: ['accounts:write'] })
  const folder = await mkdtemp(join(tmpdir(), 'account-sync-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  file = join(folder, 'accounts.csv')
  waits = []
})

async function write(ids: readonly string[], count: number | string = ids.length): Promise<void> {
  const lines = ids.map((id) => `${id},"Account, ${id}",de-at`)
  await writeFile(file, `\uFEFF${['id,name,locale', ...lines].join('\r\n')}\r\n`)
  await writeFile(`${file}.count`, `${count}\n`)
}

function synchronize(url = `http://127.0.0.1:${front.port}`, secret = key.secret) {
  // Accounts that were created in the millisecond in which an import began are not missing in it.
  front.services.clock.advance(1)
  return synchronizeAccounts({ url, keyId: key.id, secret, file, wait: (ms) => waits.push(ms) })
}

async function listIds(state: 'active' | 'suspended'): Promise<readonly string[]> {
  const { accounts } = await listAccounts(front.services, root, { state })
  return accounts.map(({ id }) => id).toSorted()
}

/** A server before the front that responds to the first requests itself. */
async function openBefore(...first: readonly RequestListener[]): Promise<string> {
  const left = [...first]
  const server = createServer(async (request, response) => {
    const own = left.shift()
    if (own) return own(request, response)
    const { method = '', url = '', headers } = request
    const { authorization = '', 'content-type': type = '' } = headers
    const sent = {
      method,
      headers: { Authorization: authorization, 'Content-Type': type },
      body: await buffer(request),
    }
    const passed = await fetch(`http://127.0.0.1:${front.port}${url}`, sent)
    response.writeHead(passed.status).end(await passed.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const refuse =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end('{}')

const hundred = Array.from({ length: 100 }, (_, n) => `at-${n}`)

describe('a synchronization', () => {
  it('creates and changes accounts, suspends those that are missing, and changes nothing when it is repeated', async () => {
    await write(['a', 'b', 'c'])
    const counts = { created: 0, updated: 0, unchanged: 0, invalid: 0, suspended: 0 }
    expect(await synchronize()).toEqual({ summary: { ...counts, created: 3 }, problems: [] })
    expect(await findManagedAccount(front.services, root, 'a')).toMatchObject({ name: 'Account, a', locale: 'de-at' })
    await write(['b', 'c', 'd'])
    expect((await synchronize()).summary).toEqual({ ...counts, created: 1, unchanged: 2, suspended: 1 })
    expect((await synchronize()).summary).toEqual({ ...counts, unchanged: 3 })
    expect([await listIds('active'), await listIds('suspended')]).toEqual([['b', 'c', 'd'], ['a']])
  })

  it('opens no account again that a manager suspended', async () => {
    await write(['a', 'b'])
    await synchronize()
    await suspendAccount(front.services, root, 'a')
    await synchronize()
    expect(await listIds('suspended')).toEqual(['a'])
  })

  it('reports invalid lines, whose accounts are not missing', async () => {
    await write(hundred)
    await synchronize()
    await writeFile(
      file,
      ['id,name,locale', ...hundred.map((id) => (id === 'at-7' ? 'at-7,,' : `${id},New,`))].join('\n'),
    )
    const { summary, problems } = await synchronize()
    expect(problems).toEqual([{ line: 8, id: 'at-7', fields: { name: 'required' }, result: 'invalid' }])
    expect(summary).toMatchObject({ updated: 99, invalid: 1, suspended: 0 })
  })
})

describe('half a file', () => {
  beforeEach(async () => {
    await write(hundred)
    await synchronize()
  })

  it('suspends no account', async () => {
    await write(hundred.slice(0, 50), 100)
    await expect(synchronize()).rejects.toThrow('The number of accounts is not within 1 percent of expect')
    expect(await listIds('suspended')).toEqual([])
  })

  it.each(fewOf(2, ['', 'no number', '0', '100000000000']))('suspends no account with the count %j', async (count) => {
    await write(hundred.slice(0, 50), count)
    await expect(synchronize()).rejects.toThrow('"fields":{"expect":')
    expect(await listIds('suspended')).toEqual([])
  })

  it('is not sent without a count, or if it ends within quotation marks', async () => {
    await write(hundred)
    await rm(`${file}.count`)
    await expect(synchronize()).rejects.toThrow('ENOENT')
    await write(hundred)
    await writeFile(file, 'id,name,locale\nat-1,"Half')
    await expect(synchronize()).rejects.toThrow('Quote Not Closed')
    expect(await listIds('suspended')).toEqual([])
  })
})

describe('a request', () => {
  beforeEach(() => write(['a']))

  it('is repeated after the time that the server asks for, or after ever longer pauses', async () => {
    const url = await openBefore(
      refuse(429, { 'Retry-After': '7' }),
      refuse(429, { RateLimit: '"key";r=0;t=31' }),
      refuse(503, { RateLimit: '"key";r=5;t=31' }),
      (request) => request.destroy(),
    )
    expect((await synchronize(url)).summary).toMatchObject({ created: 1 })
    expect(waits).toEqual([7_000, 31_000, 8_000, 16_000])
  })

  it('is repeated if the response of an import breaks off', async () => {
    const pass: RequestListener = async (_request, response) => {
      const { body } = await front.ask({
        method: 'POST',
        path: '/auth/v1/token',
        headers: {
          Authorization: `Basic ${Buffer.from(`${key.id}:${key.secret}`).toString('base64')}`,
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
      })
      response.end(body)
    }
    const url = await openBefore(pass, (_request, response) => {
      response.writeHead(200, { 'Content-Length': '1000' }).write('{"line":1')
      response.destroy()
    })
    expect((await synchronize(url)).summary).toMatchObject({ created: 1 })
    expect(waits).toEqual([2_000])
  })

  it('is given up after five attempts', async () => {
    const url = await openBefore(...Array<RequestListener>(5).fill(refuse(503, { 'Retry-After': '1' })))
    await expect(synchronize(url)).rejects.toThrow('/auth/v1/token: {}')
    expect(waits).toEqual([1_000, 1_000, 1_000, 1_000])
  })

  it('is not repeated with a wrong secret or without the scope', async () => {
    await expect(synchronize(undefined, 'wrong')).rejects.toThrow('invalid_client')
    key = await makeTestKey(front.services)
    await expect(synchronize()).rejects.toThrow('insufficient_scope')
    expect(waits).toEqual([])
  })
})

it('runs as a program, and prints each outcome', async () => {
  await write(['a'])
  const connection = { LATCHKEY_URL: `http://127.0.0.1:${front.port}`, KEY_ID: key.id, KEY_SECRET: key.secret }
  const program = spawn(process.execPath, [join(import.meta.dirname, 'sync-accounts.ts')], {
    env: { NODE_ENV: 'production', ...connection, FILE: file },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void program.kill())
  const [output] = await once(program.stdout, 'data')
  const [at = '', ...outcome] = String(output).split(' ')
  expect([at, JSON.parse(outcome.join(' '))]).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
    { summary: { created: 1, updated: 0, unchanged: 0, invalid: 0, suspended: 0 }, problems: [] },
  ])
})
