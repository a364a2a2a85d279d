import { beforeAll, describe, expect, it } from 'vitest'
import { alike, compareCommands, createdKey } from '#lib/testing/compared-commands.ts'
import { requestToken } from '#lib/testing/listening-server.ts'
import { completeOnly } from '#lib/testing/sampling.ts'
import { runCommandLine } from './command-line.ts'

const { latchkey, here, there, thereWith, compare, pair, server } = compareCommands(runCommandLine)
let keyId = ''

/** A key whose first secret is retiring and has a family, and whose second one is current. */
async function createRotatedKey(owner: string): Promise<string> {
  const created = createdKey.parse(await latchkey.json('key', 'create', '--user', owner, '--name', 'Shop'))
  await requestToken(server().url, created)
  await requestToken(server().url, createdKey.parse(await latchkey.json('key', 'rotate', created.keyId)))
  return created.keyId
}

beforeAll(async () => {
  for (const id of ['aa', 'bb']) await here('user', 'create', '--service', '--username', id, '--name', `Orders ${id}`)
  keyId = await createRotatedKey('aa')
  pair(keyId, await createRotatedKey('bb'))
})

type ListedSecret = Readonly<{ id: string; state: string }>

async function idOf(state: string, id: string): Promise<string> {
  const { stdout } = await here('key', 'secrets', id, '--json')
  return JSON.parse(stdout).secrets.find((secret: ListedSecret) => secret.state === state).id
}

describe('a command prints the same here and there, for', () => {
  it('the secrets of a key, with the families of the retiring one', async () => {
    for (const options of [[], ['--json']]) {
      // The server first: it writes the calls that it has counted, which another process can't see before.
      const one = await there('key', 'secrets', keyId, ...options)
      expect(await here('key', 'secrets', keyId, ...options)).toEqual(one)
      await compare('key', 'secrets', keyId, ...options)
    }
    expect((await there('key', 'secrets', keyId)).stdout).toMatch(
      / retiring .*\n {2}family from 127\.0\.0\.1, last used .*\nThe retiring secret may still be in use\.\n$/,
    )
    for (const run of [here, there]) expect((await run('key', 'secrets', 'lkid_unknown')).status).toBe(1)
  })

  // In `npm test`, key-secret-commands.test.ts runs it here, and key-secrets.test.ts its operation.
  completeOnly('a rehearsal', async () => {
    const { one } = await compare('key', 'rehearse', keyId, '--minutes', '3')
    expect(alike(one).stdout).toBe('The old secret is refused until second UTC.\n')
    expect(await there('key', 'secrets', keyId, '--json')).toEqual(await here('key', 'secrets', keyId, '--json'))
    expect((await there('key', 'secrets', keyId)).stdout).toContain('retiring, rehearsing')
    await compare('key', 'rehearse', keyId, '--json')
    expect((await compare('key', 'rehearse', keyId, '--minutes', '16')).one.status).toBe(1)
    await compare('key', 'rehearse', keyId, '--end')
  })

  // Likewise.
  completeOnly('the end of a secret, which can end its families', async () => {
    const { stdout } = await here('key', 'list', '--json')
    const other = JSON.parse(stdout).keys.find(
      ({ owner, name }: { owner: { name: string }; name: string }) => owner.name === 'Orders bb' && name === 'Shop',
    ).id
    const [one, two] = [await idOf('retiring', keyId), await idOf('retiring', other)]
    pair(one, two)
    await compare('key', 'retire-secret', keyId, one, '--end-families')
    for (const run of [here, there]) expect((await run('key', 'retire-secret', keyId, one)).status).toBe(1)
    const { one: left } = await compare('key', 'secrets', keyId, '--json')
    expect(JSON.parse(left.stdout)).toMatchObject({
      families: [],
      isSafeToRetire: null,
      secrets: [{ state: 'current' }, { state: 'retired', liveFamilies: 0 }],
    })
  })

  // In `npm test`, key-secret-commands.test.ts and key-hand-over.test.ts.
  completeOnly('a hand-over, of a new key as well', async () => {
    const { one } = await compare('key', 'hand-over', keyId, '--expires', '2', '--retire-after', '1h', '--end-families')
    expect(alike(one).stdout).toBe('http://localhost:3000/hand-over?token=token\n')
    expect((await compare('key', 'hand-over', keyId, '--withdraw')).one.stdout).toBe('Withdrew the link.\n')
    expect((await compare('key', 'hand-over', keyId, '--withdraw')).one.stdout).toBe('No link is open.\n')
    await compare('key', 'hand-over', keyId, '--expires', '73')
    await compare('key', 'create', '--user', 'aa', '--name', 'Partner', '--hand-over', '--json')
    for (const run of [here, there]) {
      expect((await run('key', 'hand-over', 'lkid_unknown', '--withdraw')).stderr).toMatch(/^It does not exist/)
    }
  })
})

it('a token for reading rehearses, retires and hands over nothing', async () => {
  const id = await createRotatedKey('aa')
  const words = ['key', 'create', '--user', 'ada', '--name', 'Reader', '--scopes', 'keys:read']
  const reader = await requestToken(server().url, createdKey.parse(await latchkey.json(...words)))
  const before = await here('key', 'secrets', id, '--json')
  for (const command of [
    ['rehearse', id],
    ['rehearse', id, '--end'],
    ['retire-secret', id, await idOf('retiring', id)],
    ['hand-over', id],
    ['hand-over', id, '--withdraw'],
  ]) {
    const { status, stderr } = await thereWith(reader, 'key', ...command)
    expect([status, stderr]).toEqual([1, expect.stringContaining('lacks the scope keys:write')])
  }
  expect(await here('key', 'secrets', id, '--json')).toEqual(before)
})
