import { beforeEach, describe, expect, it } from 'vitest'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { startFactorGrace } from '#lib/domain/people/users/factor-grace-store.ts'
import { changePolicy } from '#lib/domain/sign-in/sign-in-policy/change-policy.ts'
import { findMissingFactor, isFactorUrgent, readPolicy } from '#lib/domain/sign-in/sign-in-policy/read-policy.ts'
import { gracePeriodMs, type SecondFactorPolicy } from '#lib/domain/sign-in/sign-in-policy/sign-in-policy.ts'
import type { PortalRole } from '#lib/foundation/authorization/roles.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import { addTestApp, addTestPasskey } from '#lib/testing/factors.ts'
import { goodPassword, insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
})

async function add(role: PortalRole) {
  return personOf(services, await insertUser(services, { role, password: goodPassword }))
}

async function choose(policy: SecondFactorPolicy): Promise<void> {
  await addTestApp(services, await add('owner'))
  await changePolicy(services, root, { policy })
}

describe('the sign-in policy', () => {
  it('is offered by default', async () => {
    expect(await readPolicy(services, root)).toEqual({
      policy: 'offered',
      withoutFactor: { off: 0, offered: 0, managers: 0, all: 0 },
    })
  })

  it('comes with the number of users without a factor whom each choice affects', async () => {
    await add('owner')
    await add('admin')
    await addTestApp(services, await add('admin'))
    await addTestPasskey(services, await add('agent'))
    await add('agent')
    await deactivateUser(services, root, (await add('agent')).userId)
    await insertUser(services, { role: 'agent' })
    await insertUser(services, { role: 'service' })
    await choose('managers')
    expect(await readPolicy(services, root)).toEqual({
      policy: 'managers',
      withoutFactor: { off: 0, offered: 0, managers: 2, all: 3 },
    })
  })
})

describe('a missing factor', () => {
  it('is only that of users whose role requires one', async () => {
    const [admin, agent] = [await add('admin'), await add('agent')]
    expect(await findMissingFactor(services, admin)).toBeUndefined()
    await choose('managers')
    expect(await findMissingFactor(services, admin)).toEqual({ graceEndsAt: null })
    expect(await findMissingFactor(services, agent)).toBeUndefined()
  })

  it('is due when the grace period ends', async () => {
    const agent = await add('agent')
    await choose('all')
    await startFactorGrace(services.db, agent.userId, gracePeriodMs)
    expect(await findMissingFactor(services, agent)).toEqual({ graceEndsAt: services.clock.now() + gracePeriodMs })
  })

  it('is urgent in the last two days before it is due', () => {
    const graceEndsAt = gracePeriodMs
    expect(isFactorUrgent({ graceEndsAt: null }, graceEndsAt)).toBe(false)
    expect(isFactorUrgent({ graceEndsAt }, graceEndsAt - 2 * dayMs - 1)).toBe(false)
    expect(isFactorUrgent({ graceEndsAt }, graceEndsAt - 2 * dayMs)).toBe(true)
    expect(isFactorUrgent({ graceEndsAt }, graceEndsAt)).toBe(true)
  })

  it('is none in a session that was signed in with a factor, or once the user has added one', async () => {
    const agent = await add('agent')
    await choose('all')
    expect(await findMissingFactor(services, { ...agent, strength: 'otp' })).toBeUndefined()
    await addTestPasskey(services, agent)
    expect(await findMissingFactor(services, agent)).toBeUndefined()
  })
})
