import { beforeEach, describe, expect, it } from 'vitest'
import { writeRefusals } from '#lib/domain/events/refusals/write-refusals.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { writeUsage } from '#lib/domain/keys/usage/write-usage.ts'
import { readOverview } from '#lib/domain/organization/overview/read-overview.ts'
import { createUser } from '#lib/domain/people/users/create-user.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import { root } from '#lib/testing/people.ts'
import { postToken } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

const read = () => readOverview(services, root, { days: 30, timeZone: 'UTC' })

async function addPerson(username: string) {
  const fields = { name: username, email: `${username}@example.com`, username, accountIds: [] }
  return createUser(services, root, { ...fields, role: 'agent', accountScope: 'list' })
}

describe('the overview', () => {
  it('has usage of the last 30 days and compares it with the 30 before', async () => {
    services.usage.set('account-opened', 2)
    await writeUsage(services)
    services.clock.advance(30 * dayMs)
    services.usage.set('account-opened', 5)
    await writeUsage(services)
    const { totals, totalsBefore, days } = await read()
    expect([totals.opened, totalsBefore.opened, days.length]).toEqual([5, 2, 30])
  })

  it('names keys that expire within 30 days or are unused for 90, and people who never signed in', async () => {
    const person = await addPerson('ann')
    const key = { ownerId: person.id, scopes: ['sso'] }
    await generateApiKey(services, root, { ...key, name: 'Soon', expiresInDays: 20 })
    await generateApiKey(services, root, { ...key, name: 'Later', expiresInDays: 400 })
    const early = await read()
    expect(early.expiring.keys.map(({ name }) => name)).toEqual(['Soon'])
    expect(early.unused.total).toBe(0)
    expect(early.people).toMatchObject({ all: 1, signedIn: 0, neverSignedIn: 1, shown: [{ name: 'ann' }] })
    services.clock.advance(90 * dayMs)
    const late = await read()
    expect([late.expiring.total, late.unused.keys.map(({ name }) => name)]).toEqual([0, ['Later']])
  })

  it('counts the refused requests of the last 24 hours', async () => {
    await postToken({})
    await writeRefusals(services)
    expect((await read()).explained).toBe(1)
    services.clock.advance(dayMs + 1)
    expect((await read()).explained).toBe(0)
  })

  it('is refused to agents', async () => {
    const agent = { kind: 'person', role: 'agent' } as PortalUser
    await expect(readOverview(services, agent, { days: 7, timeZone: 'UTC' })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})
