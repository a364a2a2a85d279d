import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { guardFetch, RequestFailure } from './guard-fetch.ts'

const action = { method: 'POST', headers: { 'Next-Action': 'a1' } }
const navigation = { headers: { RSC: '1' } }
const lost = () => Promise.reject(new TypeError('Failed to fetch'))

function atHost(hostname: string, { onLine }: { onLine: boolean }) {
  vi.stubGlobal('location', { hostname, href: `https://${hostname}/`, pathname: '/', search: '' })
  vi.stubGlobal('navigator', { onLine })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  atHost('login.example.com', { onLine: true })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a Server Action fails', () => {
  it.each([
    ['a lost connection', lost, 'offline', true],
    ['401', () => Promise.resolve(new Response('', { status: 401 })), 'session-ended', false],
    ['502', () => Promise.resolve(new Response('', { status: 502 })), 'unreachable', true],
    ['503', () => Promise.resolve(new Response('', { status: 503 })), 'unreachable', false],
    ['504', () => Promise.resolve(new Response('', { status: 504 })), 'unreachable', true],
  ] as const)('after %s, once, saying whether it may have run', async (_name, send, outage, mayHaveRun) => {
    const plainFetch = vi.fn(send)
    const sent = guardFetch(plainFetch)('/', action)
    await expect(sent).rejects.toEqual(new RequestFailure(outage, mayHaveRun))
    await expect(sent).rejects.toMatchObject({ outage, mayHaveRun })
    expect(plainFetch).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['login.example.com', false],
    ['localhost', true],
  ])('without a network and a server at %s: whether it may have run is %s', async (hostname, mayHaveRun) => {
    atHost(hostname, { onLine: false })
    await expect(guardFetch(lost)('/', action)).rejects.toMatchObject({ mayHaveRun })
  })

  it('where the response breaks off', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('broken')) })
    await expect(guardFetch(async () => new Response(body))('/', action)).rejects.toMatchObject({ mayHaveRun: true })
  })

  it('after two minutes without a response', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort(new DOMException('', 'TimeoutError')))
    const sent = guardFetch(lost)('/', action)
    await expect(sent).rejects.toMatchObject({ outage: 'unreachable', mayHaveRun: true })
  })
})

describe('a navigation', () => {
  it('is repeated until it succeeds', async () => {
    const unreachable = [502, 503, 504].map((status) => async () => new Response('', { status }))
    const answers = [lost, ...unreachable, async () => new Response('the page')]
    const plainFetch = vi.fn(() => (answers.shift() ?? lost)())
    const sent = guardFetch(plainFetch)('/?q=a&_rsc=1', navigation)
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(await (await sent).text()).toBe('the page')
    expect(plainFetch).toHaveBeenCalledTimes(5)
  })

  it('is repeated although a newer one succeeds, which may share its layouts', async () => {
    const answers = [lost, async () => new Response('the search'), async () => new Response('the refresh')]
    const guarded = guardFetch(() => (answers.shift() ?? lost)())
    const refresh = guarded('/?_rsc=1', navigation)
    await vi.advanceTimersByTimeAsync(100)
    expect(await (await guarded('/?q=a&_rsc=2', navigation)).text()).toBe('the search')
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(await (await refresh).text()).toBe('the refresh')
  })
})

it.each([
  ['a prefetch', { headers: { RSC: '1', 'Next-Router-Prefetch': '1' } }],
  ['a request of our own', {}],
])('%s fails as it would unguarded', async (_name, init) => {
  await expect(guardFetch(lost)('/progress', init)).rejects.toEqual(new TypeError('Failed to fetch'))
})
