import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { deleteOldResponses } from '#lib/foundation/idempotency/store.ts'
import { deriveServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { installServices } from '#lib/foundation/services.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import { account } from '#lib/testing/accounts.ts'
import { type ApiCaller, makeApiCaller } from '#lib/testing/api-client.ts'
import { root } from '#lib/testing/people.ts'
import { callersAtOnce, fewOf } from '#lib/testing/sampling.ts'
import { openTestServices, type TestServices, testSecret } from '#lib/testing/test-services.ts'

let services: TestServices
let sync: ApiCaller
beforeEach(async () => {
  services = await openTestServices()
  sync = await makeApiCaller(services, ['accounts:read', 'accounts:write'])
})

const acme = { id: 'acme', name: 'Acme' }
const post = (body: object, name: string, caller = sync) =>
  caller.call('POST', '/accounts', { body, headers: { 'Idempotency-Key': name } })

async function countCreated(): Promise<number> {
  const rows = await services.db.selectFrom('audit_events').select('id').where('kind', '=', 'account.created').execute()
  return rows.length
}

describe('POST /api/v1/accounts with an Idempotency-Key', () => {
  it('creates one account for many parallel requests, which all get the same response', async () => {
    const answers = await Promise.all(Array.from({ length: callersAtOnce(200) }, () => post(acme, 'k1')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ text, headers }) => `${text} ${headers.etag} ${headers.location}`)).size).toBe(1)
    expect(await countCreated()).toBe(1)
  })

  it('gets the same response later, even if the account has changed', async () => {
    const first = await post(acme, 'k1')
    await sync.call('PATCH', '/accounts/acme', { body: { name: 'Other' } })
    const repeated = await post(acme, '"k1"')
    expect([repeated.status, repeated.text, repeated.headers.etag]).toEqual([201, first.text, first.headers.etag])
  })

  it('is refused with another body', async () => {
    await post(acme, 'k1')
    const { status, body } = await post({ ...acme, id: 'beta' }, 'k1')
    const error_description = 'This Idempotency-Key was used with another request.'
    expect([status, body]).toEqual([422, { error: 'idempotency_key_reused', error_description, requestId: 'req_1' }])
    expect(await countCreated()).toBe(1)
  })

  it('keeps no response of a failed request', async () => {
    await createAccount(services, root, account({ ...acme }))
    expect((await post(acme, 'k1')).status).toBe(409)
    expect((await post({ ...acme, id: 'beta' }, 'k1')).status).toBe(201)
  })

  it('belongs to its API key', async () => {
    await post(acme, 'k1')
    const other = await makeApiCaller(services, ['accounts:write'])
    const first = await post({ ...acme, id: 'beta' }, 'k1', other)
    expect(first.status).toBe(201)
    expect((await post({ ...acme, id: 'beta' }, 'k1', other)).text).toBe(first.text)
  })

  it('ends after 24 hours, swept or not', async () => {
    await post(acme, 'k1')
    const age = async (byMs: number) => {
      const { created_at } = await services.db
        .selectFrom('idempotency_keys')
        .select('created_at')
        .executeTakeFirstOrThrow()
      await services.db
        .updateTable('idempotency_keys')
        .set({ created_at: created_at - byMs })
        .execute()
    }
    await age(dayMs - 60_000)
    expect(await deleteOldResponses(services.db, 100)).toBe(0)
    expect((await post(acme, 'k1')).status).toBe(201)
    await age(60_000)
    expect((await post(acme, 'k1')).status).toBe(409)
    expect((await post({ ...acme, id: 'beta' }, 'k1')).status).toBe(201)
    await age(dayMs)
    expect(await deleteOldResponses(services.db, 100)).toBe(1)
  })

  it.each(fewOf(3, ['', ' ', 'ä', '"', '"a', 'x'.repeat(129), 'a b']))('refuses the malformed %j', async (name) => {
    const { status, body } = await post(acme, name)
    expect([status, body.error_description]).toEqual([400, 'The Idempotency-Key must have 1 to 128 ASCII characters.'])
  })

  it('repeats while the master secret of the first response is configured', async () => {
    const first = await post(acme, 'k1')
    const rotated = deriveServerKeys(['another master secret of 32 characters', testSecret])
    installServices({ ...services, keys: rotated })
    expect((await post(acme, 'k1')).text).toBe(first.text)
    installServices({ ...services, keys: { ...rotated, all: [rotated.current, rotated.current] } })
    await services.db.updateTable('idempotency_keys').set({ response: 'damaged' }).execute()
    expect((await post(acme, 'k1')).status).toBe(503)
    expect(await countCreated()).toBe(1)
  })

  it('repeats a response that a former version kept as plain text', async () => {
    const first = await post(acme, 'k1')
    await services.db.updateTable('idempotency_keys').set({ response: first.text }).execute()
    expect((await post(acme, 'k1')).text).toBe(first.text)
  })

  it('does not repeat for a client that lost its scope', async () => {
    await post(acme, 'k1')
    const reader = await makeApiCaller(services, ['accounts:read'])
    expect((await post(acme, 'k1', reader)).status).toBe(403)
  })
})
