import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { runCommandLine } from './command-line.ts'

const latchkey = createCommandLine(runCommandLine)
const addedSchema = z.strictObject({
  id: z.string().regex(/^whk_\w{20}$/),
  url: z.string(),
  secret: z.string().regex(/^whsec_[\w+/]{43}=$/),
})
const url = 'https://hooks.example/latchkey'

async function add(...words: string[]) {
  return addedSchema.parse(await latchkey.json('webhook', 'add', url, ...words))
}

describe('webhook', () => {
  it('add prints the ID and the secret, which is neither shown nor stored elsewhere', async () => {
    const { id, secret } = await add('--description', 'CRM', '--kinds', 'api_key.revoked,user.created')
    const list = await latchkey.run('webhook', 'list')
    expect(list.stdout).toContain(`${id}  ${url}  CRM          2 kinds  active`)
    for (const place of [latchkey.readAllFiles(), list.stdout, (await latchkey.run('activity', 'export')).stdout]) {
      expect(place).toContain(id)
      expect(place).not.toContain(secret.slice(6, 40))
    }
  })

  it.each([
    [['add', 'http://hooks.example/'], 'the URL must use https (http is allowed for this machine only).'],
    [['add', 'https://10.0.0.7/'], 'the URL is not a public address: allow its network with WEBHOOK_NETWORKS.'],
    [['add', url, '--kinds', 'user.born'], '--kinds does not exist or is not active (user.born).'],
  ])('%j is refused', async (words, reason) => {
    expect(await latchkey.run('webhook', ...words)).toEqual({ status: 1, stdout: '', stderr: `Refused: ${reason}\n` })
  })

  it('edit changes what is given', async () => {
    const { id } = await add('--description', 'Old', '--kinds', 'user.created')
    await latchkey.json('webhook', 'edit', id, '--description', 'New', '--all-kinds')
    const listed = await latchkey.json('webhook', 'list')
    expect(listed).toMatchObject({
      webhooks: expect.arrayContaining([expect.objectContaining({ id, url, description: 'New', kinds: null })]),
    })
  })

  it('rotate, pause, replay, resume, test and remove', async () => {
    const { id, secret } = await add()
    const rotated = addedSchema.parse(await latchkey.json('webhook', 'rotate', id))
    expect(rotated.secret).not.toBe(secret)
    expect(await latchkey.run('webhook', 'rotate', id)).toMatchObject({ status: 1 })
    await latchkey.json('webhook', 'rotate', id, '--end-former')
    expect((await latchkey.run('webhook', 'pause', id)).stdout).toBe(`Paused ${id}.\n`)
    expect((await latchkey.run('webhook', 'list')).stdout).toContain('paused (manual)')
    expect(await latchkey.run('webhook', 'replay', id, '99')).toMatchObject({
      stderr: 'Refused: the number is not in the journal.\n',
    })
    await latchkey.json('webhook', 'replay', id, '1')
    expect((await latchkey.run('webhook', 'resume', id)).stdout).toBe(`Resumed ${id}.\n`)
    const test = await latchkey.run('webhook', 'test', id)
    expect(test).toMatchObject({ status: 1, stdout: expect.stringMatching(/^Not delivered: .+ \(\d+ ms\)\.\n$/) })
    expect((await latchkey.run('webhook', 'remove', id)).stdout).toBe(`Removed ${id}.\n`)
    expect(await latchkey.run('webhook', 'pause', id)).toMatchObject({ status: 1, stdout: '' })
  })
})
