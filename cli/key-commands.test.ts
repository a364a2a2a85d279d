import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { runCommandLine } from './command-line.ts'

const latchkey = createCommandLine(runCommandLine)
const createdSchema = z.strictObject({
  keyId: z.string().regex(/^lkid_\w{20}$/),
  secret: z.string().regex(/^lksec_\w{49}$/),
  name: z.string(),
  ownerId: z.string().startsWith('usr_'),
  expiresAt: z.number().nullable(),
})

beforeAll(async () => {
  await latchkey.run('user', 'create', '--service', '--username', 'orders', '--name', 'Order system')
})

describe('key create', () => {
  it('prints the ID and the secret, which is neither shown nor stored elsewhere', async () => {
    const { status, stdout } = await latchkey.run(
      'key',
      'create',
      '--user',
      'orders',
      '--name',
      'Nightly',
      '--expires',
      '30',
    )
    expect(status).toBe(0)
    expect(stdout).toMatch(/^keyId {3}lkid_\w{20}\nsecret {2}lksec_\w{49}\n$/)
    const keyId = stdout.slice(8, 33)
    const middleOfSecret = stdout.slice(48, 80)
    const shown = await Promise.all([latchkey.run('key', 'list'), latchkey.run('activity', 'export')])
    for (const place of [latchkey.readAllFiles(), ...shown.map((outcome) => outcome.stdout)]) {
      expect(place).toContain(keyId)
      expect(place).not.toContain(middleOfSecret)
    }
  })

  it('is refused for an unknown user and for too many days', async () => {
    const words = ['key', 'create', '--name', 'K', '--user']
    expect(await latchkey.run(...words, 'nobody')).toMatchObject({ status: 1, stdout: '' })
    expect(await latchkey.run(...words, 'orders', '--expires', '9999')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Refused: --expires is out of range.\n',
    })
  })

  it('generates another key with the same name and says so, or refuses with --unique', async () => {
    const words = ['key', 'create', '--user', 'orders', '--name', 'Repeated']
    const first = /lkid_\w{20}/.exec((await latchkey.run(...words)).stdout)?.[0]
    expect(await latchkey.run(...words)).toMatchObject({ status: 0, stderr: expect.stringContaining(`: ${first}.\n`) })
    expect(await latchkey.run(...words, '--unique')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Refused: name is the name of an active key of this user (Order system).\n',
    })
  })

  it('requires whole days', async () => {
    const outcome = await latchkey.run('key', 'create', '--name', 'K', '--user', 'orders', '--expires', '1.5')
    expect(outcome).toMatchObject({ status: 2, stdout: '' })
  })
})

describe('key create with scopes and limits', () => {
  const words = ['key', 'create', '--user', 'orders', '--name', 'Limited']

  it('generates a key that the list shows with its limits', async () => {
    for (const id of ['acme', 'beta', 'gamma']) await latchkey.run('account', 'create', '--id', id, '--name', id)
    const given = ['--scopes', 'introspect,sso', '--networks', '10.0.0.0/8, ::ffff:203.0.113.7,2001:DB8::/32']
    await latchkey.run('return-address', 'add', 'https://shop.example')
    const limits = ['--accounts', 'beta,acme', '--return-addresses', 'https://shop.example/']
    const created = await latchkey.json(...words, ...given, ...limits)
    const { keyId } = createdSchema.parse(created)
    expect(await latchkey.json('key', 'list')).toMatchObject({
      keys: expect.arrayContaining([
        expect.objectContaining({
          id: keyId,
          scopes: ['sso', 'introspect'],
          accountIds: ['beta', 'acme'],
          networks: ['10.0.0.0/8', '203.0.113.7', '2001:db8::/32'],
          returnAddresses: ['https://shop.example'],
        }),
      ]),
    })
    const { stdout } = await latchkey.run('key', 'list')
    const [headings = '', ...rows] = stdout.split('\n')
    expect(headings).toMatch(/STATE +SCOPES +ACCOUNTS +NETWORKS +RETURNS TO +CREATED/)
    expect(rows.find((row) => row.startsWith(keyId))).toMatch(
      /active +sso, introspect +beta, acme +3 listed +https:\/\/shop\.example +\d{4}/,
    )
    expect(rows.some((row) => /Nightly .*active +sso +– +– +– +\d{4}/.test(row))).toBe(true)
  })

  it.each([
    [['--accounts', 'acme,nowhere,ACME'], 'one of --accounts does not exist or is not active (nowhere, ACME)'],
    [
      ['--networks', '10.0.0.0/8,10.0.0.7/8'],
      'one of --networks is not the first address of its range: clear the bits after the prefix (10.0.0.7/8)',
    ],
    [
      ['--return-addresses', 'https://crm.example'],
      'one of --return-addresses does not exist or is not active (https://crm.example)',
    ],
    [
      ['--networks', Array(21).fill('192.0.2.1').join(',')],
      'one of --networks is beyond the maximum number of entries',
    ],
  ])('is refused in one sentence with %j', async (given, sentence) => {
    const { status, stdout, stderr } = await latchkey.run(...words, ...given)
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: `Refused: ${sentence}.\n` })
  })

  it.each([
    [
      ['--scopes', 'sso,admin'],
      'Allowed values: sso, introspect, scim, events:read, grants:read, accounts:read, accounts:write, users:read, users:write, keys:read, keys:write, return-addresses:read, return-addresses:write, webhooks:read, webhooks:write, sessions:write, settings:read, settings:write.',
    ],
    [['--networks', ''], 'Enter one or more values, separated by commas.'],
    [['--networks', '10.0.0.0/8,'], 'Enter one or more values, separated by commas.'],
  ])('is a usage error with %j: an unset variable must not remove a limit', async (given, sentence) => {
    const { status, stdout, stderr } = await latchkey.run(...words, ...given)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(sentence)
  })
})

describe('an existing key', () => {
  it('is extended before it ends', async () => {
    const words = ['key', 'create', '--user', 'orders', '--name', 'Short', '--expires', '2']
    const { keyId } = createdSchema.parse(await latchkey.json(...words))
    const { stdout } = await latchkey.run('key', 'extend', keyId, '--expires', '30')
    expect(stdout).toMatch(/^lkid_\w{20} expires at \d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)? UTC\.\n$/)
    expect(await latchkey.run('key', 'extend', keyId, '--expires', '3')).toMatchObject({ status: 1, stdout: '' })
  })

  it('is disabled, enabled and permanently revoked', async () => {
    const { keyId } = createdSchema.parse(await latchkey.json('key', 'create', '--user', 'orders', '--name', 'Hourly'))
    expect(await latchkey.json('key', 'disable', keyId)).toEqual({ keyId })
    expect(await latchkey.json('key', 'enable', keyId)).toEqual({ keyId })
    expect((await latchkey.run('key', 'revoke', keyId)).stdout).toBe(`Revoked ${keyId}.\n`)
    expect(await latchkey.run('key', 'enable', keyId)).toMatchObject({ status: 1, stdout: '' })
    expect(await latchkey.json('key', 'list')).toMatchObject({
      keys: expect.arrayContaining([expect.objectContaining({ id: keyId, state: 'revoked' })]),
    })
  })

  it('is narrowed, and never widened', async () => {
    const { keyId } = createdSchema.parse(await latchkey.json('key', 'create', '--user', 'orders', '--name', 'Narrow'))
    const narrow = (...words: string[]) => latchkey.run('key', 'narrow', keyId, ...words)
    expect(await latchkey.json('key', 'narrow', keyId, '--networks', '10.0.0.0/8')).toEqual({
      keyId,
      scopes: ['sso'],
      accountIds: [],
      networks: ['10.0.0.0/8'],
      returnAddresses: [],
    })
    expect(await narrow('--networks', '10.1.0.0/16')).toEqual({
      status: 0,
      stdout: `Narrowed ${keyId} (Narrow).\n`,
      stderr: '',
    })
    const wider = 'goes beyond what the key has now: for wider access, generate another key (10.0.0.0/8)'
    expect(await narrow('--networks', '10.0.0.0/8')).toEqual({
      status: 1,
      stdout: '',
      stderr: `Refused: one of --networks ${wider}.\n`,
    })
    expect([(await narrow()).status, (await narrow('--accounts', '')).status]).toEqual([2, 2])
  })

  it('has its calls limited, which replaces the limit before', async () => {
    const { keyId } = createdSchema.parse(await latchkey.json('key', 'create', '--user', 'orders', '--name', 'Often'))
    const limit = (...words: string[]) => latchkey.run('key', 'limit', keyId, ...words)
    expect(await limit('--mode', 'observe', '--per-minute', '120', '--per-day', '5000')).toMatchObject({ status: 0 })
    const shown = async () => JSON.stringify(await latchkey.json('key', 'list'))
    expect(await shown()).toContain('"callLimit":{"mode":"observe","perMinute":120,"perDay":5000}')
    expect(await limit('--mode', 'enforce')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Refused: --per-minute or --per-day is missing.\n',
    })
    expect((await limit('--mode', 'enforce', '--per-minute', '0')).status).toBe(2)
    expect(await latchkey.json('key', 'limit', keyId, '--mode', 'off')).toEqual({
      keyId,
      mode: 'off',
      perMinute: null,
      perDay: null,
    })
  })
})
