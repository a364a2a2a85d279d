import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeApiCaller } from '#lib/testing/api-client.ts'
import { connectRaw, head } from '#lib/testing/raw-client.ts'
import { isComplete } from '#lib/testing/sampling.ts'
import { openFront, type TestFront } from '#lib/testing/test-front.ts'
import { clientFields, makeTestKey } from '#lib/testing/test-programs.ts'

const origin = 'https://login.example.com'
const form = 'application/x-www-form-urlencoded'

/** Requests whose bodies are announced and never come. */
function announce(front: TestFront, path: string, { address, count }: Readonly<{ address: string; count: number }>) {
  const headers = { Origin: origin, 'Content-Type': form, 'Content-Length': '16000', 'X-Forwarded-For': address }
  const idle = head(`POST ${path} HTTP/1.1`, headers)
  return Promise.all(Array.from({ length: count }, () => connectRaw(front.port, idle)))
}

async function askForToken(front: TestFront, address: string) {
  const body = new URLSearchParams(clientFields(await makeTestKey(front.services))).toString()
  const headers = { 'content-type': form, 'content-length': String(body.length), 'x-forwarded-for': address }
  return (await front.ask({ method: 'POST', path: '/auth/v1/token', headers, body })).status
}

const openBehindProxy = () => openFront({ TRUSTED_PROXIES: 'loopback' })

/** Some endpoints respond at once, and don't wait for the body. */
const targets: (readonly [path: string, status: number])[] = [
  ['/auth/v1/token', 408],
  ['/scim/v2/Users', 401],
  ['/sign-in', 408],
]
/** Of the same kinds. */
const others: typeof targets = [
  ['/auth/v1/revoke', 408],
  ['/auth/v1/introspect', 408],
  ['/auth/v1/back-channel-logout/any', 408],
  ['/sso/confirm', 408],
  ['/accounts/acme/-/end', 303],
  ['/api/v1/accounts/import', 401],
]

describe('requests from two networks whose bodies never come', () => {
  it.each(isComplete ? [...targets, ...others] : targets)(
    'at %s hold nothing, and the oldest make way',
    { timeout: 20_000 },
    async (path, status) => {
      const front = await openBehindProxy()
      const one = await announce(front, path, { address: '192.0.2.1', count: 110 })
      await announce(front, path, { address: '2001:db8::1', count: 110 })
      expect(await askForToken(front, '198.51.100.7')).toBe(200)
      expect(await askForToken(front, '192.0.2.1')).toBe(200)
      await expect.poll(one[0]?.received ?? String).toMatch(`HTTP/1.1 ${status}`)
      expect(one[0]?.received()).toMatch(/X-Request-Id: req_\w{20}/)
      const levels = front.services.logLines.map((text) => JSON.parse(text).level)
      expect(levels.filter((level) => level > 30)).toEqual([])
    },
  )
})

describe('a neighbor in the network', () => {
  it('cuts neither an authorized program nor a form that goes on', async () => {
    const front = await openBehindProxy()
    const { token } = await makeApiCaller(front.services, ['accounts:write'])
    const body = JSON.stringify({ name: 'Acme' })
    const from = { 'X-Forwarded-For': '192.0.2.1', 'Content-Length': String(body.length) }
    const headers = { ...from, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const program = await connectRaw(front.port, head('PUT /api/v1/accounts/acme HTTP/1.1', headers))
    program.socket.write(body.slice(0, 5))
    const posted = { ...from, Origin: origin, 'Content-Type': 'text/plain' }
    const page = await connectRaw(front.port, head('POST /sign-in HTTP/1.1', posted))
    for (let n = 0; n < 4; n++) {
      page.socket.write('a')
      await announce(front, '/auth/v1/token', { address: '192.0.2.1', count: 60 })
    }
    program.socket.write(body.slice(5))
    page.socket.write('a'.repeat(body.length - 4))
    await expect.poll(program.received).toMatch(/^HTTP\/1\.1 201 /)
    await expect.poll(page.received).toMatch(/^HTTP\/1\.1 200 .*handled/s)
  })
})

/** Lets time pass in steps until the server has ended the connection. @returns how many milliseconds have passed */
async function passTime(ended: Promise<string>, eachStep: () => void = () => undefined): Promise<number> {
  let [passedMs, isOver] = [0, false]
  const noted = ended.then(() => {
    isOver = true
  })
  for (; !isOver && passedMs < 10_000; passedMs += 100) {
    eachStep()
    vi.advanceTimersByTime(100)
    // Bytes go from one end of the connection to the other.
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
  }
  await noted
  return passedMs
}

describe('a client that', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['POST /nowhere HTTP/1.1', 403],
    ['POST http:// HTTP/1.1', 400],
  ])('has its response may not keep the connection by sending on: %s', async (line, status) => {
    const front = await openFront({})
    const { socket, ended, received } = await connectRaw(front.port, head(line, { 'Content-Length': '1000' }))
    await expect.poll(received).toMatch(`HTTP/1.1 ${status} `)
    const passedMs = await passTime(ended, () => socket.write('a'))
    expect(passedMs).toBeGreaterThanOrEqual(5_000)
    expect(passedMs).toBeLessThan(6_000)
  })

  it('sends half a body gets 408 in JSON, and its connection ends', async () => {
    const front = await openFront({})
    const headers = { 'Content-Type': form, 'Content-Length': '10' }
    const { socket, ended } = await connectRaw(front.port, head('POST /auth/v1/token HTTP/1.1', headers))
    socket.write('a=b')
    await expect.poll(vi.getTimerCount).toBeGreaterThan(0)
    const passedMs = await passTime(ended)
    expect(passedMs).toBeGreaterThanOrEqual(5_000)
    expect(passedMs).toBeLessThan(6_000)
    const received = await ended
    expect(received).toMatch(/^HTTP\/1\.1 408 .*Cache-Control: no-store.*Connection: close/s)
    const [json = ''] = /{.*}/.exec(received) ?? []
    expect(JSON.parse(json)).toEqual({
      error: 'invalid_request',
      error_description: 'The body of this request took too long to arrive.',
      requestId: expect.stringMatching(/^req_\w{20}$/),
    })
  })
})
