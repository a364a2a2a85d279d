import { Webhook as Verifier } from 'standardwebhooks'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { deleteOldEvents } from '#lib/domain/events/journal/delete-old-events.ts'
import { eventMessage } from '#lib/domain/events/journal/events-schema.ts'
import { sealAllEvents } from '#lib/domain/events/journal/seal-events.ts'
import { findHead, listEntries } from '#lib/domain/events/journal/store.ts'
import { pauseWebhook, replayWebhook, resumeWebhook } from '#lib/domain/events/webhooks/control-webhook.ts'
import { deliverEvents } from '#lib/domain/events/webhooks/deliver-events.ts'
import { claimMs, claimWebhook, listDeliveries, listDueWebhooks } from '#lib/domain/events/webhooks/deliveries-store.ts'
import { addWebhook, getWebhook, removeWebhook, updateWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { endFormerSecret, rotateSigningSecret } from '#lib/domain/events/webhooks/rotate-signing-secret.ts'
import { sendTest } from '#lib/domain/events/webhooks/send-test.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { databaseFile } from '#lib/foundation/db/database.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '#lib/kernel/clock.ts'
import { measurements } from '#lib/kernel/measurements.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { makeBackup, restoreTo } from '#lib/testing/restoring.ts'
import { sweep } from '#lib/testing/sweep.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'
import { answerWith, type Receiver, startReceiver } from '#lib/testing/webhook-receiver.ts'

const { signal } = new AbortController()

const networks = { WEBHOOK_NETWORKS: '127.0.0.1' }

let services: TestServices
let receiver: Receiver
let id: string
let secret: string
/** The entry of `webhook.added`: the first one that is sent. */
const added = 1

beforeEach(async () => {
  services = await openTestServices(networks)
  receiver = await startReceiver()
  const webhook = await addWebhook(services, root, { url: receiver.url })
  id = webhook.id
  secret = webhook.secret
  await sealAllEvents(services)
})

/** Makes pairs of events, of which the first is `user.created`, and seals them. @returns the number of the last one */
async function sealMore(pairs: number): Promise<number> {
  const subject = { kind: 'account', id: 'acme', name: 'Acme' } as const
  for (let made = 0; made < pairs; made++) {
    services.clock.advance(1)
    await insertUser(services)
    services.clock.advance(1)
    await services.db
      .transaction()
      .execute((trx) => recordEvent(trx, root, { kind: 'account.updated', subject, details: {} }))
  }
  await sealAllEvents(services)
  return (await findHead(services.db)).seq
}

async function restoreElsewhere(file: string): Promise<void> {
  const { env, clock } = services
  const replaced = env.databaseUrl ?? databaseFile(env.dataDir)
  services = await openTestServices(networks)
  services.clock.set(clock.now())
  await restoreTo(services, file, { replaced })
}

const deliver = () => deliverEvents(services, id, { signal })
const stateOf = () => getWebhook(services, root, id)
const log = () => listDeliveries(services.db, id, 100)

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('an endpoint', () => {
  it('receives every event in order, as GET /api/v1/events shows it, with a checkpoint', async () => {
    const last = await sealMore(70)
    await deliver()
    expect(receiver.seqs()).toEqual(range(added, last))
    const entries = await listEntries(services.db, { after: 0 }, 1_000)
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toEqual(
      entries.map((entry) => ({ ...entry, checkpoint: null })),
    )
    expect(await stateOf()).toMatchObject({ position: last, attempts: 0 })
    await deliver()
    expect(receiver.seqs()).toHaveLength(last)
    expect(await listDueWebhooks(services.db)).toEqual([])
  })

  it('receives only the kinds that it wants', async () => {
    await updateWebhook(services, root, { id, url: receiver.url, kinds: ['user.created'] })
    const last = await sealMore(2)
    await deliver()
    expect(receiver.seqs()).toEqual([3, 5])
    expect((await stateOf()).position).toBe(last)
  })

  it('gets signatures that the library of Standard Webhooks verifies, two while the secret is rotated', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: testStart })
    onTestFinished(() => void vi.useRealTimers())
    const verify = (key: string) => {
      const { body, headers } = receiver.received.at(-1) ?? { body: '', headers: {} }
      return eventMessage.parse(new Verifier(key).verify(body, headers as Record<string, string>))
    }
    await deliver()
    expect(verify(secret)).toMatchObject({ seq: added })
    const { headers } = receiver.received[0] ?? {}
    const [entry] = await listEntries(services.db, { after: 0 }, 1)
    expect(headers?.['webhook-id']).toBe(entry?.event?.id)
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Latchkey' })
    const { secret: next } = await rotateSigningSecret(services, root, id)
    await sendTest(services, root, { id })
    for (const key of [secret, next]) expect(verify(key)).toMatchObject({ event: { kind: 'webhook.test' } })
    await endFormerSecret(services, root, id)
    await sendTest(services, root, { id })
    verify(next)
    expect(() => verify(secret)).toThrow('No matching signature')
  })

  it.each([199, 301, 304, 400, 429, 500, 503])('that answers %i is tried again, with the same ID', async (status) => {
    if (status > 199) receiver.answer(answerWith(status))
    else receiver.answer((response) => response.socket?.destroy())
    await deliver()
    await deliver()
    services.clock.advance(5 * secondMs)
    await deliver()
    expect(receiver.seqs()).toEqual([added, added])
    const [one, other] = receiver.received
    expect(one?.headers['webhook-id']).toBe(other?.headers['webhook-id'])
    expect(await stateOf()).toMatchObject({ position: 0, attempts: 2 })
    const problem = status < 200 ? 'connection' : status < 400 ? 'redirect' : null
    expect((await log())[0]).toMatchObject({ seq: added, status: status < 200 ? null : status, problem })
  })

  it('is tried again after 5 s, 1 min, 5 min, 30 min, then hourly, and paused after 3 days', async () => {
    receiver.answer(answerWith(500))
    const delays = [5 * secondMs, minuteMs, 5 * minuteMs, 30 * minuteMs]
    const attemptsAt: number[] = []
    for (let at = testStart; (await stateOf()).paused === null; ) {
      services.clock.set(at)
      await deliver()
      attemptsAt.push(at - testStart)
      services.clock.set(at + (delays[attemptsAt.length - 1] ?? hourMs) - 1)
      expect(await listDueWebhooks(services.db)).toEqual([])
      await deliver()
      expect(receiver.seqs()).toHaveLength(attemptsAt.length)
      at = services.clock.now() + 1
    }
    expect(attemptsAt.at(-2)).toBeLessThan(3 * dayMs)
    expect(attemptsAt.at(-1)).toBeGreaterThanOrEqual(3 * dayMs)
    expect(await stateOf()).toMatchObject({ paused: { reason: 'failing' }, position: 0, firstFailedAt: testStart })
    const event = await services.db
      .selectFrom('audit_events')
      .selectAll()
      .where('kind', '=', 'webhook.paused')
      .execute()
    expect(event).toMatchObject([{ actor_name: 'Latchkey', subject_id: id, details: '{"reason":"failing"}' }])
    await resumeWebhook(services, root, id)
    receiver.answer(answerWith(204))
    await sealAllEvents(services)
    await deliver()
    expect(receiver.seqs().slice(attemptsAt.length)).toEqual(range(added, 3))
  })

  it('that answers 410 is paused at once', async () => {
    receiver.answer(answerWith(410, 'gone'))
    await deliver()
    expect(await stateOf()).toMatchObject({ paused: { reason: 'gone' }, attempts: 1 })
    services.clock.advance(dayMs)
    await deliver()
    expect(receiver.seqs()).toEqual([added])
    expect(await log()).toMatchObject([{ status: 410, answer: 'gone' }])
  })

  it('that is paused is told to owners and admins, by mail', async () => {
    const mail = {
      server: { host: '127.0.0.1', port: 1, secure: false, credentials: undefined },
      from: 'a@example.com',
    }
    const [owner, admin] = [
      await insertUser(services, { role: 'owner' }),
      await insertUser(services, { role: 'admin' }),
    ]
    await insertUser(services, { role: 'agent' })
    receiver.answer(answerWith(410))
    await deliverEvents({ ...services, env: { ...services.env, mail } }, id, { signal })
    const mails = await services.db.selectFrom('mails').select(['kind', 'user_id']).execute()
    expect(mails.map(({ kind }) => kind)).toEqual(['webhook_paused', 'webhook_paused'])
    expect(mails.map(({ user_id }) => user_id).sort()).toEqual([owner.id, admin.id].sort())
  })

  it('succeeds after failures as if there were none', async () => {
    const { delivered, failed } = measurements.deliveries
    receiver.answer(answerWith(500))
    await deliver()
    receiver.answer(answerWith(204))
    services.clock.advance(5 * secondMs)
    await deliver()
    expect(await stateOf()).toMatchObject({ position: added, attempts: 0, firstFailedAt: null, nextAttemptAt: null })
    expect(measurements.deliveries).toEqual({ delivered: delivered + 1, failed: failed + 1 })
  })

  it('is shown with the first 1,024 bytes of its answer, without control characters', async () => {
    receiver.answer(answerWith(200, `\u0000\u001b[31m\n${'ä'.repeat(2_000)}`))
    await deliver()
    const [{ answer } = { answer: '' }] = await log()
    expect(answer).toMatch(/^\ufffd\ufffd\[31m\nä+\ufffd?$/)
    expect(answer.length).toBeLessThan(520)
  })

  it.each([
    ['the same database', async (file: string) => void (await restoreTo(services, file))],
    ['a database that replaces it', restoreElsewhere],
  ])('receives every event since a backup again, and skips none, after a restore to %s', async (_, restore) => {
    const backedUp = await sealMore(2)
    await deliver()
    const file = await makeBackup(services)
    const sent = await sealMore(2)
    await deliver()
    await sealMore(1)
    await insertUser(services)
    await restore(file)
    await sealAllEvents(services)
    await deliver()
    const { seq: head } = await findHead(services.db)
    // Those that the endpoint didn't get yet, and the restore itself.
    expect(head).toBe(sent + 4)
    expect(receiver.seqs()).toEqual([...range(added, sent), ...range(backedUp + 1, head)])
    const entries = await listEntries(services.db, { after: 0 }, 1_000)
    for (const { body } of receiver.received) {
      const { seq, hash, event } = JSON.parse(body)
      expect({ seq, hash, event }).toEqual(entries[seq - 1])
    }
  })

  it('is paused if events were deleted before they were sent', async () => {
    await sealMore(2)
    services.clock.advance(2 * dayMs)
    await sealMore(1)
    while ((await deleteOldEvents(services.db, dayMs, 2)) > 0);
    await deliver()
    expect(receiver.received).toEqual([])
    expect(await stateOf()).toMatchObject({ paused: { reason: 'events_lost' }, position: 0 })
    await resumeWebhook(services, root, id)
    await sealAllEvents(services)
    await deliver()
    expect(receiver.seqs()).toEqual(range(6, 9))
  })
})

describe('while an event is being sent', () => {
  /** Sends until the first event has arrived, does the work, and answers then. */
  async function during(work: () => Promise<unknown>): Promise<void> {
    receiver.answer(async (response) => {
      receiver.answer(answerWith(204))
      await work()
      response.writeHead(204).end()
    })
    await deliver()
  }

  it('a pause takes effect after it', async () => {
    await sealMore(1)
    await during(() => pauseWebhook(services, root, id))
    expect(receiver.seqs()).toEqual([added])
    expect((await stateOf()).position).toBe(added)
  })

  it('a replay starts after it, and is not lost', async () => {
    const last = await sealMore(2)
    await during(async () => {
      await replayWebhook(services, root, { id, from: 3 })
      expect(await listDueWebhooks(services.db)).toEqual([])
    })
    expect((await stateOf()).position).toBe(2)
    await sealAllEvents(services)
    await deliver()
    expect(receiver.seqs()).toEqual([added, ...range(3, last + 1)])
  })

  it('another URL gets the next one', async () => {
    const last = await sealMore(1)
    const other = await startReceiver()
    await during(() => updateWebhook(services, root, { id, url: other.url }))
    expect([receiver.seqs(), other.seqs()]).toEqual([[added], range(2, last)])
  })

  it('a removal ends everything', async () => {
    await sealMore(1)
    await during(() => removeWebhook(services, root, id))
    expect(receiver.seqs()).toEqual([added])
    expect(await services.db.selectFrom('webhooks').selectAll().execute()).toEqual([])
  })

  it('the end of the process is no failure, and another process sends it', async () => {
    const stopping = new AbortController()
    receiver.answer(() => stopping.abort())
    await deliverEvents(services, id, { signal: stopping.signal })
    expect(await stateOf()).toMatchObject({ position: 0, attempts: 0 })
    expect(await log()).toEqual([])
    receiver.answer(answerWith(204))
    await deliver()
    expect(receiver.seqs()).toEqual([added, added])
  })
})

describe('several processes', () => {
  it('send each event once, one of them at a time', async () => {
    const last = await sealMore(30)
    const other = await openTestServices({ DATA_DIR: services.env.dataDir, WEBHOOK_NETWORKS: '127.0.0.1' })
    let [open, most] = [0, 0]
    receiver.answer((response) => {
      open += 1
      most = Math.max(most, open)
      setImmediate(() => {
        open -= 1
        response.writeHead(204).end()
      })
    })
    while ((await stateOf()).position < last) {
      await Promise.all([services, other, services, other].map((each) => deliverEvents(each, id, { signal })))
    }
    expect(receiver.seqs()).toEqual(range(added, last))
    expect(most).toBe(1)
  })

  it('take over from one that was killed, after its claim has ended', async () => {
    expect(await claimWebhook(services.db, id, 'killed')).toBeDefined()
    services.clock.advance(claimMs - 1)
    expect(await listDueWebhooks(services.db)).toEqual([])
    await deliver()
    expect(receiver.received).toEqual([])
    services.clock.advance(1)
    await deliver()
    expect(receiver.seqs()).toEqual([added])
  })

  it('do not wait for a claim that a wrong clock has made', async () => {
    services.clock.advance(dayMs)
    await claimWebhook(services.db, id, 'future')
    services.clock.set(testStart)
    await deliver()
    expect(receiver.seqs()).toEqual([added])
  })

  it('stop if another one has taken over', async () => {
    const last = await sealMore(2)
    receiver.answer(async (response, { seq }) => {
      if (seq === 2) {
        receiver.answer(answerWith(204))
        services.clock.advance(claimMs)
        await claimWebhook(services.db, id, 'other')
      }
      response.writeHead(204).end()
    })
    await deliver()
    expect(receiver.seqs()).toEqual([1, 2])
    expect((await stateOf()).position).toBe(1)
    services.clock.advance(claimMs)
    await deliver()
    expect(receiver.seqs()).toEqual([1, 2, ...range(2, last)])
  })
})

describe('a test', () => {
  it('is sent at once, also to a paused webhook, and is no event of the journal', async () => {
    await pauseWebhook(services, root, id)
    receiver.answer(answerWith(418, 'short and stout'))
    const outcome = await sendTest(services, root, { id })
    expect(outcome).toEqual({ status: 418, problem: null, answer: 'short and stout', durationMs: expect.any(Number) })
    const event = { kind: 'webhook.test', subject: { kind: 'webhook', id, name: new URL(receiver.url).origin } }
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ seq: null, hash: null, event })
    expect(await log()).toMatchObject([{ seq: null, kind: 'webhook.test', status: 418 }])
    expect(await stateOf()).toMatchObject({ position: 0, attempts: 0 })
  })

  it('is refused after ten in a minute, parallel ones too', async () => {
    const sent = await Promise.allSettled(Array.from({ length: 15 }, () => sendTest(services, root, { id })))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    await expect(sendTest(services, root, { id })).rejects.toMatchObject({ code: 'too_many_requests' })
    services.clock.advance(minuteMs)
    await sendTest(services, root, { id })
  })
})

it('past attempts are kept for 30 days', async () => {
  await deliver()
  services.clock.advance(30 * dayMs - 1)
  expect(await sweep(services)).toEqual({})
  services.clock.advance(1)
  expect(await sweep(services)).toEqual({ webhook_deliveries: 1 })
})
