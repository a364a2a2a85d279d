import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { sealAllEvents } from '#lib/domain/events/journal/seal-events.ts'
import { startSealer } from '#lib/domain/events/journal/start-sealer.ts'
import { findHead, listEntries } from '#lib/domain/events/journal/store.ts'
import { addWebhook, listWebhooks } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { startDeliveries } from '#lib/domain/events/webhooks/start-deliveries.ts'
import { openDatabase } from '#lib/foundation/db/database.ts'
import { systemClock } from '#lib/kernel/clock.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { compileCache } from '#lib/testing/command-line.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { completeOnly, isComplete } from '#lib/testing/sampling.ts'
import { openTestServices, type TestServices, testSecret } from '#lib/testing/test-services.ts'
import { answerWith, startReceiver } from '#lib/testing/webhook-receiver.ts'

const folder = join(import.meta.dirname, '..', '..', '..', '..')
const networks = { WEBHOOK_NETWORKS: '127.0.0.1' }

it('sends soon after sealing, to a good endpoint beside one that hangs and one that fails, and stops at once', async () => {
  const services = await openTestServices(networks)
  const [good, hanging, failing] = [await startReceiver(), await startReceiver(), await startReceiver()]
  hanging.answer(() => undefined)
  failing.answer(answerWith(500))
  for (const { url } of [hanging, failing, good]) await addWebhook(services, root, { url })
  const sealer = startSealer(services)
  const deliveries = startDeliveries(services)
  onTestFinished(async () => void (await Promise.all([sealer.stop(), deliveries.stop()])))
  await vi.waitFor(() => expect(good.seqs()).toEqual([1, 2, 3]), 10_000)
  await insertUser(services)
  await vi.waitFor(() => expect(good.seqs()).toEqual([1, 2, 3, 4]), { timeout: 10_000, interval: 10 })
  expect([hanging.seqs(), failing.seqs()]).toEqual([[1], [1]])
  const states = async () => {
    const webhooks = await listWebhooks(services, root)
    return [hanging, failing, good].map(({ url }) => {
      const webhook = webhooks.find((each) => each.url === url)
      return [webhook?.position, webhook?.attempts]
    })
  }
  const expected = [
    [0, 0],
    [0, 1],
    [4, 0],
  ]
  await vi.waitFor(async () => expect(await states()).toEqual(expected), 10_000)
  const stoppedAt = performance.now()
  await Promise.all([sealer.stop(), deliveries.stop()])
  // Without waiting for the 15 seconds of the endpoint that hangs.
  expect(performance.now() - stoppedAt).toBeLessThan(10_000)
})

function startProcess({ env }: TestServices): ChildProcess {
  const variables = {
    NODE_ENV: 'test' as const,
    DATA_DIR: env.dataDir,
    LATCHKEY_SECRET: testSecret,
    BASE_URL: env.baseUrl,
    ...networks,
    ...compileCache,
    ...(env.databaseUrl && { DATABASE_URL: env.databaseUrl }),
  }
  const script = join(folder, 'lib/testing/delivering-process.ts')
  const child = spawn(process.execPath, [script], { env: variables, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

// In `npm test`, the resilience test that kills the product has a webhook endpoint.
completeOnly(
  'processes that are killed at random moments send every event at least once, in order, and invent none',
  async () => {
    const services = await openTestServices(networks)
    // The processes have the real time.
    const db = openDatabase(readEnv({ ...pick(services), ...networks }), systemClock, 'server')
    onTestFinished(() => db.destroy())
    const receiver = await startReceiver()
    receiver.answer(async (response, { seq }) => {
      // Now and then slow, failing, or gone.
      const kind = (seq ?? 0) % 7
      await sleep(kind === 3 ? 40 : 2)
      if (kind === 5 && Math.random() < 0.3) response.writeHead(500).end()
      else if (kind === 6 && Math.random() < 0.3) response.socket?.destroy()
      else response.writeHead(204).end()
    })
    await addWebhook(services, root, { url: receiver.url })
    const [events, rounds] = isComplete ? [600, 24] : [20, 1]
    const makeEvents = async () => {
      for (let made = 0; made < events; made++) {
        await insertUser(services)
        await sleep(60)
      }
    }
    const killing = async () => {
      for (let kills = 0; kills < rounds; kills++) {
        const children = [startProcess(services), startProcess(services)]
        await Promise.all(children.map((child) => child.stdout && once(child.stdout, 'data')))
        await sleep(50 + Math.random() * 400)
        for (const child of children) child.kill('SIGKILL')
        // Nobody waits half a minute for the claim, or for a retry.
        await sql`update webhooks set claimed_until = null, next_attempt_at = null`.execute(db)
      }
    }
    await Promise.all([makeEvents(), killing()])
    startProcess(services)
    const { seq: head } = await findHead(db)
    await vi.waitFor(
      async () => {
        await sql`update webhooks set next_attempt_at = null where attempts > 0`.execute(db)
        expect((await db.selectFrom('webhooks').select('position').executeTakeFirstOrThrow()).position).toBe(events + 1)
      },
      { timeout: 300_000, interval: 100 },
    )
    expect(head).toBeLessThanOrEqual(events + 1)
    await sealAllEvents(services)
    const entries = await listEntries(db, { after: 0 }, 1_000)
    const sent = receiver.received.map(({ body }) => JSON.parse(body))
    for (const { seq, hash, event } of sent) expect({ seq, hash, event }).toEqual(entries[seq - 1])
    // Each one for the first time directly after the one before.
    const firsts = [...new Set(receiver.seqs())]
    expect(firsts).toEqual(entries.map(({ seq }) => seq))
    for (const [index, seq] of receiver.seqs().entries()) {
      const before = receiver.seqs()[index - 1] ?? 0
      expect([before, (before ?? 0) + 1]).toContain(seq)
    }
  },
  600_000,
)

function pick({ env }: TestServices) {
  const { dataDir, databaseUrl } = env
  return { DATA_DIR: dataDir, LATCHKEY_SECRET: testSecret, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
}
