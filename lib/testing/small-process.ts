import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startRefusalWriter } from '#lib/domain/events/refusals/write-refusals.ts'
import { startUsageWriter } from '#lib/domain/keys/usage/write-usage.ts'
import { runProcesses } from '#lib/foundation/processes/run-processes.ts'
import { getServices, type Services } from '#lib/foundation/services.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { startMaintenance } from '#lib/server/maintenance/run-maintenance.ts'
import { createGateway } from '#lib/web/gateway/gateway.ts'
import { closeOnSignal, endProcess, prepareClosing } from '#lib/web/gateway/shutdown.ts'

// The product with something small in the place of its pages, for tests that end it. The first argument is its grace in
// milliseconds. It prints its port, and the path of each page request that it begins to answer.

await runProcesses(readEnv(), {
  script: import.meta.filename,
  start: async () => {
    const services = await getServices()
    const server = createServer({ keepAliveTimeout: 60_000 })
    const closeServer = prepareClosing(server)
    server.on(
      'request',
      createGateway(services, {
        handle: (request, response) => void answer(services, request, response),
        development: false,
        endpointsBehind: false,
        isPage: () => true,
      }),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const pace = { intervalMs: 200, batchDelayMs: 0 }
    const open = {
      services,
      background: [startMaintenance(services, pace)],
      writers: [startUsageWriter(services), startRefusalWriter(services)],
      closeServer,
    }
    const close = () => endProcess(open, Number(process.argv[2]))
    return { server, end: closeOnSignal({ services, close }) }
  },
  announce: async ({ server }) => say((server.address() as AddressInfo).port),
})

async function answer({ db }: Services, { url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  say(url)
  // Longer than ending would take if nothing was in flight.
  if (url === '/slow') await sleep(700)
  if (url === '/never') return
  await db
    .insertInto('settings')
    .values({ name: `answered ${url}`, value: 'x'.repeat(10_000) })
    .execute()
  response.end('answered')
}

function say(line: string | number): void {
  process.stdout.write(`${line}\n`)
}
