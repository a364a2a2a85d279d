import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { measureBacklog } from '#lib/domain/events/journal/store.ts'
import { countExpiringKeys } from '#lib/domain/keys/api-keys/store.ts'
import { readHashLoad } from '#lib/domain/people/passwords/password-hash.ts'
import type { Services } from '#lib/foundation/services.ts'
import { dayMs, secondMs } from '#lib/kernel/clock.ts'
import { measurements } from '#lib/kernel/measurements.ts'
import { runWithWaitBudget } from '#lib/kernel/wait-budget.ts'
import { CountedHistogram } from '#lib/server/metrics/counted-histogram.ts'

/** The metrics of this process in Prometheus' text format. */
export type Scrape = Readonly<{ contentType: string; read: () => Promise<string> }>

/** How long one scrape may wait for the database; Prometheus itself gives up after 10 s. */
const waitLimitMs = 4 * secondMs
const expiringWithinMs = 30 * dayMs
const expiringCountedEveryMs = 30 * secondMs
/** Of prom-client's defaults those that `promtool` accepts, without gauges that name the classes of Node.js. */
const processMetrics = [
  'process_cpu_user_seconds_total',
  'process_cpu_system_seconds_total',
  'process_cpu_seconds_total',
  'process_start_time_seconds',
  'process_resident_memory_bytes',
  'process_open_fds',
  'process_max_fds',
  'nodejs_eventloop_lag_seconds',
  'nodejs_eventloop_lag_p50_seconds',
  'nodejs_eventloop_lag_p99_seconds',
  'nodejs_eventloop_lag_max_seconds',
  'nodejs_heap_size_total_bytes',
  'nodejs_heap_size_used_bytes',
  'nodejs_external_memory_bytes',
  'nodejs_gc_duration_seconds',
  'nodejs_version_info',
]

/** prom-client's timer and observers can't be stopped: once per process. They don't keep it running. */
let defaults: Registry | undefined

/** Reads the metrics of this process; the database is asked only then. Concurrent scrapes share one result. */
export function createScrape(services: Services): Scrape {
  const registry = new Registry()
  addProcessMetrics(registry)
  addCounts(registry)
  addLoad(registry)
  const readDatabase = addDatabaseMetrics(registry, services)
  let running: Promise<string> | undefined
  const read = async () => {
    await runWithWaitBudget(waitLimitMs, readDatabase)
    return registry.metrics()
  }
  return {
    contentType: registry.contentType,
    read: () => {
      running ??= read().finally(() => {
        running = undefined
      })
      return running
    },
  }
}

function addProcessMetrics(registry: Registry): void {
  if (!defaults) {
    defaults = new Registry()
    collectDefaultMetrics({ register: defaults })
  }
  for (const name of processMetrics) {
    const metric = defaults.getSingleMetric(name)
    if (metric) registry.registerMetric(metric)
  }
}

/** What the process counts anyway. */
function addCounts(registry: Registry): void {
  const registers = [registry]
  new Counter({
    name: 'latchkey_requests_total',
    help: 'Requests by endpoint and by the class of their status.',
    labelNames: ['endpoint', 'status'],
    registers,
    collect() {
      this.reset()
      for (const [endpoint, { outcomes }] of measurements.requests) {
        for (const [status, count] of Object.entries(outcomes)) this.inc({ endpoint, status }, count)
      }
    },
  })
  registry.registerMetric(
    new CountedHistogram({
      name: 'latchkey_request_duration_seconds',
      help: 'Time from the head of a request to the end of its response.',
      labelNames: ['endpoint'],
      *read() {
        for (const [endpoint, { seconds }] of measurements.requests) yield [{ endpoint }, seconds]
      },
    }),
  )
  new Counter({
    name: 'latchkey_refusals_total',
    help: 'Refused requests by code.',
    labelNames: ['code'],
    registers,
    collect() {
      this.reset()
      for (const [code, count] of measurements.refusals) this.inc({ code }, count)
    },
  })
  addOutcomes(registry, {
    name: 'latchkey_webhook_deliveries_total',
    help: 'Attempts to send an event to a webhook.',
    counts: measurements.deliveries,
  })
  addOutcomes(registry, {
    name: 'latchkey_mails_total',
    help: 'Attempts to send a mail. Deferred ones are repeated, failed ones are not.',
    counts: measurements.mails,
  })
}

type Outcomes = Readonly<{ name: string; help: string; counts: Readonly<Record<string, number>> }>

function addOutcomes(registry: Registry, { name, help, counts }: Outcomes): void {
  new Counter({
    name,
    help,
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(counts)) this.inc({ outcome }, count)
    },
  })
}

/** What is busy or waits in this process. */
function addLoad(registry: Registry): void {
  const registers = [registry]
  registry.registerMetric(
    new CountedHistogram({
      name: 'latchkey_commit_batch_size',
      help: 'Writes that share one commit of SQLite.',
      labelNames: [],
      read: () => [[{}, measurements.commitSizes]],
    }),
  )
  new Gauge({
    name: 'latchkey_password_hashes',
    help: 'Password hashes that run, and that wait for their turn.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(readHashLoad())) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'latchkey_database_connections',
    help: 'Connections to PostgreSQL.',
    labelNames: ['state'],
    registers,
    collect() {
      const pool = measurements.readPool?.()
      if (!pool) return
      this.set({ state: 'idle' }, pool.idle)
      this.set({ state: 'busy' }, pool.total - pool.idle)
    },
  })
  new Gauge({
    name: 'latchkey_database_connection_waiters',
    help: 'Statements and transactions that wait for a connection to PostgreSQL.',
    registers,
    collect() {
      this.set(measurements.readPool?.().waiting ?? 0)
    },
  })
}

/** @returns what asks the database; if it doesn't answer, what only it knows is missing from the scrape */
function addDatabaseMetrics(registry: Registry, { db, log }: Services): () => Promise<void> {
  const addGauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const up = addGauge('latchkey_database_up', 'Whether the database answered this scrape: 1 or 0.')
  const unsealed = addGauge(
    'latchkey_journal_unsealed_events',
    'Events that the journal does not have yet, counted up to 10000.',
  )
  const lag = addGauge(
    'latchkey_journal_sealing_lag_seconds',
    'Age of the oldest event that the journal does not have yet.',
  )
  const expiring = addGauge(
    'latchkey_api_keys_expiring',
    'API keys that expire within 30 days, counted at most every 30 seconds.',
  )
  let countedAt = Number.NEGATIVE_INFINITY
  return async () => {
    try {
      const backlog = await measureBacklog(db)
      unsealed.set(backlog.count)
      lag.set(backlog.ageMs / secondMs)
      if (performance.now() - countedAt >= expiringCountedEveryMs) {
        expiring.set(await countExpiringKeys(db, expiringWithinMs))
        countedAt = performance.now()
      }
      up.set(1)
    } catch (error) {
      log.warn({ error }, 'the database did not answer for the metrics')
      // `reset` would set them to 0.
      for (const gauge of [unsealed, lag, expiring]) gauge.remove()
      up.set(0)
      countedAt = Number.NEGATIVE_INFINITY
    }
  }
}
