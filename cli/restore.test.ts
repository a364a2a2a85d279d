import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { runCommandLine } from './command-line.ts'

const latchkey = createCommandLine(runCommandLine)
const backup = join(latchkey.dataDir, 'copy.db')
const createdSchema = z.object({ keyId: z.string() })
let keyId: string

beforeAll(async () => {
  const words = ['--email', 'ann@example.com', '--username', 'ann', '--name', 'Ann', '--role', 'owner']
  await latchkey.json('user', 'create', ...words)
  const created = createdSchema.parse(await latchkey.json('key', 'create', '--user', 'ann', '--name', 'CRM'))
  keyId = created.keyId
  await latchkey.json('backup', backup)
})

describe('restore', () => {
  it('describes the result', async () => {
    await latchkey.json('account', 'create', '--id', 'later', '--name', 'Later')
    const { status, stdout, stderr } = await latchkey.run('restore', backup)
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, '<when>').split('\n')).toEqual([
      'Restored 1 user, 0 accounts and 1 API key from the backup of <when> UTC.',
      'All users are signed out. Refresh tokens, access tokens and links from before the restore no longer work.',
      'Carried over from the replaced database: 1 audit event.',
      '',
    ])
    expect(await latchkey.json('account', 'list')).toMatchObject({ accounts: [] })
  })

  it('prints one JSON object', async () => {
    expect(await latchkey.json('restore', backup)).toEqual({
      madeAt: expect.any(Number),
      users: 1,
      accounts: 0,
      apiKeys: 1,
      carriedOver: { revokedKeys: 0, disabledKeys: 0, deactivatedUsers: 0, newerPasswords: 0, events: 2 },
      ignorance: null,
      keysToEnable: [],
      pausedWebhooks: 0,
      keepsSigningKeys: true,
      activeOwners: 1,
      movedAside: null,
    })
  })

  it('lists the keys to enable with their commands, and keeps them enabled with --enable-keys', async () => {
    const folder = join(latchkey.dataDir, 'other')
    cpSync(join(latchkey.dataDir, 'master-secret'), join(folder, 'master-secret'))
    const { status, stdout } = await latchkey.runWithInput('', ['restore', backup], { DATA_DIR: folder })
    expect(status).toBe(0)
    expect(stdout).toContain('1 API key is disabled, because the key may have been revoked since the backup.')
    expect(stdout).toContain(`npm run latchkey -- key enable ${keyId}\n`)
    expect(stdout).toContain('New signing keys were created')
    const listed = () => latchkey.runWithInput('', ['key', 'list', '--json'], { DATA_DIR: folder })
    expect((await listed()).stdout).toContain('"state":"disabled"')
    // Another folder, because the first restore has disabled the keys in this one.
    const third = join(latchkey.dataDir, 'third')
    cpSync(join(latchkey.dataDir, 'master-secret'), join(third, 'master-secret'))
    const risky = await latchkey.runWithInput('', ['restore', backup, '--enable-keys', '--json'], { DATA_DIR: third })
    expect(JSON.parse(risky.stdout)).toMatchObject({ keysToEnable: [], keepsSigningKeys: true })
    expect((await latchkey.runWithInput('', ['key', 'list', '--json'], { DATA_DIR: third })).stdout).toContain(
      '"state":"active"',
    )
  })

  it('is refused in one sentence', async () => {
    const nothing = join(latchkey.dataDir, 'nothing')
    expect(await latchkey.run('restore', nothing)).toEqual({
      status: 1,
      stdout: '',
      stderr: `There is no such file. (${nothing})\n`,
    })
    const folder = join(latchkey.dataDir, 'fourth')
    const { stderr } = await latchkey.runWithInput('', ['restore', backup], { DATA_DIR: folder })
    expect(stderr).toBe(
      `The master secret that this was made with is not configured: set LATCHKEY_SECRET to it, or put its file back at ${join(folder, 'master-secret')}. (without it 1 API key and 0 signing keys would be void)\n`,
    )
  })

  it('requires either a file or --in-place', async () => {
    const expected = { status: 2, stdout: '', stderr: expect.stringContaining('specify either a backup file or') }
    expect(await latchkey.run('restore')).toMatchObject(expected)
    expect(await latchkey.run('restore', backup, '--in-place')).toMatchObject(expected)
  })

  it('--in-place invalidates the current sessions and tokens', async () => {
    expect(await latchkey.json('restore', '--in-place')).toMatchObject({ ignorance: 'none', keysToEnable: [{ keyId }] })
    expect(await latchkey.json('key', 'enable', keyId)).toMatchObject({ keyId })
  })
})

describe('a backup that was only copied into place', () => {
  it('is refused by every other command and stays a backup', async () => {
    const folder = join(latchkey.dataDir, 'copied')
    cpSync(backup, join(folder, 'latchkey.db'))
    cpSync(join(latchkey.dataDir, 'master-secret'), join(folder, 'master-secret'))
    for (const words of [['key', 'list'], ['migrate'], ['doctor']]) {
      const { status, stdout, stderr } = await latchkey.runWithInput('', words, { DATA_DIR: folder })
      expect([words, status, stdout + stderr]).toEqual([words, 1, expect.stringContaining('latchkey restore <file>')])
    }
    const moved = join(folder, 'moved.db')
    writeFileSync(moved, readFileSync(join(folder, 'latchkey.db')))
    const { stdout } = await latchkey.runWithInput('', ['restore', moved, '--json'], { DATA_DIR: folder })
    expect(JSON.parse(stdout)).toMatchObject({ ignorance: 'backup', keysToEnable: [{ keyId }] })
    expect((await latchkey.runWithInput('', ['key', 'list'], { DATA_DIR: folder })).status).toBe(0)
  })
})
