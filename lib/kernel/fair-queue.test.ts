import { describe, expect, it } from 'vitest'
import { createFairQueue } from '#lib/kernel/fair-queue.ts'

const busy = { code: 'temporarily_unavailable', retryAfterSeconds: 2, detail: 'too many jobs' }
const limits = { name: 'jobs', running: 2, runningPerLane: 1, waiting: 6, waitingPerLane: 4 }

/** A queue whose jobs end one by one, the oldest first, when told to. */
function openQueue(changes: Partial<typeof limits> = {}) {
  const queue = createFairQueue({ ...limits, ...changes })
  const started: string[] = []
  const refused: string[] = []
  const finish: (() => void)[] = []
  const add = (lane: string, name = lane) => {
    const ended = queue.run(lane, () => {
      started.push(name)
      return new Promise<void>((resolve) => void finish.push(resolve))
    })
    ended.catch(() => void refused.push(name))
    return ended
  }
  const settle = async () => {
    finish.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { add, settle, started, refused }
}

describe('a fair queue', () => {
  it('takes lanes in turn: a flood delays another lane by one job', async () => {
    const { add, settle, started } = openQueue({ running: 1 })
    for (const job of ['flood 1', 'flood 2', 'flood 3', 'flood 4']) void add('flood', job)
    void add('owner')
    for (let round = 0; round < 5; round++) await settle()
    expect(started).toEqual(['flood 1', 'flood 2', 'owner', 'flood 3', 'flood 4'])
  })

  it('leaves room beside a lane that has all it may run', async () => {
    const { add, settle, started } = openQueue()
    for (const job of ['flood 1', 'flood 2', 'flood 3']) void add('flood', job)
    void add('owner')
    await settle()
    expect(started.slice(0, 2)).toEqual(['flood 1', 'owner'])
  })

  it('refuses a job beyond what one lane may have waiting', async () => {
    const { add } = openQueue()
    const jobs = Array.from({ length: 6 }, () => add('flood'))
    await expect(jobs[5]).rejects.toMatchObject(busy)
  })

  it('when full, gives the place of the longest lane’s newest job to a shorter lane', async () => {
    const { add, settle, refused } = openQueue({ running: 1 })
    for (let index = 1; index <= 5; index++) void add('flood', `flood ${index}`)
    for (let index = 1; index <= 2; index++) void add('other', `other ${index}`)
    void add('owner')
    await settle()
    expect(refused).toEqual(['flood 5'])
  })

  it('when full of lanes that wait no longer than the new one, refuses', async () => {
    const { add } = openQueue({ running: 1 })
    for (let lane = 0; lane < 7; lane++) void add(`lane ${lane}`)
    await expect(add('owner')).rejects.toMatchObject(busy)
  })

  it('goes on after a job that failed, and passes its error on', async () => {
    const queue = createFairQueue(limits)
    await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await queue.run('a', async () => 'fine')).toBe('fine')
  })
})
