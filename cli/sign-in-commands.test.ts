import { describe, expect, it } from 'vitest'
import { openCommandServices } from '#lib/foundation/services.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { addTestPasskey } from '#lib/testing/factors.ts'
import { goodPassword, insertUser, personOf } from '#lib/testing/people.ts'
import { testBaseUrl } from '#lib/testing/test-services.ts'
import { runCommandLine } from './command-line.ts'

const latchkey = createCommandLine(runCommandLine)

/** Two users with a password: an owner with a passkey, and an agent without a factor. */
async function addUsers(): Promise<void> {
  const services = await openCommandServices(readEnv({ DATA_DIR: latchkey.dataDir, BASE_URL: testBaseUrl }))
  const owner = await insertUser(services, { role: 'owner', password: goodPassword })
  await addTestPasskey(services, personOf(services, owner))
  await insertUser(services, { role: 'agent', password: goodPassword })
  await services.db.destroy()
}

describe('sign-in policy', () => {
  it('shows who needs a second factor', async () => {
    expect(await latchkey.run('sign-in', 'policy')).toEqual({
      status: 0,
      stdout: 'offered: everyone can add a second factor, and no one has to.\n',
      stderr: '',
    })
    expect(await latchkey.json('sign-in', 'policy')).toEqual({ policy: 'offered', usersWithoutFactor: 0 })
  })

  it('requires none until an owner has one, and refuses an unknown policy', async () => {
    expect(await latchkey.run('sign-in', 'policy', 'all')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Refused: the policy needs an owner with a second factor, set up in the portal.\n',
    })
    expect(await latchkey.run('sign-in', 'policy', 'some')).toMatchObject({ status: 2, stdout: '' })
    expect(await latchkey.json('sign-in', 'policy')).toMatchObject({ policy: 'offered' })
  })

  it('is changed, counts who lacks a factor, and records the change', async () => {
    await addUsers()
    expect((await latchkey.run('sign-in', 'policy', 'all')).stdout).toBe(
      'all: everyone needs a second factor.\nUsers who need one and have none: 1.\n',
    )
    expect(await latchkey.json('sign-in', 'policy')).toEqual({ policy: 'all', usersWithoutFactor: 1 })
    expect((await latchkey.run('doctor')).stdout).toContain('1 user must still add one')
    const kind = 'organization.sign_in_policy_changed'
    expect(await latchkey.json('activity', 'export', '--kind', kind)).toEqual({
      events: [
        expect.objectContaining({ kind, details: { policy: 'all', former: 'offered' }, address: 'command line' }),
      ],
    })
  })
})
