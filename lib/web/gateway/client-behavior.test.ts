import { describe, expect, it } from 'vitest'
import { connectRaw, head } from '#lib/testing/raw-client.ts'
import { openFront, type TestFront } from '#lib/testing/test-front.ts'
import { clientFields, makeTestKey } from '#lib/testing/test-programs.ts'

const form = 'application/x-www-form-urlencoded'

/** A whole request for a token, as bytes, and how many families of tokens there are. */
async function makeTokenRequest({ services }: TestFront) {
  const body = new URLSearchParams(clientFields(await makeTestKey(services))).toString()
  const headers = { 'Content-Type': form, 'Content-Length': String(body.length) }
  const countFamilies = async () => (await services.db.selectFrom('refresh_families').select('id').execute()).length
  return { body, headers, countFamilies }
}

const accessLines = ({ services }: TestFront) =>
  services.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')

const statuses = (received: string) => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

describe('a client that disconnects', () => {
  it.each([
    ['by closing the connection', 'destroy'],
    ['by a reset', 'resetAndDestroy'],
    ['after half-closing the connection', 'end'],
  ] as const)('in the middle of a body, %s, leaves only a log line', async (_name, goAway) => {
    const front = await openFront({})
    const { body, headers, countFamilies } = await makeTokenRequest(front)
    const { socket } = await connectRaw(front.port, head('POST /auth/v1/token HTTP/1.1', headers))
    socket.write(body.slice(0, 20))
    await expect.poll(() => socket.bytesWritten).toBeGreaterThan(100)
    socket[goAway]()
    await expect.poll(() => accessLines(front)).toMatchObject([{ pathname: '/auth/v1/token', status: 'aborted' }])
    expect(await countFamilies()).toBe(0)
    expect((await front.ask({ path: '/livez' })).status).toBe(200)
    expect(front.services.logLines.map((line) => JSON.parse(line).level)).not.toContain(50)
  })

  it('before the response leaves no half-done work', async () => {
    const front = await openFront({})
    const { body, headers, countFamilies } = await makeTokenRequest(front)
    const { socket } = await connectRaw(front.port)
    socket.write(head('POST /auth/v1/token HTTP/1.1', headers) + body, () => socket.resetAndDestroy())
    await expect.poll(() => accessLines(front)).toHaveLength(1)
    // Whether it was quick enough to be heard at all is up to the network.
    expect(await countFamilies()).toBeLessThanOrEqual(1)
    expect((await front.ask({ path: '/livez' })).status).toBe(200)
  })
})

describe('clients that stall', () => {
  it('do not affect other clients', async () => {
    const front = await openFront({})
    const { body, headers, countFamilies } = await makeTokenRequest(front)
    const begun = head('POST /auth/v1/token HTTP/1.1', headers) + body.slice(0, 20)
    const halves = ['', 'GET /livez HT', 'GET /livez HTTP/1.1\r\nHost: x', begun]
    const stuck = await Promise.all(Array.from({ length: 300 }, (_, n) => connectRaw(front.port, halves[n % 4])))
    const asked = { method: 'POST', path: '/auth/v1/token', headers, body }
    const answers = await Promise.all(Array.from({ length: 20 }, () => front.ask(asked)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(stuck.filter(({ socket, received }) => socket.readable && received() === '')).toHaveLength(300)
    expect(await countFamilies()).toBe(20)
  })

  it('get 408 after the timeout, and the connection ends', async () => {
    const limits = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 }
    const { port } = await openFront({}, { limits })
    const slowHead = await connectRaw(port, 'GET /livez HTTP/1.1\r\nHost: x')
    const headers = { 'Content-Type': form, 'Content-Length': '10' }
    const slowBody = await connectRaw(port, head('POST /auth/v1/token HTTP/1.1', headers))
    expect(statuses(await slowHead.ended)).toEqual([408])
    expect(statuses(await slowBody.ended)).toEqual([408])
  })
})

describe('one connection', () => {
  it('carries several requests in sequence', async () => {
    const { port } = await openFront({})
    const client = await connectRaw(port, head('GET /livez HTTP/1.1'))
    await expect.poll(() => client.received()).toMatch(/Connection: keep-alive.*{"status":"ok"}$/s)
    client.socket.write(head('GET /nothing/here HTTP/1.1'))
    await expect.poll(() => client.received()).toMatch(/handled/)
    expect(statuses(client.received())).toEqual([200, 200])
  })

  it('responds to pipelined requests in order', async () => {
    const front = await openFront({})
    const { body, headers } = await makeTokenRequest(front)
    const post = head('POST /auth/v1/token HTTP/1.1', headers) + body
    const last = head('GET /livez HTTP/1.1', { Connection: 'close' })
    const client = await connectRaw(front.port, post + head('PUT /livez HTTP/1.1') + last)
    const received = await client.ended
    expect(statuses(received)).toEqual([200, 405, 200])
    expect(received).toMatch(/accessToken.*invalid_request.*{"status":"ok"}$/s)
  })
})

describe('a body', () => {
  it('with Expect: 100-continue is accepted', async () => {
    const front = await openFront({})
    const { body, headers } = await makeTokenRequest(front)
    const asked = { ...headers, Expect: '100-continue', Connection: 'close' }
    const client = await connectRaw(front.port, head('POST /auth/v1/token HTTP/1.1', asked))
    await expect.poll(() => client.received()).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    client.socket.write(body)
    expect(statuses(await client.ended)).toEqual([100, 200])
  })

  it('with an unknown Expect is accepted', async () => {
    const front = await openFront({})
    const { body, headers } = await makeTokenRequest(front)
    expect(
      (await front.ask({ method: 'POST', path: '/auth/v1/token', headers: { ...headers, Expect: 'x' }, body })).status,
    ).toBe(200)
  })

  it('longer than its Content-Length is read as another, malformed request', async () => {
    const front = await openFront({})
    const { body, headers } = await makeTokenRequest(front)
    const client = await connectRaw(
      front.port,
      `${head('POST /auth/v1/token HTTP/1.1', headers)}${body}&more=than this`,
    )
    const received = await client.ended
    expect(statuses(received).at(-1)).toBe(400)
    expect(statuses(received).length).toBeLessThanOrEqual(2)
  })

  it('without an end is refused, and the connection ends', async () => {
    const { port } = await openFront({})
    const headers = { 'Content-Type': form, 'Transfer-Encoding': 'chunked' }
    const client = await connectRaw(port, head('POST /auth/v1/token HTTP/1.1', headers))
    const chunk = `2000\r\n${'x'.repeat(0x2000)}\r\n`
    const sending = setInterval(() => client.socket.writable && client.socket.write(chunk), 5)
    const received = await client.ended
    clearInterval(sending)
    expect(statuses(received)).toEqual([413])
  })

  it.each([
    ['two lengths', 'Content-Length: 3\r\nContent-Length: 4'],
    ['a length and chunks', 'Content-Length: 3\r\nTransfer-Encoding: chunked'],
    ['chunks of another kind', 'Transfer-Encoding: chunked, identity'],
    ['a length that is none', 'Content-Length: -1'],
  ])('of %s is refused before it is read', async (_name, framing) => {
    const front = await openFront({})
    const client = await connectRaw(
      front.port,
      `POST /auth/v1/token HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n0\r\n\r\n`,
    )
    expect(statuses(await client.ended)).toEqual([400])
    expect(front.seen).toEqual([])
  })
})

describe('an old client', () => {
  it('with HTTP/1.0 gets a response that ends with the connection', async () => {
    const { port } = await openFront({})
    const client = await connectRaw(port, 'GET /livez HTTP/1.0\r\n\r\n')
    expect(await client.ended).toMatch(/^HTTP\/1\.1 200 OK.*Connection: close.*\r\n\r\n{"status":"ok"}$/s)
  })

  it('without a Host header in HTTP/1.1 is refused', async () => {
    const { port } = await openFront({})
    const client = await connectRaw(port, 'GET /livez HTTP/1.1\r\n\r\n')
    expect(statuses(await client.ended)).toEqual([400])
  })
})
