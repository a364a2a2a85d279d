import { argon2Sync } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { HashThread } from '#lib/domain/people/passwords/hash-thread.ts'

const parameters = { message: 'nine slow herons', nonce: Buffer.alloc(16, 7), memory: 64, passes: 1, parallelism: 1 }

it('derives what Node.js derives', async () => {
  const thread = new HashThread()
  const given = { ...parameters, tagLength: 32 }
  expect(await thread.derive(given)).toEqual(argon2Sync('argon2id', given))
})

it('rejects if the thread fails, and works again', async () => {
  const thread = new HashThread()
  await expect(thread.derive({ ...parameters, tagLength: 1 })).rejects.toThrow('tagLength')
  expect(await thread.derive({ ...parameters, tagLength: 4 })).toHaveLength(4)
})

it.runIf(process.platform === 'linux')('leaves the processors to the other threads', async () => {
  const before = getPriority()
  await new HashThread().derive({ ...parameters, tagLength: 4 })
  const values = readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)))
  // The tests may run at a low priority themselves.
  expect(Math.max(...values)).toBe(Math.max(10, before))
  expect(getPriority()).toBe(before)
})
