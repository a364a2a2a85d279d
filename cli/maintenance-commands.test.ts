import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { runCommandLine } from './command-line.ts'

const latchkey = createCommandLine(runCommandLine)

beforeAll(async () => {
  await latchkey.run('account', 'create', '--id', 'acme', '--name', 'Acme')
})

describe('return-address', () => {
  it('add, list and remove', async () => {
    const origin = 'https://app.example.com'
    expect(await latchkey.json('return-address', 'add', `${origin}/`)).toMatchObject({ origin })
    expect(await latchkey.json('return-address', 'list')).toMatchObject({ returnAddresses: [{ origin }] })
    expect((await latchkey.run('return-address', 'remove', origin)).stdout).toBe(`Removed ${origin}.\n`)
    expect(await latchkey.run('return-address', 'remove', origin)).toMatchObject({ status: 1, stdout: '' })
  })

  it('is refused for an insecure origin, and requires an origin', async () => {
    expect(await latchkey.run('return-address', 'add', 'http://app.example.com')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Refused: the origin must use https (http is allowed for this machine only).\n',
    })
    expect(await latchkey.run('return-address', 'add')).toMatchObject({ status: 2, stdout: '' })
  })
})

describe('activity export', () => {
  it('writes filtered audit events as CSV or as one JSON object', async () => {
    const { status, stdout } = await latchkey.run('activity', 'export', '--account', 'acme')
    expect(status).toBe(0)
    expect(stdout.split('\r\n').map((line) => line.split(',')[1])).toEqual(['kind', 'account.created', undefined])
    expect(await latchkey.json('activity', 'export', '--kind', 'account')).toEqual({
      events: [expect.objectContaining({ kind: 'account.created', accountId: 'acme', address: 'command line' })],
    })
    expect(await latchkey.json('activity', 'export', '--to', '2020-01-01')).toEqual({ events: [] })
  })

  it('refuses an impossible date, an unknown user and an unknown kind', async () => {
    expect(await latchkey.run('activity', 'export', '--from', '2026-02-30')).toMatchObject({ status: 1, stdout: '' })
    expect(await latchkey.run('activity', 'export', '--person', 'nobody')).toMatchObject({ status: 1, stdout: '' })
    expect(await latchkey.run('activity', 'export', '--kind', 'gossip')).toMatchObject({ status: 2, stdout: '' })
  })
})

describe('signing-key rotate', () => {
  const rotated = { keyId: expect.stringMatching(/^[\w-]{43}$/), alg: 'EdDSA', signsFrom: null }

  it('changes the algorithm immediately with --now, and keeps it', async () => {
    expect(await latchkey.json('signing-key', 'rotate', '--alg', 'EdDSA', '--now')).toEqual(rotated)
    expect(await latchkey.json('signing-key', 'rotate', '--now')).toEqual(rotated)
    expect(await latchkey.run('signing-key', 'rotate', '--alg', 'none')).toMatchObject({ status: 2, stdout: '' })
  })

  it('refuses to sign with a key unknown to verifiers, and says when another algorithm starts', async () => {
    expect(await latchkey.run('signing-key', 'rotate')).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'The next key was not published for an hour yet: verifiers that keep the key set may not know it. Try again later, or give --now.\n',
    })
    expect(await latchkey.json('signing-key', 'rotate', '--alg', 'RS256')).toEqual({
      ...rotated,
      alg: 'RS256',
      signsFrom: expect.any(Number),
    })
    const { stdout } = await latchkey.run('signing-key', 'rotate', '--alg', 'ES256')
    expect(stdout).toMatch(
      /^[\w-]{43} \(ES256\) is now published\. The running server signs with it from \d{4}-\S+Z, when every verifier knows it\./,
    )
  })
})

describe('migrate', () => {
  it('changes nothing in a database in use', async () => {
    expect(await latchkey.json('migrate')).toEqual({ applied: [] })
  })
})

describe('backup', () => {
  it('writes only a new file, without the master secret, and prints where the secret is', async () => {
    const file = join(latchkey.dataDir, 'copy.db')
    const secretFile = join(latchkey.dataDir, 'master-secret')
    const { status, stdout } = await latchkey.run('backup', file)
    expect(status).toBe(0)
    expect(stdout).toContain(secretFile)
    expect(readFileSync(file, 'latin1')).not.toContain(readFileSync(secretFile, 'latin1').trim())
    expect(await latchkey.run('backup', file)).toEqual({
      status: 1,
      stdout: '',
      stderr: 'That file exists already; choose another name.\n',
    })
    expect(await latchkey.run('backup')).toMatchObject({ status: 2, stdout: '' })
  })
})

describe('doctor', () => {
  it('passes a healthy installation and fails for a missing one', async () => {
    expect(await latchkey.json('doctor')).toEqual({ healthy: true, findings: expect.any(Array) })
    const elsewhere = join(latchkey.dataDir, 'nowhere')
    expect(await latchkey.runWithInput('', ['doctor'], { DATA_DIR: elsewhere })).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^FAIL {2}database/),
    })
  })
})
