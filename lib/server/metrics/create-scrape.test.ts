import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { sealEvents } from '#lib/domain/events/journal/seal-events.ts'
import { runHash } from '#lib/domain/people/passwords/password-hash.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { dayMs, secondMs } from '#lib/kernel/clock.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { Distribution, measureRequests } from '#lib/kernel/measurements.ts'
import { createScrape } from '#lib/server/metrics/create-scrape.ts'
import { queryTarget, readPanels } from '#lib/testing/dashboard.ts'
import { root } from '#lib/testing/people.ts'
import { startPrometheus } from '#lib/testing/prometheus.ts'
import { makeTestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testEngine } from '#lib/testing/test-services.ts'
import { createMetricsListener } from '#lib/web/gateway/serve-metrics.ts'
import { logRefusal } from '#lib/web/http/refusal-response.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

/** The value of a sample; undefined if there is none. */
function readSample(text: string, sample: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.slice(sample.length))
}

const typed = (text: string) => [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name = '']) => name)

describe('a scrape', () => {
  it('has what requests, refusals and hashes did', async () => {
    const { read } = createScrape(services)
    const before = await read()
    measureRequests('/auth/v1/token').add('2xx', 0.02)
    measureRequests('/auth/v1/token').add('5xx', 7)
    logRefusal(services, new Refusal('grant_used'), { address: '203.0.113.9', requestId: 'req_x' })
    const held = Promise.withResolvers<void>()
    const hash = runHash('lane', () => held.promise)
    const after = await read()
    held.resolve()
    await hash
    const grown = (sample: string) => (readSample(after, sample) ?? 0) - (readSample(before, sample) ?? 0)
    expect(grown('latchkey_requests_total{endpoint="/auth/v1/token",status="2xx"}')).toBe(1)
    expect(grown('latchkey_requests_total{endpoint="/auth/v1/token",status="5xx"}')).toBe(1)
    const bucket = (le: string) =>
      grown(`latchkey_request_duration_seconds_bucket{endpoint="/auth/v1/token",le="${le}"}`)
    expect(['0.005', '0.025', '5', '+Inf'].map(bucket)).toEqual([0, 1, 1, 2])
    expect(grown('latchkey_request_duration_seconds_count{endpoint="/auth/v1/token"}')).toBe(2)
    expect(grown('latchkey_request_duration_seconds_sum{endpoint="/auth/v1/token"}')).toBeCloseTo(7.02)
    expect(grown('latchkey_refusals_total{code="grant_used"}')).toBe(1)
    expect(grown('latchkey_password_hashes{state="running"}')).toBe(1)
  })

  it('has the journal, expiring keys, and the writes of this engine', async () => {
    const { read } = createScrape(services)
    const key = await makeTestKey(services)
    const soon = await makeTestKey(services)
    for (const [id, days] of [
      [key.id, 31],
      [soon.id, 29],
    ] as const) {
      await services.db
        .updateTable('api_keys')
        .set({ expires_at: services.clock.now() + days * dayMs })
        .where('id', '=', id)
        .execute()
    }
    await sealEvents(services)
    const subject = { kind: 'account', id: 'acme', name: 'Acme' } as const
    await services.db
      .transaction()
      .execute((trx) => recordEvent(trx, root, { kind: 'account.updated', subject, details: {} }))
    services.clock.advance(90 * secondMs)
    const text = await read()
    expect(readSample(text, 'latchkey_database_up')).toBe(1)
    expect(readSample(text, 'latchkey_journal_unsealed_events')).toBe(1)
    expect(readSample(text, 'latchkey_journal_sealing_lag_seconds')).toBe(90)
    expect(readSample(text, 'latchkey_api_keys_expiring')).toBe(1)
    if (testEngine() === 'sqlite') expect(readSample(text, 'latchkey_commit_batch_size_count')).toBeGreaterThan(0)
    else expect(readSample(text, 'latchkey_database_connections{state="idle"}')).toBeDefined()
    await sealEvents(services)
    await services.db.updateTable('api_keys').set({ revoked_at: services.clock.now() }).execute()
    const sealed = await read()
    expect(readSample(sealed, 'latchkey_journal_unsealed_events')).toBe(0)
    expect(readSample(sealed, 'latchkey_journal_sealing_lag_seconds')).toBe(0)
    // Counted less than 30 seconds ago.
    expect(readSample(sealed, 'latchkey_api_keys_expiring')).toBe(1)
  })

  it('is shared by those who ask at the same time', async () => {
    const { read } = createScrape(services)
    const [one, other] = [read(), read()]
    expect(other).toBe(one)
    await one
    expect(read()).not.toBe(one)
  })

  it('succeeds without a database', async () => {
    const { read } = createScrape({ ...services, db: undefined as never })
    const text = await read()
    expect(readSample(text, 'latchkey_database_up')).toBe(0)
    for (const name of ['journal_unsealed_events', 'journal_sealing_lag_seconds', 'api_keys_expiring']) {
      expect(readSample(text, `latchkey_${name}`), name).toBeUndefined()
    }
    expect(readSample(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
    expect(services.logLines.join('')).toContain('did not answer for the metrics')
  })
})

it('a value on the bound of a bucket belongs to it', () => {
  const distribution = new Distribution([1, 2])
  for (const value of [1, 1.5, 2, 3]) distribution.add(value)
  expect(distribution).toEqual({ bounds: [1, 2], counts: [1, 2, 1], sum: 7.5 })
})

const namesIn = (text: string) => new Set(text.match(/\b(?:latchkey|process|nodejs)_[a-z0-9]+(?:_[a-z0-9]+)+\b/g))

describe('every metric', () => {
  const docs = readFileSync('docs/monitoring.md', 'utf8')
  const rules = readFileSync('deploy/prometheus/latchkey-alerts.yml', 'utf8')

  it('is documented, and nothing else is', async () => {
    const documented = [...docs.matchAll(/^\| (`(?:latchkey|process|nodejs)_[^|]+) \|/gm)].flatMap(([, cell = '']) => [
      ...namesIn(cell),
    ])
    const names = typed(await createScrape(services).read())
    expect(documented.sort()).toEqual([...names].sort())
    expect(names.length).toBeGreaterThan(20)
  })

  it('of the dashboard and the rules exists', async () => {
    const names = new Set(typed(await createScrape(services).read()))
    const queries = readPanels().flatMap(({ targets }) => targets.map(({ expr }) => expr))
    const used = [...namesIn(queries.join('\n'))]
    for (const name of [...used, ...namesIn(rules.replace(/^ *annotations:.*\n.*$/gm, ''))]) {
      expect(names, name).toContain(name.replace(/(?<=seconds|size)_(bucket|sum|count)$/, ''))
    }
    expect(used.length).toBeGreaterThan(10)
  })

  it('of an alert is explained', () => {
    const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name)
    expect([...docs.matchAll(/^\| `(Latchkey\w+)` \|/gm)].map(([, name]) => name)).toEqual(alerts)
  })
})

/** The reason to skip a test with Prometheus' own programs. */
const missing =
  spawnSync('promtool', ['--version']).status === 0 ? undefined : 'promtool isn’t installed (Debian: prometheus)'

describe('with Prometheus itself', () => {
  beforeEach(({ skip }) => skip(missing !== undefined, missing))

  it('promtool accepts the metrics', async () => {
    measureRequests('/auth/v1/token')
    const input = await createScrape(services).read()
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' })
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
    const bad = spawnSync('promtool', ['check', 'metrics'], { input: '# TYPE x_total gauge\nx_total 1\n' })
    expect(bad.status).not.toBe(0)
  })

  it('promtool accepts the rules and the configuration', () => {
    const { status, stdout } = spawnSync('promtool', ['check', 'config', 'deploy/prometheus/prometheus.yml'])
    expect({ status, text: String(stdout) }).toEqual({ status: 0, text: expect.stringContaining('rules found') })
  })

  it('Prometheus answers every query of the dashboard', async () => {
    const target = createServer(createMetricsListener(services, createScrape(services)))
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void target.close().closeAllConnections())
    await using prometheus = await startPrometheus({ port: (target.address() as AddressInfo).port, everySeconds: 1 })
    logRefusal(services, new Refusal('grant_used'), { address: '203.0.113.9', requestId: 'req_x' })
    const targets = readPanels().flatMap(({ title, targets }) => targets.map((each) => ({ title, ...each })))
    const listSilent = async () => {
      measureRequests('/auth/v1/token').add('2xx', 0.02)
      await makeTestKey(services)
      const end = Date.now() / secondMs
      const silent = await Promise.all(
        targets.map(async (each) => {
          const lines = await queryTarget(prometheus, each, { start: end - 5, end, step: 1 })
          for (const { name } of lines) expect(name).not.toContain('{{')
          return lines.length === 0 ? [`${each.title} ${each.refId}`] : []
        }),
      )
      return silent.flat()
    }
    const title = 'SQLite writes per commit, PostgreSQL connections'
    const ofOtherEngine = testEngine() === 'sqlite' ? [`${title} B`, `${title} C`] : [`${title} A`]
    await expect.poll(listSilent, { timeout: 30_000 }).toEqual(ofOtherEngine)
  })
})
