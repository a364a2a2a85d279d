import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addGroupRule } from '#lib/domain/accounts/account-groups/group-rules.ts'
import { compareCommands } from '#lib/testing/compared-commands.ts'
import { noTexts } from '#lib/testing/no-texts.ts'
import { root } from '#lib/testing/people.ts'
import { runCommandLine } from './command-line.ts'

const { here, there, compare, pair, server } = compareCommands(runCommandLine)
const withId = z.looseObject({ id: z.string() })
let groupId = ''

/** Creates a group here and one there. @returns the ID of the one here */
async function createGroup(...words: string[]): Promise<string> {
  const { one, other } = await compare('account-group', 'create', ...words, '--json')
  const [oneId, otherId] = [one, other].map(({ stdout }) => withId.parse(JSON.parse(stdout)).id) as [string, string]
  pair(oneId, otherId)
  return oneId
}

beforeAll(async () => {
  for (const id of ['aa', 'bb', 'aa-2', 'bb-2', 'aa-3', 'bb-3'])
    await here('account', 'create', '--id', id, '--name', id)
  groupId = await createGroup('--name', 'Alpine aa', '--note', 'South')
})

describe('account-group', () => {
  it('create refuses a name that another group has', async () => {
    const { one } = await compare('account-group', 'create', '--name', 'ALPINE aa')
    expect(one).toEqual({ status: 1, stdout: '', stderr: 'Refused: name is taken.\n' })
  })

  it('change changes what is given', async () => {
    const { one } = await compare('account-group', 'change', groupId, '--name', 'Alps aa')
    expect(one).toEqual({ status: 0, stdout: `Changed account group ${groupId} (Alps aa).\n`, stderr: '' })
    const { one: cleared } = await compare('account-group', 'change', groupId, '--note', '', '--json')
    expect(JSON.parse(cleared.stdout)).toEqual({ id: groupId, name: 'Alps aa', ...noTexts.group, rules: [] })
    expect(await here('account-group', 'change', groupId)).toMatchObject({ status: 2, stdout: '' })
  })

  it('add, accounts and remove', async () => {
    const { one } = await compare('account-group', 'add', groupId, 'aa', 'aa-2')
    expect(one).toEqual({ status: 0, stdout: `Added 2 accounts to ${groupId}.\n`, stderr: '' })
    const { one: again } = await compare('account-group', 'add', groupId, 'aa-2', 'aa-3', '--json')
    expect(JSON.parse(again.stdout)).toEqual({ groupId, added: 1, removed: 0, unknown: [], kept: [] })
    const { one: listed } = await compare('account-group', 'accounts', groupId)
    expect(listed.stdout).toBe(
      'ACCOUNT ID  CHOSEN  BY RULES\naa          yes     –\naa-2        yes     –\naa-3        yes     –\n',
    )
    const { one: removed } = await compare('account-group', 'remove', groupId, 'aa-2')
    expect(removed.stdout).toBe(`Removed 1 account from ${groupId}.\n`)
    const { one: json } = await compare('account-group', 'accounts', groupId, '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({ groupId, accounts: [{ accountId: 'aa' }, { accountId: 'aa-3' }] })
  })

  it('add fails for unknown accounts after it added the others, and for malformed IDs before', async () => {
    const { one } = await compare('account-group', 'add', groupId, 'aa-2', 'nowhere')
    expect(one).toEqual({
      status: 1,
      stdout: `Added 1 account to ${groupId}.\n`,
      stderr: 'No such accounts: nowhere.\n',
    })
    for (const run of [here, there]) {
      expect(await run('account-group', 'add', groupId, 'a b')).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining('Refused: one of the account IDs is not valid'),
      })
    }
    const many = Array.from({ length: 1_001 }, (_, index) => `a-${index}`)
    const { one: tooMany } = await compare('account-group', 'remove', groupId, ...many)
    expect(tooMany.stderr).toBe('Refused: one of the account IDs is beyond the maximum number of entries.\n')
    expect(await here('account-group', 'add', groupId)).toMatchObject({ status: 2, stdout: '' })
    for (const run of [here, there]) {
      expect((await run('account-group', 'add', 'grp_unknown', 'aa')).stderr).toMatch(
        /^It does not exist, or it was removed\./,
      )
    }
  })

  it('remove fails for accounts that a rule matches, which stay', async () => {
    const ruled = await createGroup('--name', 'Ruled aa')
    const { services } = server()
    for (const { id, name } of JSON.parse((await here('account-group', 'list', '--json')).stdout).groups) {
      const idPrefix = name === 'Ruled aa' ? 'aa-' : 'bb-'
      if (name.startsWith('Ruled')) await addGroupRule(services, root, { groupId: id, idPrefix, locale: '' })
    }
    const { one } = await compare('account-group', 'remove', ruled, 'aa-2')
    expect(one).toEqual({
      status: 1,
      stdout: `Removed 0 accounts from ${ruled}.\n`,
      stderr: 'A rule of the group matches these accounts, so they stay: aa-2.\n',
    })
  })

  it('list shows groups by name, with their rules', async () => {
    await here('account-group', 'create', '--name', 'äther')
    for (const options of [[], ['--json']]) {
      expect(await there('account-group', 'list', ...options)).toEqual(await here('account-group', 'list', ...options))
    }
    const { stdout } = await here('account-group', 'list')
    expect(stdout.match(/(?<=^grp_\w+ {2}).*?(?= {2})/gm)).toEqual([
      'Alps aa',
      'Alps bb',
      'äther',
      'Ruled aa',
      'Ruled bb',
    ])
    expect(stdout).toContain('ID aa-…')
  })

  it('is given to a user, and deleted', async () => {
    for (const id of ['aa', 'bb']) await here('user', 'create', '--service', '--username', id, '--name', id)
    const { one } = await compare('user', 'change', 'aa', '--groups', groupId, '--json')
    expect(JSON.parse(one.stdout)).toMatchObject({ accountScope: 'list', accountGroupIds: [groupId] })
    const { one: deleted } = await compare('account-group', 'delete', groupId)
    expect(deleted).toEqual({ status: 0, stdout: `Deleted ${groupId}.\n`, stderr: '' })
    for (const run of [here, there]) expect((await run('account-group', 'delete', groupId)).status).toBe(1)
  })
})
