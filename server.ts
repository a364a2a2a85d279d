import next from 'next'
import { claimIssuer } from '#lib/domain/events/journal/issuer.ts'
import { startSealer } from '#lib/domain/events/journal/start-sealer.ts'
import { startRefusalWriter } from '#lib/domain/events/refusals/write-refusals.ts'
import { startDeliveries } from '#lib/domain/events/webhooks/start-deliveries.ts'
import { startExcessWriter } from '#lib/domain/keys/api-keys/count-call.ts'
import { startUsageWriter } from '#lib/domain/keys/usage/write-usage.ts'
import { startHashThread } from '#lib/domain/people/passwords/password-hash.ts'
import { getServices as openServices, type Services } from '#lib/foundation/services.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { type Env, isLoopbackHost } from '#lib/kernel/env.ts'
import { startMailDelivery } from '#lib/server/mail-delivery/start-mail-delivery.ts'
import { startMaintenance } from '#lib/server/maintenance/run-maintenance.ts'
import type { Scrape } from '#lib/server/metrics/create-scrape.ts'
import { compressing } from '#lib/web/gateway/compress.ts'
import { createGateway } from '#lib/web/gateway/gateway.ts'
import { createHttpServer } from '#lib/web/gateway/http-server.ts'
import { listen } from '#lib/web/gateway/listen.ts'
import { logNextOutput } from '#lib/web/gateway/next-log.ts'
import { readPageTable } from '#lib/web/gateway/route-table.ts'
import { createMetricsListener } from '#lib/web/gateway/serve-metrics.ts'
import { closeOnSignal, endProcess, prepareClosing, type ServerProcess } from '#lib/web/gateway/shutdown.ts'

export { closeOnSignal }

/** How long requests in flight may take during shutdown. */
const graceMs = 10 * secondMs

export type ServerOptions = Readonly<{
  /** Next answers pages and endpoints, and reloads both when the code changes. */
  development?: boolean
  /** Next's route handlers answer the endpoints instead of the gateway, to compare the two. */
  endpointsBehind?: boolean
}>

/**
 * Starts the product in this process: the database, Next, and the gateway in front of it. Resolves once it serves
 * requests.
 * @throws EnvError for a bad variable, a folder that cannot be written, a port in use
 */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const { development = false, endpointsBehind = development } = options
  const services = await openServices()
  await claimIssuer(services)
  startHashThread()
  const { env } = services
  const server = createHttpServer(development)
  const closeServer = prepareClosing(server)
  if (!development) logNextOutput(services.log)
  const app = next({
    dev: development,
    dir: import.meta.dirname,
    hostname: 'localhost',
    port: env.port,
    httpServer: server,
  })
  await app.prepare()
  const scrape = await openScrape(services)
  const handle = app.getRequestHandler()
  server.on(
    'request',
    createGateway(services, {
      handle: compressing((request, response) => void handle(request, response)),
      development,
      endpointsBehind,
      // In development only Next's router knows the pages.
      isPage: development ? () => true : readPageTable(import.meta.dirname),
      scrape,
    }),
  )
  await listen(server, env, 'PORT')
  const closeMetrics = await startMetricsServer(services, scrape)
  nameOwnOrigin(env)
  const background = [
    startMaintenance(services),
    startSealer(services),
    startDeliveries(services),
    startMailDelivery(services),
    startExcessWriter(services),
  ]
  const close = async (forMs: number) => {
    // The last scrape may see how the process ends.
    await closeServer(forMs)
    await closeMetrics?.(0)
  }
  const writers = [startUsageWriter(services), startRefusalWriter(services)]
  const open = { services, background, writers, closeServer: close }
  // The development server's web sockets never close by themselves.
  return { services, close: () => endProcess(open, development ? 0 : graceMs) }
}

/** Starts the product until SIGTERM or SIGINT ends it with its process. */
export async function startProduct(): Promise<Readonly<{ services: Services; end: () => void }>> {
  const running = await startServer()
  return { services: running.services, end: closeOnSignal(running) }
}

/** Node.js strips the types of `next.config.ts`; otherwise Next would load its compiler to read it. */
// biome-ignore lint/style/noProcessEnv: Next takes it in no other way.
process.env.__NEXT_NODE_NATIVE_TS_LOADER_ENABLED = 'true'

/**
 * After a Server Action redirects, Next fetches the target page from this server. It must use a local address, because
 * the public origin may not be reachable from this machine.
 */
function nameOwnOrigin({ baseUrl, host, port }: Env): void {
  const isLocal = isLoopbackHost(new URL(baseUrl).hostname)
  const address = host?.includes(':') ? `[${host}]` : (host ?? '127.0.0.1')
  // biome-ignore lint/style/noProcessEnv: Next takes it in no other way.
  process.env.__NEXT_PRIVATE_ORIGIN = isLocal ? baseUrl : `http://${address}:${port}`
}

/** prom-client costs memory: it is loaded only for metrics. */
async function openScrape(services: Services): Promise<Scrape | undefined> {
  const { metricsPort, metricsToken } = services.env
  if (metricsPort === undefined && metricsToken === undefined) return undefined
  return (await import('#lib/server/metrics/create-scrape.ts')).createScrape(services)
}

/** @returns what closes it; undefined without `METRICS_PORT` */
async function startMetricsServer(services: Services, scrape: Scrape | undefined) {
  if (!scrape || services.env.metricsPort === undefined) return undefined
  const server = createHttpServer(false)
  const close = prepareClosing(server)
  server.on('request', createMetricsListener(services, scrape))
  await listen(server, { port: services.env.metricsPort, host: services.env.host }, 'METRICS_PORT')
  return close
}
