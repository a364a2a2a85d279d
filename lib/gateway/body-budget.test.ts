import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { BodyBudget, maxNetworkBytes, maxProcessBytes } from '#lib/gateway/body-budget.ts'
import { connectRaw, head } from '#lib/testing/raw-client.ts'
import { openFront } from '#lib/testing/test-front.ts'

const newRequest = () => new IncomingMessage(new Socket())
const newResponse = () => new ServerResponse(newRequest())

describe('the request body budget', () => {
  it('is 64 MB per process', () => {
    const budget = new BodyBudget()
    expect(maxProcessBytes).toBe(64 * 1024 * 1024)
    const networks = ['192.0.2.1', '192.0.2.2', '192.0.2.3']
    const holds = networks.map((network) => budget.open(newResponse(), network))
    expect(holds.map((hold) => hold(maxProcessBytes / 2))).toEqual([true, true, false])
    expect(holds[2]?.(1)).toBe(false)
  })

  it('is 32 MB per client network, so that others keep the rest', () => {
    const budget = new BodyBudget()
    expect(budget.open(newResponse(), '2001:db8::1')(maxNetworkBytes)).toBe(true)
    expect(budget.open(newResponse(), '2001:db8::ffff')(1)).toBe(false)
    expect(budget.open(newResponse(), '2001:db8:0:1::1')(1)).toBe(true)
  })

  it('releases the bytes when the response has ended, and counts none afterwards', () => {
    const budget = new BodyBudget()
    const response = newResponse()
    const hold = budget.open(response, '192.0.2.1')
    expect([hold(maxNetworkBytes), hold(1)]).toEqual([true, false])
    response.emit('close')
    expect(hold(1)).toBe(false)
    expect(budget.open(newResponse(), '192.0.2.1')(maxNetworkBytes)).toBe(true)
  })

  it.each([
    [{}, 0],
    [{ 'content-length': '500' }, 500],
    [{ 'content-length': '999999999' }, 16_384],
    [{ 'transfer-encoding': 'chunked' }, 16_384],
  ])('holds what an endpoint may read of %j', (headers, bytes) => {
    const budget = new BodyBudget()
    const request = newRequest()
    request.headers = headers
    expect(budget.holdEndpointBody(request, newResponse(), { address: '192.0.2.1', maxBytes: 16_384 })).toBe(true)
    expect(budget.open(newResponse(), '192.0.2.1')(maxNetworkBytes - bytes)).toBe(true)
    expect(budget.open(newResponse(), '192.0.2.1')(1)).toBe(false)
  })
})

describe('a client network that exhausts its share of the budget', () => {
  const page = { Origin: 'https://login.example.com', 'Content-Type': 'text/plain', 'Content-Length': '65536' }

  it('gets 503 with Retry-After at pages and endpoints, while other networks are served', {
    timeout: 60_000,
  }, async () => {
    const front = await openFront({ TRUSTED_PROXIES: 'loopback' })
    const unfinished = head('POST /sign-in HTTP/1.1', { ...page, 'X-Forwarded-For': '192.0.2.1' }) + 'a'.repeat(65_535)
    const clients = await Promise.all(Array.from({ length: 513 }, () => connectRaw(front.port, unfinished)))
    const answered = () => clients.filter(({ received }) => received() !== '')
    await expect.poll(answered, { timeout: 15_000 }).toHaveLength(1)
    const form = { method: 'POST', headers: { origin: page.Origin, 'content-length': '1000' }, body: 'a'.repeat(1_000) }
    const from = (address: string) => ({ ...form, headers: { ...form.headers, 'x-forwarded-for': address } })
    const refused = await front.ask({ ...from('192.0.2.1'), path: '/auth/v1/token' })
    expect({ ...refused, body: JSON.parse(refused.body) }).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      body: { error: 'temporarily_unavailable' },
    })
    expect((await front.ask({ headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(200)
    expect((await front.ask({ ...from('192.0.2.2'), path: '/sign-in' })).status).toBe(200)
    for (const { socket } of clients) socket.destroy()
    const askAgain = async () => (await front.ask({ ...from('192.0.2.1'), path: '/auth/v1/token' })).status
    await expect.poll(askAgain, { timeout: 15_000 }).toBe(400)
  })
})
