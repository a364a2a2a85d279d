import { beforeEach, describe, expect, it } from 'vitest'
import { webhookFields } from '#lib/domain/events/webhooks/fields.ts'
import { getWebhook, updateWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { webhookTexts } from '#lib/domain/events/webhooks/webhook-texts.ts'
import { type ApiCaller, makeApiCaller } from '#lib/testing/api-client.ts'
import { root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const examples = webhookFields.perField(({ example }) => example)
const without = { api: webhookFields.perField(() => null), stored: webhookFields.perField(() => '') }
const url = 'https://hooks.example/latchkey'

let services: TestServices
let program: ApiCaller
beforeEach(async () => {
  services = await openTestServices()
  program = await makeApiCaller(services, ['webhooks:read', 'webhooks:write'])
})

describe.each(webhookTexts)('the text %s of a webhook', (field) => {
  const value = { [field]: examples[field] }

  it('is added, shown, changed and cleared', async () => {
    const { status, body } = await program.call('POST', '/webhooks', { body: { url, ...value } })
    expect([status, body]).toMatchObject([201, { ...without.api, ...value }])
    const patch = async (given: object) => (await program.call('PATCH', `/webhooks/${body.id}`, { body: given })).body
    expect(await patch({ kinds: ['api_key.revoked'] })).toMatchObject(value)
    expect(await patch({ [field]: null })).toMatchObject(without.api)
    expect(await getWebhook(services, root, body.id)).toMatchObject(without.stored)
    expect(await patch(value)).toMatchObject(value)
    expect((await program.call('GET', '/webhooks')).body).toMatchObject({ items: [value] })
  })

  it('is what a form says, and empty if it says nothing', async () => {
    const { id } = (await program.call('POST', '/webhooks', { body: { url } })).body
    await updateWebhook(services, root, { id, url, ...value })
    expect(await getWebhook(services, root, id)).toMatchObject(value)
    await updateWebhook(services, root, { id, url })
    expect(await getWebhook(services, root, id)).toMatchObject(without.stored)
  })
})
