import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadScript } from './load-script.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('navigator', { onLine: true })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('a script that fails to load is loaded again', async () => {
  const load = vi.fn(async () => 'script')
  load.mockRejectedValueOnce(new Error('502')).mockRejectedValueOnce(new Error('no network'))
  const loaded = loadScript(load)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(await loaded).toBe('script')
  expect(load).toHaveBeenCalledTimes(3)
})
