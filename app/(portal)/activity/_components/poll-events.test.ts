import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type PollResult, pollEvents } from './poll-events.ts'

/** A browser tab: its window is the global object. */
const tab = new EventTarget()
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const stop = { controller: new AbortController() }
const results: PollResult[] = []
const send = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab))
  vi.stubGlobal('fetch', send)
  page.visibilityState = 'visible'
  results.length = 0
  stop.controller = new AbortController()
  send.mockReset().mockImplementation(async () => Response.json({ ids: ['evt_1'] }))
  void pollEvents('/activity/new?since=1', stop.controller.signal, (result) => results.push(result))
})

afterEach(() => {
  stop.controller.abort()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function wait(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(1_000 * seconds)
}

async function tell(target: EventTarget, event: string): Promise<void> {
  target.dispatchEvent(new Event(event))
  await wait(0)
}

describe('polling for new events', () => {
  it('asks every four seconds until it is stopped', async () => {
    await wait(3.9)
    expect(send).toHaveBeenCalledTimes(0)
    await wait(8.1)
    expect(send.mock.calls.map(([url]) => url)).toEqual(Array(3).fill('/activity/new?since=1'))
    expect(results).toEqual(Array(3).fill({ ids: ['evt_1'] }))
    stop.controller.abort()
    await wait(60)
    expect(send).toHaveBeenCalledTimes(3)
  })

  it('pauses while the tab is hidden, and asks as soon as it is visible', async () => {
    page.visibilityState = 'hidden'
    await tell(page, 'visibilitychange')
    await wait(600)
    expect(send).toHaveBeenCalledTimes(0)
    page.visibilityState = 'visible'
    await tell(page, 'visibilitychange')
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('doubles the delay up to a minute while requests fail', async () => {
    send.mockRejectedValue(new TypeError('Failed to fetch'))
    const asked: number[] = []
    for (let second = 1; second <= 300; second++) {
      const before = send.mock.calls.length
      await wait(1)
      if (send.mock.calls.length > before) asked.push(second)
    }
    expect(asked).toEqual([4, 12, 28, 60, 120, 180, 240, 300])
    expect(results.at(-1)).toEqual({ failure: 'offline' })
    await tell(tab, 'online')
    expect(send).toHaveBeenCalledTimes(9)
    send.mockImplementation(async () => Response.json({ ids: [] }))
    await wait(4)
    expect(results.at(-1)).toEqual({ ids: [] })
  })

  it.each([
    [401, 'session-ended'],
    [403, 'forbidden'],
  ])('stops after %i until the tab is focused again', async (status, failure) => {
    send.mockImplementation(async () => new Response('', { status }))
    await wait(4)
    expect(results).toEqual([{ failure }])
    await wait(3_600)
    expect(send).toHaveBeenCalledTimes(1)
    send.mockImplementation(async () => Response.json({ ids: [] }))
    await tell(tab, 'focus')
    expect(results.at(-1)).toEqual({ ids: [] })
  })

  it.each([429, 500, 502, 503])('reports %i as unreachable, and asks again', async (status) => {
    send.mockImplementation(async () => new Response('', { status }))
    await wait(12)
    expect(results).toEqual(Array(2).fill({ failure: 'unreachable' }))
  })
})
