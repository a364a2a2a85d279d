import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { markProven, markUnproven } from '#lib/domain/people/users/proven-names-store.ts'
import { findUserByName } from '#lib/domain/people/users/store.ts'
import { alike, compareCommands, createdKey } from '#lib/testing/compared-commands.ts'
import { requestToken } from '#lib/testing/listening-server.ts'
import { completeOnly, fewOf } from '#lib/testing/sampling.ts'
import { runCommandLine } from './command-line.ts'

const { latchkey, here, there, thereWith, compare, pair, server, token } = compareCommands(runCommandLine)

const jwk = {
  kty: 'EC',
  crv: 'P-256',
  x: 'l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs',
  y: '9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA',
}

describe('a command prints the same here and there, for', () => {
  it('accounts', async () => {
    const { one } = await compare('account', 'create', '--id', 'aa', '--name', 'Nord aa', '--locale', 'de-at')
    expect(one).toEqual({ status: 0, stdout: 'Added account aa (Nord aa).\n', stderr: '' })
    await compare('account', 'create', '--id', 'aa', '--name', 'Again')
    await compare('account', 'create', '--id', 'a b', '--name', 'Malformed')
    await compare(
      'account',
      'create',
      '--id',
      'aa.json',
      '--name',
      'Süd',
      '--deep-path',
      '/accounts/aa.json/x',
      '--json',
    )
    await compare('account', 'suspend', 'aa')
    await compare('account', 'resume', 'aa', '--json')
    expect((await compare('account', 'suspend', 'aa', '--json')).one.stdout).toContain('"suspendedAt":1')
  })

  it('an import, whose accounts it changes, creates and leaves', async () => {
    const write = (id: string) => {
      const path = join(latchkey.dataDir, `${id}.csv`)
      writeFileSync(
        path,
        `id,name,locale,phone\n${id},Nord ${id},fr-fr,1\n${id}.new,Neu,,2\n${id}.json,Süd,,3\n,bad,,4\n`,
      )
      return path
    }
    const [one, other] = [write('aa'), write('bb')]
    for (const options of [[], ['--skip-bad', '--json'], ['--skip-bad']]) {
      const outcome = alike(await here('account', 'import', one, ...options))
      expect(alike(await there('account', 'import', other, ...options))).toEqual(outcome)
    }
    expect(await there('account', 'import', other, '--skip-bad')).toEqual({
      status: 0,
      stdout: 'Added 0, changed 0, left 3 unchanged, skipped 1.\n',
      stderr: 'line 5: id is missing\nIgnored columns: phone.\n',
    })
  })

  it('users', async () => {
    const person = ['--username', 'aa', '--email', 'aa@example.com', '--name', 'Zoë aa', '--role', 'agent']
    const one = await here('user', 'create', ...person, '--accounts', 'aa', '--json')
    const other = await there(
      'user',
      'create',
      ...person.map((word) => word.replace('aa', 'bb')),
      '--accounts',
      'bb',
      '--json',
    )
    expect({ ...JSON.parse(alike(one).stdout.replaceAll('instant', '1')), setPasswordLink: null }).toEqual(
      JSON.parse(alike(other).stdout.replaceAll('instant', '1')),
    )
    expect(other.stderr).toBe(
      "Only the portal and the server's own command line make the link with which the user sets a password.\n",
    )
    await compare('user', 'create', '--service', '--username', 'aa-service', '--name', 'Orders', '--accounts', 'all')
    await compare('user', 'create', ...person)
    await compare('user', 'create', '--service', '--username', 'x', '--name', 'X', '--accounts', 'unknown')
    await compare('user', 'deactivate', 'AA@example.com')
    await compare('user', 'reactivate', 'aa', '--json')
    await compare('user', 'deactivate', 'aa', '--json')
    await compare('user', 'deactivate', 'nobody')
  })

  it('a user by a name that they chose without a proof', async () => {
    const { db } = server().services
    const found = await Promise.all(['aa', 'bb'].map((username) => findUserByName(db, username)))
    const ids = found.map((user) => user?.id ?? '')
    for (const id of ids) await markUnproven(db, id, 'email')
    const { one } = await compare('user', 'change', 'aa@example.com', '--accounts', 'all')
    expect(one).toMatchObject({ status: 1, stderr: expect.stringContaining('it is not proven') })
    expect((await compare('user', 'reactivate', 'aa')).one.status).toBe(0)
    for (const id of ids) await markProven(db, id, ['email'])
    expect((await compare('user', 'deactivate', 'aa@example.com')).one.status).toBe(0)
  })

  // In `npm test`, accounts and users stand for the nouns, whose commands are declared alike.
  completeOnly('keys', async () => {
    await here('user', 'reactivate', 'aa')
    await here('user', 'reactivate', 'bb')
    await compare('return-address', 'add', 'https://aa.example')
    const limits = ['--networks', '10.0.0.0/8', '--return-addresses', 'https://aa.example', '--accounts', 'aa']
    const create = ['key', 'create', '--user', 'aa', '--name', 'Shop', '--expires', '30', '--scopes', 'sso,introspect']
    const { one, other } = await compare(...create, ...limits, '--rotatable', '--dpop', '--json')
    const [aaKey, bbKey] = [one, other].map(({ stdout }) => createdKey.parse(JSON.parse(stdout)).keyId) as [
      string,
      string,
    ]
    pair(aaKey, bbKey)
    expect((await compare(...create)).other.stderr).toContain(`another active key with this name: ${bbKey}.`)
    // The API names the field, and not its entries.
    expect(await there(...create.map((word) => word.replace('aa', 'bb')), '--unique')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Refused: name is the name of an active key of this user.\n',
    })
    await compare('key', 'create', '--user', 'nobody', '--name', 'Shop')
    for (const verb of ['disable', 'enable']) await compare('key', verb, aaKey)
    await compare('key', 'limit', aaKey, '--mode', 'enforce', '--per-minute', '60')
    await compare('key', 'limit', aaKey, '--mode', 'off', '--json')
    await compare('key', 'extend', aaKey, '--expires', '60')
    await compare('key', 'rotate', aaKey)
    await compare('key', 'rotate', aaKey, '--retire-after', '1h', '--end-families', '--leaked', '--json')
    await compare('key', 'revoke', aaKey, '--json')
    expect((await there('key', 'enable', bbKey)).status).toBe(1)
  })

  // Likewise.
  completeOnly('keys that have a public key in place of a secret', async () => {
    const file = join(latchkey.dataDir, 'public.json')
    writeFileSync(file, JSON.stringify(jwk))
    const create = ['key', 'create', '--user', 'aa', '--name', 'Signing', '--public-key', file]
    const { one, other } = await compare(...create, '--json')
    expect(one.stdout).not.toContain('secret')
    const [aaKey, bbKey] = [one, other].map(({ stdout }) => /lkid_\w+/.exec(stdout)?.[0] ?? '') as [string, string]
    pair(aaKey, bbKey)
    await compare('key', 'rotate', aaKey)
    expect((await there('key', 'rotate', bbKey, '--public-key', file)).stderr).toMatch(
      /^The API key has or had this public key\. \(409, request ID req_\w+\)\n$/,
    )
  })

  // Likewise.
  completeOnly('return addresses', async () => {
    for (const origin of ['https://aa.example', 'aa.example', 'http://aa.example', 'https://aa.example/x']) {
      await compare('return-address', 'add', origin)
    }
    await here('return-address', 'remove', 'https://bb.example')
    const added = await there('return-address', 'add', 'https://bb.example', '--json')
    expect(JSON.parse(added.stdout)).toEqual({ origin: 'https://bb.example', createdAt: expect.any(Number) })
    expect((await there('return-address', 'remove', 'https://unknown.example')).status).toBe(1)
  })

  it('the receipt of a link', async () => {
    const fields = new URLSearchParams({ accountId: 'aa.json', backUrl: 'https://bb.example/' })
    const headers = { Authorization: `Bearer ${token()}` }
    await here('account', 'resume', 'aa.json')
    await here('return-address', 'add', 'https://bb.example')
    const issued = await fetch(`${server().url}/auth/v1/sso`, { method: 'POST', headers, body: fields })
    const grantId = issued.headers.get('latchkey-grant-id') ?? ''
    for (const words of [
      ['grant', 'show', grantId],
      ['grant', 'show', grantId, '--json'],
    ]) {
      const one = await here(...words)
      expect(one.stdout).toContain('issued')
      expect(await there(...words)).toEqual(one)
    }
    expect((await there('grant', 'show', 'grt_unknown')).status).toBe(1)
  })

  it.each(fewOf(1, [['account'], ['user'], ['key'], ['return-address']]))('the list of %ss', async (noun) => {
    for (const options of [[], ['--json']]) {
      const before = await here(noun, 'list', ...options)
      const remote = await there(noun, 'list', ...options)
      // A use may have been noted meanwhile.
      const locals = [before, await here(noun, 'list', ...options)]
      expect(before.stdout.length).toBeGreaterThan(100)
      if (options.length === 0) expect(locals).toContainEqual(remote)
      else expect(locals.map(({ stdout }) => JSON.parse(stdout))).toContainEqual(JSON.parse(remote.stdout))
    }
  })
})

it('a list is read to its end, in the order of names', async () => {
  const file = join(latchkey.dataDir, 'many.csv')
  const rows = Array.from(
    { length: 450 },
    (_, index) => `many-${index},${['Ähre', 'Zebra', 'ahre', 'A', 'ß', '𝒵'][index % 6]} ${index}`,
  )
  writeFileSync(file, `id,name\n${rows.join('\n')}\n`)
  expect(await there('account', 'import', file)).toMatchObject({
    stdout: 'Added 450, changed 0, left 0 unchanged, skipped 0.\n',
  })
  expect(await there('account', 'list')).toEqual(await here('account', 'list'))
})

it('audit events name the key as the actor', async () => {
  await there('account', 'create', '--id', 'by-key', '--name', 'By key')
  expect(await latchkey.json('activity', 'export', '--account', 'by-key')).toMatchObject({
    events: [{ kind: 'account.created', actor: { kind: 'program', name: 'Administration' } }],
  })
})

it('a refusal names the scope that the token lacks', async () => {
  const words = ['key', 'create', '--user', 'ada', '--name', 'Reader', '--scopes', 'accounts:read']
  const reader = await requestToken(server().url, createdKey.parse(await latchkey.json(...words)))
  const asReader = (...command: string[]) => thereWith(reader, ...command)
  expect((await asReader('account', 'list')).status).toBe(0)
  for (const [command, scope] of [
    [['account', 'suspend', 'aa'], 'accounts:write'],
    [['user', 'list'], 'users:read'],
    [['key', 'list'], 'keys:read'],
    [['account', 'import', join(latchkey.dataDir, 'many.csv')], 'accounts:write'],
  ] as const) {
    const { status, stdout, stderr } = await asReader(...command)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(
      new RegExp(
        `^The access token lacks the scope ${scope}, or the owner of its API key is no longer an admin or owner\\. \\(403, request ID req_\\w+\\)\\n$`,
      ),
    )
  }
})
