import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { runWithoutWaitBudget, runWithWaitBudget, waitWithinBudget } from '#lib/kernel/wait-budget.ts'

/** What a wait is told that it may take, in whole milliseconds. */
const allowed = (mostMs: number) => waitWithinBudget(mostMs, async (limitMs) => limitMs)
const waitFor = (ms: number) => waitWithinBudget(1_000, () => sleep(ms))

describe('a wait', () => {
  it('is bounded by itself outside a request', async () => {
    expect(await allowed(5_000)).toBe(5_000)
    expect(await allowed(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY)
  })

  it('is bounded by what its request has left, after earlier waits', async () => {
    await runWithWaitBudget(200, async () => {
      expect(await allowed(100)).toBe(100)
      await waitFor(60)
      const left = await allowed(1_000)
      expect(left).toBeLessThanOrEqual(141)
      await waitFor(160)
      expect(await allowed(1_000)).toBe(0)
    })
  })

  it('costs nothing while the request works or its client is slow', async () => {
    await runWithWaitBudget(200, async () => {
      await sleep(60)
      expect(await allowed(1_000)).toBeGreaterThan(195)
    })
  })

  it('counts once beside others at the same time', async () => {
    await runWithWaitBudget(1_000, async () => {
      await Promise.all([waitFor(50), waitFor(50), waitFor(50), waitFor(50)])
      expect(await allowed(1_000)).toBeGreaterThan(800)
    })
  })

  it('is counted although it fails', async () => {
    await runWithWaitBudget(100, async () => {
      const failing = waitWithinBudget(1_000, async () => {
        await sleep(110)
        throw new Error('refused')
      })
      await expect(failing).rejects.toThrow('refused')
      expect(await allowed(1_000)).toBe(0)
    })
  })

  it('is bounded by itself in work that outlasts its request', async () => {
    await runWithWaitBudget(10, async () => {
      expect(await runWithoutWaitBudget(() => allowed(5_000))).toBe(5_000)
    })
  })
})
