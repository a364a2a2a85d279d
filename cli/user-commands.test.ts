import { beforeAll, describe, expect, it } from 'vitest'
import { findUserByName } from '#lib/domain/people/users/store.ts'
import { saveApp } from '#lib/domain/sign-in/authenticator-apps/store.ts'
import { openCommandServices } from '#lib/foundation/services.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { runCommandLine } from './command-line.ts'

const latchkey = createCommandLine(runCommandLine)

beforeAll(async () => {
  await latchkey.run('account', 'create', '--id', 'acme', '--name', 'Acme')
})

function person(username: string): string[] {
  const name = username.charAt(0).toUpperCase() + username.slice(1)
  return [
    'user',
    'create',
    '--email',
    `${username}@example.com`,
    '--username',
    username,
    '--name',
    name,
    '--role',
    'admin',
  ]
}

function service(username: string): string[] {
  return ['user', 'create', '--service', '--username', username, '--name', 'Order system']
}

describe('user end-sessions', () => {
  it('ends the sessions of one user, and of all', async () => {
    await latchkey.run(...person('hal'))
    expect(await latchkey.run('user', 'end-sessions', 'hal')).toEqual({
      status: 0,
      stdout: 'Ended 0 sessions of Hal (hal, admin).\n',
      stderr: '',
    })
    expect(await latchkey.json('user', 'end-sessions', '--all')).toEqual({ users: 0, sessions: 0 })
  })

  it('needs a user or --all, and not both', async () => {
    for (const words of [[], ['hal', '--all']]) {
      expect(await latchkey.run('user', 'end-sessions', ...words)).toMatchObject({ status: 2, stdout: '' })
    }
    expect(await latchkey.run('user', 'end-sessions', 'nobody')).toMatchObject({ status: 1, stdout: '' })
  })
})

describe('user create', () => {
  it('creates a portal user and prints a link to set the password, which is not stored', async () => {
    const { status, stdout } = await latchkey.run(...person('ann'))
    expect(status).toBe(0)
    expect(stdout).toMatch(/^Created Ann \(ann, admin\)\.\nhttp:\/\/localhost:3000\/set-password\?token=[\w-]{43}\n$/)
    expect(latchkey.readAllFiles()).not.toContain(stdout.slice(-44, -1))
  })

  it('reads a password from standard input and advises against --password', async () => {
    const password = 'seventeen green kettles'
    const fromInput = await latchkey.runWithInput(`${password}\n`, [...person('bea'), '--password-stdin'])
    expect(fromInput).toEqual({ status: 0, stdout: 'Created Bea (bea, admin).\n', stderr: '' })
    const onLine = await latchkey.run(...person('cid'), '--password', password)
    expect(onLine).toMatchObject({ status: 0, stdout: 'Created Cid (cid, admin).\n' })
    expect(onLine.stderr).toContain('--password-stdin')
    expect(latchkey.readAllFiles()).not.toContain(password)
  })

  it('creates a service user with its accounts', async () => {
    expect(await latchkey.json(...service('orders'), '--accounts', 'acme')).toMatchObject({
      role: 'service',
      email: null,
      accountScope: 'list',
      setPasswordLink: null,
    })
  })

  it('is refused with one sentence for a taken name, a short password, an unknown account', async () => {
    await latchkey.run(...person('eve'))
    expect(await latchkey.run(...person('eve'))).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Refused: email is taken, username is taken.\n',
    })
    expect(await latchkey.run(...person('fay'), '--password', 'short')).toMatchObject({
      status: 1,
      stderr: 'Refused: password is too short.\n',
    })
    expect(await latchkey.run(...service('gus'), '--accounts', 'acme,nowhere')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Refused: one of --accounts does not exist or is not active (nowhere).\n',
    })
  })

  it('requires either a known role or --service', async () => {
    const nobody = ['user', 'create', '--username', 'x', '--name', 'X']
    for (const words of [nobody, [...nobody, '--role', 'king'], [...nobody, '--role', 'agent', '--service']]) {
      expect(await latchkey.run(...words)).toMatchObject({ status: 2, stdout: '' })
    }
  })
})

describe('an existing user', () => {
  beforeAll(async () => {
    await latchkey.run(...person('dan'))
  })

  it('is deactivated, listed and reactivated by email address or username', async () => {
    expect(await latchkey.json('user', 'deactivate', 'DAN@example.com')).toMatchObject({
      username: 'dan',
      deactivatedAt: expect.any(Number),
    })
    // Repeated as the management API repeats it: nothing changes.
    expect((await latchkey.run('user', 'deactivate', 'dan')).status).toBe(0)
    expect(await latchkey.json('user', 'list')).toMatchObject({
      users: expect.arrayContaining([expect.objectContaining({ username: 'dan', state: 'deactivated' })]),
    })
    expect((await latchkey.run('user', 'list')).stdout).toMatch(
      /^NAME .*\n(.*\n)*Dan +dan +dan@example.com +admin +all +deactivated/,
    )
    expect(await latchkey.json('user', 'reactivate', 'dan')).toMatchObject({ deactivatedAt: null })
  })

  it('gets a link to set the password', async () => {
    expect(await latchkey.json('user', 'set-password-link', 'dan')).toEqual({
      url: expect.stringMatching(/^http:\/\/localhost:3000\/set-password\?token=[\w-]{43}$/),
      expiresAt: expect.any(Number),
      mailedTo: null,
    })
  })

  it('loses every second factor, once', async () => {
    const services = await openCommandServices({ ...readEnv({ DATA_DIR: latchkey.dataDir }), logLevel: 'silent' })
    const dan = await findUserByName(services.db, 'dan')
    await saveApp(services.db, { userId: dan?.id ?? '', secretSealed: '', masterId: '' }, 1)
    await services.db.destroy()
    expect(await latchkey.json('user', 'list')).toMatchObject({
      users: expect.arrayContaining([expect.objectContaining({ username: 'dan', hasFactor: true })]),
    })
    expect(await latchkey.run('user', 'reset-factors', 'DAN@example.com')).toEqual({
      status: 0,
      stdout: 'Reset the second factor of Dan (dan, admin).\n',
      stderr: '',
    })
    expect(await latchkey.json('activity', 'export', '--kind', 'user.factor_changed')).toMatchObject({
      events: [{ actor: { kind: 'operator' }, subject: { name: 'Dan' }, details: { change: 'reset' } }],
    })
    expect(await latchkey.run('user', 'reset-factors', 'dan')).toMatchObject({ status: 1, stdout: '' })
    expect(await latchkey.run('user', 'reset-factors', 'nobody')).toMatchObject({ status: 1, stdout: '' })
  })

  it('is distinguished from an unknown user', async () => {
    expect(await latchkey.run('user', 'deactivate', 'nobody')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'No user has this email address or username.\n',
    })
  })
})
