import { createLocalJWKSet } from 'jose'
import { expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { addFinalCheckpoint, readCheckpoint } from '#lib/domain/events/journal/checkpoint.ts'
import { journalAnswer } from '#lib/domain/events/journal/schema.ts'
import { sealEvents } from '#lib/domain/events/journal/seal-events.ts'
import { account } from '#lib/testing/accounts.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { root } from '#lib/testing/people.ts'
import { openTestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'
import { journalEndpoint } from '#lib/web/endpoints/journal.ts'

it('GET /.well-known/latchkey-journal publishes the newest checkpoint, and the keys that verify it', async () => {
  const services = await openTestServices()
  const ask = async () => {
    const response = await callEndpoint(journalEndpoint, new Request(`${testBaseUrl}/.well-known/latchkey-journal`))
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    return journalAnswer.parse(await response.json())
  }
  expect(await ask()).toEqual({ checkpoint: null, keys: [] })
  await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
  await sealEvents(services)
  await addFinalCheckpoint(services)
  const { checkpoint, keys } = await ask()
  expect(await readCheckpoint(checkpoint ?? '', createLocalJWKSet({ keys }))).toEqual({
    issuer: testBaseUrl,
    seq: 1,
    at: testStart,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(JSON.stringify(keys)).not.toContain('"d"')
})
