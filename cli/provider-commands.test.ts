import { describe, expect, it } from 'vitest'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { startForgedProvider } from '#lib/testing/forged-provider.ts'
import { runCommandLine } from './command-line.ts'

const latchkey = createCommandLine(runCommandLine)

/** The command runs in another process, with the default BASE_URL on this machine. */
async function add(id: string, ...words: string[]) {
  const { issuer } = await startForgedProvider(() => Date.now())
  const given = ['--issuer', issuer, '--label', 'Acme', '--client-id', 'latchkey', '--secret-stdin', '--json']
  const command = ['sign-in', 'provider', 'add', id, ...given, ...words]
  const { stdout } = await latchkey.runWithInput('provider-secret-1\n', command)
  return { issuer, added: JSON.parse(stdout) }
}

describe('sign-in provider', () => {
  it('add prints the URLs for the provider, and no secret anywhere', async () => {
    const { issuer, added } = await add('acme', '--domains', 'acme.example', '--create-users', 'on', '--amr', 'mfa')
    expect(added).toMatchObject({
      id: 'acme',
      issuer,
      clientAuth: 'client_secret_basic',
      domains: ['acme.example'],
      createsUsers: true,
      amrValues: ['mfa'],
      passwordsOff: false,
      isDisabled: false,
      hasSecret: true,
      redirectUri: expect.stringMatching(/\/sign-in\/provider\/acme\/callback$/),
      logoutUri: expect.stringMatching(/\/auth\/v1\/back-channel-logout\/acme$/),
      jwksUri: expect.stringMatching(/\/\.well-known\/jwks\.json$/),
    })
    const { stdout } = await latchkey.run('sign-in', 'provider', 'show', 'acme')
    expect(stdout).toContain('redirectUri      http://localhost')
    expect(stdout).toMatch(/^createdAt {8}\d{4}-\d\d-\d\d \d\d:\d\d UTC$/m)
    for (const place of [latchkey.readAllFiles(), stdout, (await latchkey.run('activity', 'export')).stdout]) {
      expect(place).not.toContain('provider-secret-1')
    }
  })

  it('change keeps what is not given', async () => {
    await add('changed', '--domains', 'acme.example', '--create-users', 'on')
    expect(
      await latchkey.json('sign-in', 'provider', 'change', 'changed', '--label', 'New', '--disable'),
    ).toMatchObject({
      label: 'New',
      domains: ['acme.example'],
      createsUsers: true,
      isDisabled: true,
      hasSecret: true,
    })
    const changed = await latchkey.json('sign-in', 'provider', 'change', 'changed', '--enable', '--passwords', 'off')
    expect(changed).toMatchObject({ label: 'New', isDisabled: false, passwordsOff: true })
    expect((await latchkey.run('sign-in', 'provider', 'list')).stdout).toContain('acme.example  on           off')
  })

  it('maps groups, lists identities, tests and removes', async () => {
    await add('mapped')
    const { id } = (await latchkey.json(
      'sign-in',
      'provider',
      'mapping',
      'add',
      'mapped',
      '/leads',
      '--role',
      'admin',
    )) as {
      id: string
    }
    expect((await latchkey.run('sign-in', 'provider', 'mapping', 'list', 'mapped')).stdout).toBe(
      `ID${' '.repeat(id.length)}GROUP   GIVES\n${id}  /leads  admin\n`,
    )
    await latchkey.json('sign-in', 'provider', 'mapping', 'remove', 'mapped', id)
    expect(await latchkey.json('sign-in', 'identities')).toEqual({ identities: [] })
    expect(await latchkey.json('sign-in', 'provider', 'test', 'mapped')).toEqual({ id: 'mapped', problem: null })
    expect(await latchkey.json('sign-in', 'provider', 'remove', 'mapped')).toEqual({ id: 'mapped', users: 0 })
    expect((await latchkey.run('sign-in', 'provider', 'show', 'mapped')).status).toBe(1)
  })

  it.each([
    [
      ['add', 'acme', '--issuer', 'http://idp.example'],
      'the issuer must use https (http is allowed for this machine only).',
    ],
    [
      ['add', 'acme', '--issuer', 'https://10.0.0.7'],
      'the issuer has an IP address that is not public: allow its network with PROVIDER_NETWORKS.',
    ],
  ])('%j is refused, with what to do', async (words, reason) => {
    const given = ['--label', 'Acme', '--client-id', 'latchkey', '--secret-stdin']
    expect(await latchkey.runWithInput('x', ['sign-in', 'provider', ...words, ...given])).toEqual({
      status: 1,
      stdout: '',
      stderr: `Refused: ${reason}\n`,
    })
  })
})
