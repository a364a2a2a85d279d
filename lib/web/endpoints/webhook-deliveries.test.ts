import { beforeEach, describe, expect, it } from 'vitest'
import { sealAllEvents } from '#lib/domain/events/journal/seal-events.ts'
import { findHead } from '#lib/domain/events/journal/store.ts'
import { deliverEvents } from '#lib/domain/events/webhooks/deliver-events.ts'
import { addWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { maxTestsPerMinute } from '#lib/domain/events/webhooks/send-test.ts'
import { type ApiCaller, makeApiCaller } from '#lib/testing/api-client.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { answerWith, type Receiver, startReceiver } from '#lib/testing/webhook-receiver.ts'

let services: TestServices
let sync: ApiCaller
let receiver: Receiver
let id: string
beforeEach(async () => {
  services = await openTestServices({ WEBHOOK_NETWORKS: '127.0.0.1' })
  sync = await makeApiCaller(services, ['webhooks:read', 'webhooks:write'])
  receiver = await startReceiver()
  await sealAllEvents(services)
  id = (await addWebhook(services, root, { url: receiver.url })).id
})

const durationMs = expect.any(Number)
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const readState = async () => (await sync.call('GET', `/webhooks/${id}/deliveries`)).body
const sendTest = () => sync.call('POST', `/webhooks/${id}/tests`)
const replay = (body: object) => sync.call('POST', `/webhooks/${id}/replays`, { body })
const deliver = () => deliverEvents(services, id, { signal: new AbortController().signal })

/** @returns the number of the last event */
async function sealSome(): Promise<number> {
  for (let count = 0; count < 3; count++) await insertUser(services)
  await sealAllEvents(services)
  return (await findHead(services.db)).seq
}

describe('GET /api/v1/webhooks/<webhookId>/deliveries', () => {
  it('shows what waits, what failed and what was sent', async () => {
    const { position } = await readState()
    const head = await sealSome()
    const waiting = head - position
    expect(await readState()).toEqual({ position, waiting, failing: null, lost: null, attempts: [] })
    receiver.answer(answerWith(500, 'out of order'))
    await deliver()
    const failed = await readState()
    const attempt = {
      id: expect.stringMatching(/^dlv_/),
      seq: position + 1,
      at: instant,
      durationMs,
      messageId: expect.stringMatching(/^evt_/),
      kind: 'webhook.added',
      delivered: false,
      status: 500,
      problem: null,
      response: 'out of order',
    }
    expect(failed).toEqual({
      position,
      waiting,
      lost: null,
      attempts: [attempt],
      failing: { attempts: 1, since: instant, nextAttemptAt: instant },
    })
    await sync.call('PATCH', `/webhooks/${id}`, { body: { url: `${receiver.url}/b` } })
    receiver.answer(answerWith(204))
    await sealAllEvents(services)
    await deliver()
    const sent = await readState()
    expect(sent).toMatchObject({ waiting: 0, failing: null, position: (await findHead(services.db)).seq })
    expect(sent.attempts[0]).toMatchObject({ delivered: true, status: 204, seq: sent.position })
  })
})

describe('POST /api/v1/webhooks/<webhookId>/tests', () => {
  it('sends a signed test that names the key’s owner and the key', async () => {
    const { status, body } = await sendTest()
    const sent = { delivered: true, status: 204, problem: null, response: '', durationMs }
    expect([status, body]).toEqual([200, sent])
    const { event } = JSON.parse(receiver.received[0]?.body ?? '')
    const actor = { kind: 'program', id: sync.key.ownerId, name: 'Sync' }
    expect(event).toMatchObject({ kind: 'webhook.test', actor, keyId: sync.key.id })
    expect((await readState()).attempts).toMatchObject([{ ...sent, seq: null, kind: 'webhook.test' }])
  })

  it('says how it failed', async () => {
    receiver.answer(answerWith(302))
    expect((await sendTest()).body).toMatchObject({ delivered: false, status: 302, problem: 'redirect' })
  })

  it('reaches no private address, also once a name or the configuration has changed', async () => {
    const elsewhere = await addWebhook(services, root, { url: 'https://rebound.example/' })
    const move = { url: 'https://10.0.0.7/' }
    await services.db.updateTable('webhooks').set(move).where('id', '=', elsewhere.id).execute()
    const { body } = await sync.call('POST', `/webhooks/${elsewhere.id}/tests`)
    expect(body).toEqual({ delivered: false, status: null, problem: 'blocked_address', response: '', durationMs })
  })

  it('sends ten a minute', async () => {
    for (let count = 0; count < maxTestsPerMinute; count++) expect((await sendTest()).status).toBe(200)
    const refused = await sendTest()
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests'])
    expect(receiver.received).toHaveLength(maxTestsPerMinute)
  })

  it('is not for a client that may only read', async () => {
    const reader = await makeApiCaller(services, ['webhooks:read'])
    for (const below of ['/tests', '/replays', '/secrets']) {
      const refused = await reader.call('POST', `/webhooks/${id}${below}`, { body: { from: 1 } })
      expect([below, refused.status, refused.body.error]).toEqual([below, 403, 'insufficient_scope'])
    }
    expect(receiver.received).toEqual([])
  })
})

describe('POST /api/v1/webhooks/<webhookId>/replays', () => {
  it('sends events from a number on, again or for the first time', async () => {
    const head = await sealSome()
    const { status, text } = await replay({ from: head - 1 })
    expect([status, text]).toEqual([204, ''])
    await deliver()
    expect(receiver.seqs()).toEqual([head - 1, head])
    const event = services.db.selectFrom('audit_events').select(['key_id', 'details'])
    const row = await event.where('kind', '=', 'webhook.replayed').executeTakeFirstOrThrow()
    expect([row.key_id, JSON.parse(row.details)]).toEqual([sync.key.id, { fromSeq: head - 1 }])
  })

  it.each([
    [{}, 'required'],
    [{ from: null }, 'required'],
    [{ from: '1' }, 'malformed'],
    [{ from: 0 }, 'malformed'],
    [{ from: 1.5 }, 'malformed'],
    [{ from: 1e300 }, 'malformed'],
    [{ from: 1_000_000 }, 'not_kept'],
  ])('refuses %j', async (body, problem) => {
    const before = await readState()
    expect(await replay(body)).toMatchObject({ status: 400, body: { fields: { from: problem } } })
    expect(await readState()).toEqual(before)
  })
})
