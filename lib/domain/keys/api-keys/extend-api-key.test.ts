import { beforeEach, describe, expect, it } from 'vitest'
import { extendApiKey } from '#lib/domain/keys/api-keys/extend-api-key.ts'
import { findApiKey } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { noticeExpiringKeys } from '#lib/domain/keys/api-keys/notice-expiring-keys.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import { anyPerson, insertUser, personOf, root } from '#lib/testing/people.ts'
import { tryTestSecret } from '#lib/testing/rotations.ts'
import { makeTestKey, type TestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let key: TestKey
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services, { expiresInDays: 60 })
})

const extend = (days: number | string, keyId = key.id) => extendApiKey(services, root, { keyId, days })
const noticesGiven = async () => {
  await noticeExpiringKeys(services)
  const events = services.db.selectFrom('audit_events').select('id').where('kind', '=', 'api_key.expiring')
  return (await events.execute()).length
}

describe('extending a key', () => {
  it('lets it work until the new time, counted from now, and records both times', async () => {
    services.clock.advance(59 * dayMs)
    const before = await findApiKey(services, root, key.id)
    const expiresAt = await extend('90')
    expect(expiresAt).toBe(services.clock.now() + 90 * dayMs)
    services.clock.advance(90 * dayMs - 1)
    expect(await tryTestSecret(key, key.secret)).toBe(200)
    services.clock.advance(1)
    expect(await tryTestSecret(key, key.secret)).toBe(401)
    const event = services.db.selectFrom('audit_events').select('details').where('kind', '=', 'api_key.extended')
    const details = JSON.parse((await event.executeTakeFirstOrThrow()).details)
    expect(details).toMatchObject({ formerExpiresAt: before?.expiresAt, expiresAt, ownerId: key.ownerId })
  })

  it('gives the notices again for the new time', async () => {
    services.clock.advance(31 * dayMs)
    expect(await noticesGiven()).toBe(1)
    await extend(40)
    expect(await noticesGiven()).toBe(1)
    services.clock.advance(11 * dayMs)
    expect(await noticesGiven()).toBe(2)
  })

  it('of concurrent calls, each later time counts, and none is lost', async () => {
    await Promise.allSettled([extend(90), extend(100), extend(80)])
    const { expiresAt } = (await findApiKey(services, root, key.id)) ?? {}
    expect(expiresAt).toBe(services.clock.now() + 100 * dayMs)
  })

  it.each([59, 60, 0, 3_651, 'soon', ''])('is refused for %j days', async (days) => {
    await expect(extend(days)).rejects.toMatchObject({ code: 'input_invalid' })
    expect((await findApiKey(services, root, key.id))?.expiresAt).toBe(services.clock.now() + 60 * dayMs)
  })

  it('is refused once the key has ended, and for a key that never expires', async () => {
    const lasting = await makeTestKey(services)
    const revoked = await makeTestKey(services, { expiresInDays: 60 })
    await revokeApiKey(services, root, revoked.id)
    services.clock.advance(60 * dayMs)
    for (const { id } of [key, lasting, revoked]) {
      await expect(extend(90, id)).rejects.toMatchObject({ code: 'conflict' })
    }
    await expect(extend(90, 'lkid_none')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is refused to agents, without a recent confirmation, and to admins for an owner’s key', async () => {
    const owner = personOf(services, await insertUser(services, { role: 'owner' }))
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    const input = { keyId: key.id, days: 90 }
    await expect(extendApiKey(services, anyPerson('agent'), input)).rejects.toMatchObject({ code: 'forbidden' })
    const outdated = extendApiKey(services, { ...owner, confirmedAt: 0 }, input)
    await expect(outdated).rejects.toMatchObject({ code: 'confirmation_required' })
    await services.db.updateTable('users').set({ role: 'owner' }).where('id', '=', key.ownerId).execute()
    await expect(extendApiKey(services, admin, input)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await extendApiKey(services, owner, input)).toBeGreaterThan(0)
  })
})
