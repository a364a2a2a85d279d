import { beforeEach, expect, it } from 'vitest'
import { disableApiKey, enableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { noticeExpiringKeys } from '#lib/domain/keys/api-keys/notice-expiring-keys.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let owner: User

beforeEach(async () => {
  services = await openTestServices({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'latchkey@example.com' })
  owner = await insertUser(services, { name: 'Olga Oak' })
})

function makeKey(expiresInDays: number, ownerId = owner.id) {
  return generateApiKey(services, root, { name: `For ${expiresInDays}`, ownerId, expiresInDays })
}

function listEvents() {
  return services.db
    .selectFrom('audit_events')
    .select(['at', 'actor_name', 'subject_name', 'details'])
    .where('kind', '=', 'api_key.expiring')
    .orderBy('at')
    .execute()
}

async function listRecipients() {
  const mails = services.db.selectFrom('mails').innerJoin('users', 'users.id', 'mails.user_id')
  const rows = await mails.select('users.role').where('kind', '=', 'key_expiring').orderBy('users.role').execute()
  return rows.map(({ role }) => role)
}

it('records each notice once, 30, 7 and 1 day before, among instances that run at the same time', async () => {
  await makeKey(100)
  const expiresAt = testStart + 100 * dayMs
  for (const before of [30, 7, 1]) {
    services.clock.set(expiresAt - before * dayMs - 1)
    await noticeExpiringKeys(services)
    services.clock.advance(1)
    await Promise.all([1, 2, 3, 4].map(() => noticeExpiringKeys(services)))
    await noticeExpiringKeys(services)
  }
  services.clock.set(expiresAt)
  await noticeExpiringKeys(services)
  const details = JSON.stringify({ owner: 'Olga Oak', ownerId: owner.id, expiresAt })
  expect(await listEvents()).toEqual(
    [30, 7, 1].map((before) => ({
      at: expiresAt - before * dayMs,
      actor_name: 'Latchkey',
      subject_name: 'For 100',
      details,
    })),
  )
})

it('tells the owner and those who manage the key', async () => {
  for (const role of ['owner', 'admin', 'agent'] as const) await insertUser(services, { role })
  const service = await insertUser(services, { role: 'service' })
  await makeKey(40, service.id)
  services.clock.advance(10 * dayMs)
  await noticeExpiringKeys(services)
  expect(await listRecipients()).toEqual(['admin', 'owner'])
})

it('is not given on the first day of a key, and only the last one after a pause', async () => {
  await makeKey(30)
  await makeKey(60)
  await noticeExpiringKeys(services)
  expect(await listEvents()).toEqual([])
  services.clock.set(testStart + 60 * dayMs - dayMs / 2)
  await noticeExpiringKeys(services)
  expect((await listEvents()).map(({ subject_name }) => subject_name)).toEqual(['For 60'])
})

it('concerns only keys that can be used', async () => {
  const [revoked, disabled] = [await makeKey(40), await makeKey(41)]
  await revokeApiKey(services, root, revoked.id)
  await disableApiKey(services, root, disabled.id)
  services.clock.advance(15 * dayMs)
  await noticeExpiringKeys(services)
  expect(await listEvents()).toEqual([])
  await enableApiKey(services, root, disabled.id)
  await noticeExpiringKeys(services)
  expect((await listEvents()).map(({ subject_name }) => subject_name)).toEqual(['For 41'])
})
