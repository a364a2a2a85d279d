import { argon2Sync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { HashThread } from '#lib/passwords/hash-thread.ts'

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
  await new HashThread().derive({ ...parameters, tagLength: 4 })
  // proc(5): the nice value is the 19th field; the second one, in parentheses, may contain spaces.
  const niceOf = (id: string) => readFileSync(`/proc/self/task/${id}/stat`, 'utf8').replace(/^.*\)/, '').split(' ')[17]
  const values = readdirSync('/proc/self/task').map(niceOf)
  expect(values).toContain('10')
  expect(values).toContain('0')
})
