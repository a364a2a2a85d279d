import { expect, it } from 'vitest'
import { Mutex } from '#lib/db/mutex.ts'

const soon = () => performance.now() + 20

it('lets one in at a time, in order of arrival', async () => {
  const mutex = new Mutex()
  const seen: string[] = []
  const enter = async (name: string) => {
    const leave = await mutex.acquire()
    seen.push(name)
    await Promise.resolve()
    seen.push(name)
    leave()
  }
  await Promise.all(['a', 'b', 'c'].map(enter))
  expect(seen).toEqual(['a', 'a', 'b', 'b', 'c', 'c'])
  expect(mutex.isWanted).toBe(false)
})

it('lets somebody in who has no time to wait, where nobody is there', async () => {
  const mutex = new Mutex()
  const leave = await mutex.acquire(0)
  leave()
  await expect(mutex.acquire(0)).resolves.toBeTypeOf('function')
})

it('sends away who has waited long enough, and keeps whoever comes after waiting', async () => {
  const mutex = new Mutex()
  const leave = await mutex.acquire()
  await expect(mutex.acquire(soon())).rejects.toMatchObject({ code: 'temporarily_unavailable' })
  await expect(mutex.acquire(soon())).rejects.toMatchObject({ code: 'temporarily_unavailable' })
  expect(mutex.isWanted).toBe(false)
  const next = mutex.acquire()
  expect(mutex.isWanted).toBe(true)
  leave()
  await expect(next).resolves.toBeTypeOf('function')
})
