import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RequestFailure } from './guard-fetch.ts'
import { type ActionFailure, sendAction } from './send-action.ts'

const mayHaveRun = new RequestFailure('offline', true)
const didNotRun = new RequestFailure('unreachable', false)
const sessionEnded = new RequestFailure('session-ended', false)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** @returns the reported failures, the number of requests and the result */
async function run(failures: unknown[], repeatable: boolean, isWanted = () => true) {
  const told: (ActionFailure | undefined)[] = []
  const send = vi.fn(async () => {
    if (failures.length > 0) throw failures.shift()
    return 'saved'
  })
  const sent = sendAction(send, { repeatable, isWanted, onFailure: (failure) => told.push(failure) })
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  return { outcome: await sent, sent: send.mock.calls.length, told: told.at(-1), first: told[1] }
}

it.each([
  ['an action that did not run', didNotRun, false, { kind: 'unreachable', retrying: true }],
  ['a repeatable action that may have run', mayHaveRun, true, { kind: 'offline', retrying: true }],
])('%s is sent again', async (_name, failure, repeatable, first) => {
  expect(await run([failure], repeatable)).toEqual({ outcome: { value: 'saved' }, sent: 2, told: undefined, first })
})

it.each([
  ['may have run and is not repeatable', mayHaveRun, false, 'unknown-outcome'],
  ['met an ended session', sessionEnded, true, 'session-ended'],
  ['got a response that makes no sense', new Error('An unexpected response'), true, 'failed'],
] as const)('an action that %s is sent once', async (_name, failure, repeatable, kind) => {
  const told = { kind, retrying: false }
  expect(await run([failure], repeatable)).toEqual({ outcome: undefined, sent: 1, told, first: told })
})

it('nothing is sent again once the form is gone', async () => {
  expect(await run([didNotRun], true, () => false)).toMatchObject({ outcome: undefined, sent: 1 })
})

it('nothing is sent again once the signal aborts, without waiting for the next attempt', async () => {
  const stop = new AbortController()
  const send = vi.fn(() => Promise.reject(didNotRun))
  const isWanted = () => !stop.signal.aborted
  const sent = sendAction(send, { repeatable: true, isWanted, signal: stop.signal, onFailure: () => undefined })
  await vi.advanceTimersByTimeAsync(0)
  stop.abort()
  expect(await sent).toBeUndefined()
  expect(send).toHaveBeenCalledTimes(1)
})

it('a redirect passes on: it is how an action succeeds', async () => {
  const redirect = Object.assign(new Error('NEXT_REDIRECT'), { digest: 'NEXT_REDIRECT;replace;/;307;' })
  const onFailure = vi.fn()
  const sent = sendAction(() => Promise.reject(redirect), { repeatable: true, isWanted: () => true, onFailure })
  await expect(sent).rejects.toBe(redirect)
  expect(onFailure.mock.calls).toEqual([[undefined]])
})
