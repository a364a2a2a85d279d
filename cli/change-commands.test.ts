import { beforeAll, describe, expect, it } from 'vitest'
import { accountFields } from '#lib/domain/accounts/accounts/fields.ts'
import { keyFields } from '#lib/domain/keys/api-keys/fields.ts'
import { userFields } from '#lib/domain/people/users/fields.ts'
import type { DeclaredField } from '#lib/kernel/declare-fields.ts'
import { account } from '#lib/testing/accounts.ts'
import { compareCommands, createdKey } from '#lib/testing/compared-commands.ts'
import { noTexts } from '#lib/testing/no-texts.ts'
import { runCommandLine } from './command-line.ts'

const { latchkey, here, there, compare, pair } = compareCommands(runCommandLine)
const keyIds: Record<string, string> = {}

/** What a program may not do, although the owner of its key may. */
const refused = {
  status: 1,
  stdout: '',
  stderr: expect.stringMatching(
    /^No access token can give this role or reactivate a user who has it\. Use the portal, or the command on the server\. \(403, request ID req_\w+\)\n$/,
  ),
}

beforeAll(async () => {
  for (const id of ['aa', 'bb']) {
    await here('account', 'create', '--id', id, '--name', `Nord ${id}`, '--locale', 'de-at')
    await here('user', 'create', '--service', '--username', id, '--name', `Orders ${id}`, '--accounts', id)
    const created = await latchkey.json('key', 'create', '--user', id, '--name', 'Shop')
    keyIds[id] = createdKey.parse(created).keyId
  }
  pair(keyIds.aa ?? '', keyIds.bb ?? '')
})

describe('account change', () => {
  it('changes what is given, and empty text clears', async () => {
    const { one } = await compare('account', 'change', 'aa', '--name', 'Süd aa', '--deep-path', '/accounts/aa/orders')
    expect(one).toEqual({ status: 0, stdout: 'Changed account aa (Süd aa).\n', stderr: '' })
    const { one: cleared } = await compare('account', 'change', 'aa', '--locale', '', '--json')
    expect(JSON.parse(cleared.stdout)).toEqual({
      ...account({ id: 'aa', name: 'Süd aa', deepPath: '/accounts/aa/orders' }),
      createdAt: expect.any(Number),
      suspendedAt: null,
    })
    await compare('account', 'suspend', 'aa')
    const { one: suspended } = await compare('account', 'change', 'aa', '--deep-path', '', '--json')
    expect(JSON.parse(suspended.stdout)).toMatchObject({ deepPath: null, suspendedAt: expect.any(Number) })
  })

  it('is refused for text that is not valid', async () => {
    const { one } = await compare('account', 'change', 'aa', '--name', '', '--locale', 'German')
    expect(one).toEqual({ status: 1, stdout: '', stderr: 'Refused: name is missing, locale is not valid.\n' })
    for (const run of [here, there]) expect((await run('account', 'change', 'x', '--name', 'X')).status).toBe(1)
  })
})

describe('user change', () => {
  it('changes what is given: name, role and accounts', async () => {
    const { one } = await compare('user', 'change', 'aa', '--name', 'Sales aa', '--json')
    expect(JSON.parse(one.stdout)).toMatchObject({
      name: 'Sales aa',
      role: 'service',
      accountScope: 'list',
      accountIds: ['aa'],
      accountGroupIds: [],
    })
    const { one: empty } = await compare('user', 'change', 'aa', '--accounts', '', '--json')
    expect(JSON.parse(empty.stdout)).toMatchObject({ name: 'Sales aa', accountScope: 'list', accountIds: [] })
    const { one: all } = await compare('user', 'change', 'aa', '--accounts', 'all', '--json')
    expect(JSON.parse(all.stdout)).toMatchObject({ accountScope: 'all', accountIds: [] })
    await compare('user', 'change', 'aa', '--accounts', 'aa, ada')
    const { one: listed } = await compare('user', 'change', 'aa', '--accounts', 'aa', '--json')
    expect(JSON.parse(listed.stdout)).toMatchObject({ accountScope: 'list', accountIds: ['aa'] })
  })

  it('gives a service user the role of an admin and takes it here, and no other role', async () => {
    expect(await here('user', 'change', 'aa', '--role', 'service_admin')).toMatchObject({
      status: 0,
      stdout: 'Changed Sales aa (aa, service_admin).\n',
    })
    expect((await here('user', 'change', 'aa', '--accounts', 'aa')).stderr).toBe(
      'The user opens all accounts. Lists and groups of accounts have no effect.\n',
    )
    expect((await here('user', 'change', 'aa', '--role', 'service')).status).toBe(0)
    expect((await compare('user', 'change', 'aa', '--role', 'admin')).one).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Refused: --role is not allowed here.\n',
    })
  })

  it('gives no role of an admin there, as no program does', async () => {
    expect(await there('user', 'change', 'bb', '--role', 'service_admin')).toEqual(refused)
    const { stdout } = await there('user', 'list', '--json')
    expect(JSON.parse(stdout).users).toContainEqual(expect.objectContaining({ username: 'bb', role: 'service' }))
  })

  it('is refused for an unknown group, account and user', async () => {
    await compare('user', 'change', 'aa', '--accounts', 'aa')
    const { one } = await compare('user', 'change', 'aa', '--groups', 'grp_x')
    expect(one).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Refused: one of --groups does not exist or is not active.\n',
    })
    await compare('user', 'change', 'aa', '--accounts', 'nowhere')
    expect((await compare('user', 'change', 'nobody', '--name', 'X')).one.stderr).toBe(
      'No user has this email address or username.\n',
    )
  })
})

describe('user create --service', () => {
  const create = (...words: string[]) => ['user', 'create', '--service', '--name', 'Administration', ...words]

  it('with the role admin creates a service user whose keys are those of an admin here, and is refused there', async () => {
    expect(await here(...create('--username', 'aa-admin', '--role', 'admin'))).toEqual({
      status: 0,
      stdout: 'Created Administration (aa-admin, service_admin).\n',
      stderr: '',
    })
    expect(await there(...create('--username', 'bb-admin', '--role', 'admin'))).toEqual(refused)
    expect((await there('user', 'list', '--json')).stdout).not.toContain('bb-admin')
  })

  it('with another role is refused', async () => {
    expect(await here(...create('--username', 'x', '--role', 'owner'))).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining("error: the only '--role' of a '--service' user is 'admin'"),
    })
  })
})

describe('key change', () => {
  it('changes name and note', async () => {
    const keyId = keyIds.aa ?? ''
    const { one } = await compare('key', 'change', keyId, '--name', 'Web shop')
    expect(one).toEqual({ status: 0, stdout: `Changed ${keyId} (Web shop).\n`, stderr: '' })
    const { one: noted } = await compare('key', 'change', keyId, '--note', 'On the job server', '--json')
    expect(JSON.parse(noted.stdout)).toEqual({ keyId, name: 'Web shop', ...noTexts.key, note: 'On the job server' })
    const { one: cleared } = await compare('key', 'change', keyId, '--note', '', '--json')
    expect(JSON.parse(cleared.stdout)).toEqual({ keyId, name: 'Web shop', ...noTexts.key })
    await compare('key', 'change', keyId, '--name', ' ')
  })
})

describe('key usage', () => {
  it('shows each part of the period, and what was used', async () => {
    const keyId = keyIds.aa ?? ''
    const { one } = await compare('key', 'usage', keyId, '--period', 'day', '--json')
    expect(JSON.parse(one.stdout)).toMatchObject({
      keyId,
      period: 'day',
      secrets: [],
      beyondLimit: { observed: 0, refused: 0 },
      items: expect.arrayContaining([{ since: expect.any(Number), calls: 0, accountsOpened: 0, refusals: 0 }]),
    })
    expect(JSON.parse(one.stdout).items).toHaveLength(24)
    expect((await compare('key', 'usage', keyId)).one.stdout).toBe(
      'The key was not used in this period.\nBeyond the call limit in the last 24 hours: 0 observed, 0 refused.\n',
    )
    expect((await here('key', 'usage', keyId, '--period', 'week')).status).toBe(2)
    expect((await there('key', 'usage', 'lkid_unknown')).status).toBe(1)
  })
})

const quotedFlag = ({ option }: DeclaredField) => `'${option.flags.split(' ')[0]}'`

it.each([
  [['account', 'change', 'aa'], ["'--name'", ...Object.values(accountFields.perField(quotedFlag))].join(', ')],
  [
    ['user', 'change', 'aa', '--json'],
    ["'--name', '--role', '--accounts', '--groups'", ...Object.values(userFields.perField(quotedFlag))].join(', '),
  ],
  [['key', 'change', 'lkid_1'], ["'--name'", ...Object.values(keyFields.perField(quotedFlag))].join(', ')],
])('%j without a change is a usage error', async (words, options) => {
  for (const run of [here, there]) {
    expect(await run(...words)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining(`error: specify what to change: ${options}\n`),
    })
  }
})
