import { beforeAll, describe, expect, it } from 'vitest'
import { compareCommands } from '#lib/testing/compared-commands.ts'
import { openTestAccount } from '#lib/testing/open-accounts.ts'
import { insertUser } from '#lib/testing/people.ts'
import { runCommandLine } from './command-line.ts'

const { here, there, compare, pair, server } = compareCommands(runCommandLine)

beforeAll(async () => {
  const { services } = server()
  for (const accountId of ['aa', 'bb']) {
    const user = await insertUser(services, { username: accountId })
    await openTestAccount(services, { accountId, accountName: accountId, user })
  }
})

async function idOf(accountId: string): Promise<string> {
  const { stdout } = await here('session', 'list', '--account', accountId, '--json')
  return JSON.parse(stdout).sessions[0].id
}

describe('session', () => {
  it('list shows the sessions of an account, of a user, or of both', async () => {
    const { one } = await compare('session', 'list', '--account', 'aa', '--json')
    expect(JSON.parse(one.stdout)).toEqual({
      sessions: [
        {
          id: await idOf('aa'),
          accountId: 'aa',
          userId: expect.stringMatching(/^usr_/),
          keyId: null,
          createdAt: expect.any(Number),
          lastSeenAt: expect.any(Number),
          endsAt: expect.any(Number),
        },
      ],
    })
    const { one: table } = await compare('session', 'list', '--user', 'AA@example.com')
    expect(table.stdout).toMatch(/^SESSION ID .*\nases_\w+ {2}aa {10}usr_\w+ {2}– {7}\d{4}-/)
    expect((await compare('session', 'list', '--user', 'aa', '--account', 'ada')).one).toEqual({
      status: 0,
      stdout: '',
      stderr: 'No account has the ID ada. Check the spelling.\n',
    })
    for (const account of ['aa', '']) {
      const { one: none } = await compare('session', 'list', '--user', 'ada', '--account', account)
      expect(none).toEqual({ status: 0, stdout: '', stderr: '' })
    }
  })

  it('list is refused without a selection, and for an unknown user', async () => {
    for (const run of [here, there]) {
      expect(await run('session', 'list', '--json')).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining("error: specify which sessions: '--account', '--user'\n"),
      })
    }
    expect((await compare('session', 'list', '--user', 'nobody')).one.status).toBe(1)
    expect((await compare('session', 'list', '--account', '')).one.stderr).toBe(
      'Refused: --account is missing, --user is missing.\n',
    )
    expect((await compare('session', 'list', '--account', 'a b')).one.stderr).toBe('Refused: --account is not valid.\n')
  })

  it('end ends a session, once', async () => {
    const id = await idOf('aa')
    pair(id, await idOf('bb'))
    expect((await compare('session', 'end', id)).one).toEqual({ status: 0, stdout: `Ended ${id}.\n`, stderr: '' })
    expect((await compare('session', 'list', '--account', 'aa', '--json')).one.stdout).toBe('{"sessions":[]}\n')
    for (const run of [here, there]) expect((await run('session', 'end', id)).status).toBe(1)
  })
})
