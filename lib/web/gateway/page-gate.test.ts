import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { sha256 } from '#lib/kernel/crypto.ts'
import { insertUser, signInAs } from '#lib/testing/people.ts'
import { connectRaw, head } from '#lib/testing/raw-client.ts'
import { isComplete } from '#lib/testing/sampling.ts'
import { openFront } from '#lib/testing/test-front.ts'
import { delayRefusal, refusalDelayMs } from '#lib/web/gateway/form-turn.ts'

const proxied = { TRUSTED_PROXIES: '127.0.0.1' }
const german = { accept: 'text/html', 'accept-language': 'de' }
const ours = { origin: 'https://login.example.com' }

/** The gateway before a handler that holds requests until the test responds. */
async function openHolding() {
  const held: ServerResponse[] = []
  const front = await openFront(proxied, { handle: (_, response) => void held.push(response) })
  const post = (address: string, headers: Readonly<Record<string, string>> = {}, body = 'name=a') =>
    front.ask({ method: 'POST', path: '/sign-in', headers: { ...ours, 'x-forwarded-for': address, ...headers }, body })
  const answerAll = async (count: number) => {
    for (let answered = 0; answered < count; answered++) {
      await expect.poll(() => held.length).toBeGreaterThan(0)
      held.shift()?.end('handled')
    }
  }
  const answerUntil = async <T>(all: Promise<T>) => {
    const timer = setInterval(() => held.shift()?.end('handled'), 1)
    return all.finally(() => clearInterval(timer))
  }
  const get = (address: string) => front.ask({ path: '/sign-in', headers: { 'x-forwarded-for': address, ...german } })
  return {
    ...front,
    held,
    post,
    get,
    answerAll,
    answerUntil,
    addresses: () => front.seen.map((seen) => seen.headers['x-forwarded-for']),
  }
}

describe('pages', () => {
  it('are rendered four at a time', async () => {
    const { seen, get, answerUntil } = await openHolding()
    const pages = Array.from({ length: 20 }, () => get('203.0.113.5'))
    await expect.poll(() => seen.length).toBe(4)
    expect((await answerUntil(Promise.all(pages))).every(({ status }) => status === 200)).toBe(true)
  })

  it('pass their turn on after a second', async () => {
    const { seen, get, answerAll } = await openHolding()
    const pages = Array.from({ length: 5 }, () => get('203.0.113.5'))
    await expect.poll(() => seen.length).toBe(4)
    await expect.poll(() => seen.length, { timeout: 5_000 }).toBe(5)
    await answerAll(5)
    expect((await Promise.all(pages)).every(({ status }) => status === 200)).toBe(true)
  })

  it('beyond 500 waiting per network get a page with 503, while other networks and forms still pass', async () => {
    const { post, get, answerUntil } = await openHolding()
    const answers: Awaited<ReturnType<typeof get>>[] = []
    const flood = Array.from({ length: 600 }, async () => void answers.push(await get('203.0.113.5')))
    await expect.poll(() => answers.length, { timeout: 30_000 }).toBeGreaterThan(0)
    const others = [post('203.0.113.5'), get('203.0.113.6')]
    await answerUntil(Promise.all([...flood, ...others]))
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(504)
    expect(answers[0]).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    expect(answers[0]?.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answers[0]?.body).toContain('Erneut versuchen')
  })
})

describe('forms of new browsers', () => {
  it('pass one at a time per network, so that a flood delays another network by one form', async () => {
    const { seen, post, answerAll, addresses } = await openHolding()
    const flood = Array.from({ length: 20 }, (_, index) => post(`2001:db8:1:2::${index}`))
    await expect.poll(() => seen.length).toBe(1)
    const owner = post('203.0.113.5')
    await expect.poll(() => addresses()).toContain('203.0.113.5')
    expect(seen).toHaveLength(2)
    await answerAll(21)
    expect((await Promise.all([...flood, owner])).every(({ status }) => status === 200)).toBe(true)
  })

  it('pass three at a time over all networks', async () => {
    const { seen, post, answerAll } = await openHolding()
    const forms = Array.from({ length: 5 }, (_, index) => post(`203.0.113.${index}`))
    await expect.poll(() => seen.length).toBe(3)
    await answerAll(5)
    await Promise.all(forms)
    expect(seen).toHaveLength(5)
  })

  it('beyond 200 waiting per network get 503', async () => {
    const { post, answerUntil } = await openHolding()
    const statuses: number[] = []
    const flood = Array.from({ length: 205 }, async () => void statuses.push((await post('203.0.113.5')).status))
    await expect.poll(() => statuses).toEqual([503, 503, 503, 503])
    await answerUntil(Promise.all(flood))
    expect(statuses.slice(4)).toEqual(Array.from({ length: 201 }, () => 200))
  })

  it('take no turn before the body has arrived or after the client has disconnected', async () => {
    const { port, seen, post, answerAll } = await openHolding()
    const headers = { ...ours, 'X-Forwarded-For': '203.0.113.5', 'Content-Length': '6' }
    const slow = await connectRaw(port, head('POST /sign-in HTTP/1.1', headers))
    const quick = post('203.0.113.5')
    await answerAll(1)
    expect((await quick).status).toBe(200)
    expect(seen).toHaveLength(1)
    slow.socket.write('name=a')
    await expect.poll(() => seen.length).toBe(2)
    slow.socket.destroy()
    const next = post('203.0.113.5')
    await expect.poll(() => seen.length).toBe(3)
    await answerAll(2)
    expect((await next).status).toBe(200)
  })
})

describe('refused sign-ins of new browsers', () => {
  /** The gateway before a handler that refuses every form, from `begin` on. */
  async function openRefusing() {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const handle = async (_: unknown, response: ServerResponse) => {
      await begun
      await delayRefusal()
      response.end('refused')
    }
    const front = await openFront(proxied, { handle })
    const headers = { ...ours, 'x-forwarded-for': '203.0.113.5' }
    const post = () => front.ask({ method: 'POST', path: '/sign-in', headers, body: 'name=a' })
    return { ...front, begin, post }
  }

  it('give their turn to the next form while twenty wait, and get their response later', async () => {
    const { begin, port, seen } = await openRefusing()
    const headers = { ...ours, 'X-Forwarded-For': '203.0.113.5', 'Content-Length': '6' }
    const form = `${head('POST /sign-in HTTP/1.1', headers)}name=a`
    const storm = await Promise.all(Array.from({ length: 205 }, () => connectRaw(port, form)))
    const count = (status: number) =>
      storm.filter(({ received }) => received().startsWith(`HTTP/1.1 ${status} `)).length
    await expect.poll(() => count(503)).toBe(4)
    begin()
    await expect.poll(() => count(200)).toBe(20)
    expect(seen).toHaveLength(201)
    // In `npm test`, the others leave.
    if (isComplete) await expect.poll(() => count(200), { timeout: 2 * refusalDelayMs }).toBe(201)
  })

  it('are not delayed while fewer wait', async () => {
    const { begin, post } = await openRefusing()
    begin()
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: 20 }, post))
    expect(performance.now() - startedAt).toBeLessThan(refusalDelayMs)
  })
})

describe('forms of a browser with an earlier sign-in', () => {
  it('do not wait for a flood from the same network', async () => {
    const { services, seen, post, answerAll } = await openHolding()
    const { browserId } = await signInAs(services, await insertUser(services))
    const flood = Array.from({ length: 10 }, () => post('203.0.113.5'))
    await expect.poll(() => seen.length).toBe(1)
    const known = post('203.0.113.5', { cookie: `__Host-latchkey-browser=${browserId}` })
    await expect.poll(() => seen.length).toBe(2)
    const planted = post('203.0.113.5', { cookie: `__Host-latchkey-browser=${sha256('planted').slice(0, 43)}` })
    await answerAll(12)
    expect((await Promise.all([...flood, known, planted])).every(({ status }) => status === 200)).toBe(true)
    expect(seen).toHaveLength(12)
  })
})
