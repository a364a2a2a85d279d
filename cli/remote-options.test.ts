import { describe, expect, it } from 'vitest'
import { createRemoteCommandLine, remoteToken } from '#lib/testing/remote-command-line.ts'
import { refuseWith, sendJson } from '#lib/testing/stub-server.ts'
import { runCommandLine } from './command-line.ts'

const { latchkey, stub, there, expectSentence } = createRemoteCommandLine(runCommandLine)

const list = ['account', 'list']
const suspend = ['account', 'suspend', 'a']

describe('text of a server', () => {
  const evil = 'a\u001b[2J\u0007\u202eb\u2028c'
  const account = { locale: null, deepPath: null, suspended: false, suspendedAt: null, lastOpenedAt: null }

  it('is printed with control characters replaced', async () => {
    const items = [{ ...account, id: 'a', name: evil, createdAt: '2026-11-21T12:00:00.000Z' }]
    stub.respond = (_request, response) => void sendJson(response, 200, { items, next: null })
    const { stdout } = await there(...list)
    expect(stdout).toContain('a\ufffd[2J\ufffd\ufffdb\ufffdc')
    stub.respond = refuseWith(409, 'conflict', { description: evil })
    const { stderr } = await there(...suspend)
    expect(stderr).toBe('a\ufffd[2J\ufffd\ufffdb\ufffdc (409, request ID req_1)\n')
    stub.respond = refuseWith(409, 'conflict', { fields: { [evil]: evil } })
    expect((await there(...suspend)).stderr).toBe(
      'Refused: a\ufffd[2J\ufffd\ufffdb\ufffdc is refused (a\ufffd[2J\ufffd\ufffdb\ufffdc).\n',
    )
  })

  it('never shows the token, even if the server repeats it', async () => {
    const shown: string[] = []
    const collect = async (...words: string[]) => shown.push(JSON.stringify(await there(...words)))
    const items = [{ ...account, id: 'a', name: remoteToken, createdAt: '2026-11-21T12:00:00.000Z' }]
    stub.respond = (_request, response) => void sendJson(response, 200, { items, next: null })
    await collect(...list)
    await collect(...list, '--json')
    stub.respond = refuseWith(409, 'conflict', {
      description: `Bearer ${remoteToken}`,
      fields: { [remoteToken]: remoteToken },
    })
    await collect(...list)
    stub.respond = refuseWith(403, 'insufficient_scope', {
      description: remoteToken,
      headers: { 'WWW-Authenticate': `scope="${remoteToken}"` },
    })
    await collect(...list)
    await stub.close()
    await collect(...list)
    expect(stub.received.every(({ headers }) => headers.authorization === `Bearer ${remoteToken}`)).toBe(true)
    expect(stub.received).toHaveLength(4)
    for (const text of shown) expect(text).not.toContain(remoteToken)
  })
})

describe('without a request', () => {
  it.each([
    [['leak', 'check', '--stdin'], 'leak'],
    [['leak', '--help'], 'leak'],
    [['doctor', '--json'], 'doctor'],
    [['backup', 'a.db'], 'backup'],
    [['activity', 'export', '--account', 'a'], 'activity'],
    [['sign-in', 'provider', 'list'], 'sign-in'],
    [['user', 'end-sessions', '--all'], 'user end-sessions'],
    [['user', 'set-password-link', 'ada'], 'user set-password-link'],
    [['user', 'leaver-sheet', 'ada'], 'user leaver-sheet'],
    [['user', 'create', '--service', '--username', 'a', '--name', 'A', '--password', 'p'], 'user create --password'],
  ])('%j says that it works on the machine of the server', async (words, name) => {
    const sentence = `'${name}' doesn't work with --url: run it on the machine of the server, without --url and LATCHKEY_URL.`
    await expectSentence(words, sentence, 2)
    expect(stub.received).toEqual([])
  })

  it.each([
    ['http://login.example.com', 'must use https (http is allowed for this machine only)'],
    ['https://login.example.com/portal', 'must be an origin: remove everything after host and port'],
    ['https://ada@login.example.com', 'must be an origin: remove the username and the password'],
    ['login.example.com', 'must be an origin: start with https://'],
    ['https://login.example.com\\@evil.example', 'is not valid'],
    ['', 'is missing'],
  ])('--url %j is refused', async (url, problem) => {
    const words = ['--url', url, ...list]
    expect(await latchkey.runWithInput('', words, { LATCHKEY_TOKEN: remoteToken })).toEqual({
      status: 2,
      stdout: '',
      stderr: `--url ${problem}.\n`,
    })
  })

  it('a token is required, and has to be whole', async () => {
    const run = (variables: object) => latchkey.runWithInput('', list, { LATCHKEY_URL: stub.url, ...variables })
    const refused = (stderr: string) => ({ status: 2, stdout: '', stderr: `${stderr}\n` })
    expect(await run({})).toEqual(refused('--url needs an access token: set LATCHKEY_TOKEN.'))
    expect(await run({ LATCHKEY_TOKEN: '' })).toEqual(refused('--url needs an access token: set LATCHKEY_TOKEN.'))
    for (const bad of [
      `${remoteToken}\n`,
      `${remoteToken} ${remoteToken}`,
      `${remoteToken}\r\nX-Header: 1`,
      `${remoteToken}é`,
    ]) {
      expect(await run({ LATCHKEY_TOKEN: bad })).toEqual(
        refused('The access token is malformed: set LATCHKEY_TOKEN to all of it.'),
      )
    }
    expect(stub.received).toEqual([])
  })

  it('an ID that leads to another path is unknown', async () => {
    for (const id of ['..', '.', '']) {
      await expectSentence(['key', 'disable', id], 'It does not exist, or it was removed.')
    }
    expect(stub.received).toEqual([])
    await there('key', 'disable', '../users/usr_1?a#b')
    expect(stub.received).toMatchObject([{ method: 'PATCH', url: '/api/v1/keys/..%2Fusers%2Fusr_1%3Fa%23b' }])
  })
})

describe('the options before the command', () => {
  it('come before the environment, and a token among them is advised against', async () => {
    const outcome = await latchkey.runWithInput('', ['--url', stub.url, '--token', remoteToken, ...list], {
      LATCHKEY_URL: 'https://latchkey.invalid',
      LATCHKEY_TOKEN: 'another-token-of-another-server',
    })
    expect(outcome).toEqual({
      status: 0,
      stdout: '',
      stderr: 'Other users of this machine can see the token in the process list. Use LATCHKEY_TOKEN instead.\n',
    })
    expect(stub.received).toMatchObject([{ headers: { authorization: `Bearer ${remoteToken}` } }])
  })

  it('leave --url behind the command to the command', async () => {
    const words = ['webhook', 'add', 'https://hooks.example/a', '--json']
    const added = await latchkey.runWithInput('', words, { LATCHKEY_TOKEN: remoteToken })
    const id = /"id":"(\w+)"/.exec(added.stdout)?.[1] ?? ''
    await latchkey.run('webhook', 'edit', id, '--url', 'https://hooks.example/b')
    expect(await latchkey.json('webhook', 'list')).toMatchObject({ webhooks: [{ url: 'https://hooks.example/b' }] })
    expect(await latchkey.run('account', 'list', '--url', stub.url)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining("unknown option '--url'"),
    })
    expect(stub.received).toEqual([])
  })

  it('empty variables are unset', async () => {
    expect(await latchkey.runWithInput('', list, { LATCHKEY_URL: '', LATCHKEY_TOKEN: '' })).toMatchObject({ status: 0 })
    expect(stub.received).toEqual([])
  })

  it('leave the help as it is: the same commands, whether they work there or not', async () => {
    const names = (text: string) => text.split('Commands:')[1]?.match(/^ {2}[a-z][\w-]*/gm)
    for (const words of [
      ['--help'],
      ['user', '--help'],
      ['key', '--help'],
      ['account', '--help'],
      ['grant', '--help'],
    ]) {
      const [one, other] = [await latchkey.run(...words), await there(...words)]
      expect([one.status, other.status]).toEqual([0, 0])
      expect(names(one.stdout)?.length).toBeGreaterThan(1)
      expect(names(other.stdout)).toEqual(names(one.stdout))
    }
    const { status, stdout } = await latchkey.runWithInput('', ['--help'], { LATCHKEY_URL: stub.url })
    expect([status, stdout]).toEqual([0, expect.stringContaining('LATCHKEY_TOKEN')])
  })
})
