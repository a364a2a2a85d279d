import { beforeAll, describe, expect, it } from 'vitest'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { runCommandLine } from './command-line.ts'

const latchkey = createCommandLine(runCommandLine)
let key: { keyId: string; secret: string }

beforeAll(async () => {
  await latchkey.run('user', 'create', '--service', '--username', 'orders', '--name', 'Order system')
  const { stdout } = await latchkey.run('key', 'create', '--user', 'orders', '--name', 'Nightly', '--json')
  key = JSON.parse(stdout)
})

const check = (...options: string[]) =>
  latchkey.runWithInput(`log: ${key.secret} x`, ['leak', 'check', '--stdin', ...options])

describe('leak check', () => {
  it('says whose a secret is and until when it works, and ends it on request', async () => {
    const row = (...cells: string[]) => `secret  ${cells.join('  ')}  ${key.keyId}  Nightly  –`
    const rotated = await latchkey.run('key', 'rotate', key.keyId)
    expect(await check()).toEqual({
      status: 0,
      stdout: [
        'KIND    NOW    UNTIL (UTC)  STATE    KEY ID                     KEY      FROM',
        row('works', 'no end     ', 'current'),
        '',
      ].join('\n'),
      stderr: '',
    })
    const pending = rotated.stdout.slice(rotated.stdout.indexOf('lksec_')).trim()
    const other = await latchkey.runWithInput(pending, ['leak', 'check', '--stdin', '--json'])
    const day = 24 * 3_600_000
    const { credentials } = JSON.parse(other.stdout)
    expect(credentials).toMatchObject([{ state: 'pending', works: true, keyId: key.keyId, networks: [] }])
    expect(credentials[0].worksUntil).toBe(credentials[0].since + 7 * day)
    expect(await check('--contain')).toMatchObject({ status: 0, stdout: expect.stringMatching(/\nContained: 1\.\n$/) })
    expect((await check()).stdout).toMatch(/\nsecret {2}does not work {2}– {12}retired {2}lkid_/)
    expect((await check()).stdout).not.toContain(key.secret)
  })

  it('says that a text has none', async () => {
    expect(await latchkey.runWithInput('nothing', ['leak', 'check', '--stdin'])).toEqual({
      status: 0,
      stdout: 'No credentials of this server were found.\n',
      stderr: '',
    })
  })
})
