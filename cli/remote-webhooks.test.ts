import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compareCommands, createdKey } from '#lib/testing/compared-commands.ts'
import { requestToken } from '#lib/testing/listening-server.ts'
import { completeOnly } from '#lib/testing/sampling.ts'
import { runCommandLine } from './command-line.ts'

const { latchkey, here, there, thereWith, compare, pair, server } = compareCommands(runCommandLine)
const added = z.looseObject({ id: z.string(), secret: z.string() })

/** Adds a webhook here and one there. @returns the one here */
async function add(...words: string[]) {
  const { one, other } = await compare('webhook', 'add', 'https://aa.invalid/events', ...words, '--json')
  const [oneAdded, otherAdded] = [one, other].map(({ stdout }) => added.parse(JSON.parse(stdout)))
  pair(oneAdded?.id ?? '', otherAdded?.id ?? '')
  return { id: oneAdded?.id ?? '', other: otherAdded?.id ?? '' }
}

const withoutCreator = z.object({
  webhooks: z.array(z.looseObject({}).transform(({ createdByName: _, ...rest }) => rest)),
})

describe('a webhook command prints the same here and there, for', () => {
  it('add, edit and what is refused of them', async () => {
    const { id } = await add('--description', 'CRM', '--kinds', 'user.created,api_key.revoked')
    expect((await compare('webhook', 'edit', id, '--description', '')).one.stdout).toBe(`Changed ${id}.\n`)
    await compare('webhook', 'edit', id, '--all-kinds', '--url', 'https://aa.invalid/new', '--json')
    await compare('webhook', 'edit', id, '--url', 'https://10.0.0.7/')
    await compare('webhook', 'edit', id)
    await compare('webhook', 'add', 'http://aa.invalid/')
    expect((await there('webhook', 'list', '--json')).stdout).toContain(
      '"url":"https://bb.invalid/new","description":""',
    )
  })

  // In `npm test`, webhook-commands.test.ts runs them here, and webhooks.test.ts their operations.
  completeOnly('rotate, pause, resume, test, replay and remove', async () => {
    const { id } = await add()
    await compare('webhook', 'rotate', id, '--json')
    for (const run of [here, there])
      expect((await run('webhook', 'rotate', id)).stderr).toMatch(/^The former secret still/)
    await compare('webhook', 'rotate', id, '--end-former')
    await compare('webhook', 'rotate', id)
    await compare('webhook', 'pause', id)
    expect((await there('webhook', 'list')).stdout).toContain('paused (manual)')
    await compare('webhook', 'resume', id, '--json')
    const { one } = await compare('webhook', 'test', id)
    expect(one).toMatchObject({ status: 1, stdout: expect.stringContaining('host not found: check the spelling') })
    await compare('webhook', 'test', id, '--json')
    for (const from of ['1', '999999', 'x', '0']) await compare('webhook', 'replay', id, from)
    await compare('webhook', 'remove', id, '--json')
    for (const run of [here, there]) expect((await run('webhook', 'pause', id)).status).toBe(1)
  })

  it('list, whose webhooks are retried, paused or lost events', async () => {
    const { id } = await add('--kinds', 'user.created')
    await here('webhook', 'pause', id)
    await server()
      .services.db.updateTable('webhooks')
      .set({ attempts: 3, first_failed_at: 1_700_000_000_000, next_attempt_at: 1_900_000_000_000 })
      .where('id', '!=', id)
      .execute()
    expect(await there('webhook', 'list')).toEqual(await here('webhook', 'list'))
    const [one, other] = [await here('webhook', 'list', '--json'), await there('webhook', 'list', '--json')]
    expect(withoutCreator.parse(JSON.parse(other.stdout))).toEqual(withoutCreator.parse(JSON.parse(one.stdout)))
    expect(other.stdout).toContain('"attempts":3,"firstFailedAt":1700000000000,"nextAttemptAt":1900000000000')
  })
})

it('a rotation without the right to read the webhook makes no secret', async () => {
  const { id } = await add()
  const words = ['key', 'create', '--user', 'ada', '--name', 'Writer', '--scopes', 'webhooks:write']
  const writer = await requestToken(server().url, createdKey.parse(await latchkey.json(...words)))
  const { status, stderr } = await thereWith(writer, 'webhook', 'rotate', id)
  expect([status, stderr]).toEqual([1, expect.stringContaining('lacks the scope webhooks:read')])
  expect((await here('webhook', 'list', '--json')).stdout).toContain(`"id":"${id}"`)
  expect(JSON.parse((await here('webhook', 'list', '--json')).stdout).webhooks.at(-2)).toMatchObject({
    id,
    hasFormerSecret: false,
  })
})
