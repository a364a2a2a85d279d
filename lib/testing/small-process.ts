import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeOnSignal, endProcess } from '#lib/gateway/end-process.ts'
import { createGateway } from '#lib/gateway/gateway.ts'
import { prepareClosing } from '#lib/gateway/shutdown.ts'
import { startHousekeeping } from '#lib/maintenance/start-housekeeping.ts'
import { getServices as openServices } from '#lib/services.ts'

// A process of the product with something small in the place of its pages, for tests that end it. The first argument
// is its grace in milliseconds. It prints its port, and the path of each request that it has begun to answer.

const services = await openServices()
const server = createServer({ keepAliveTimeout: 60_000 })
const closeServer = prepareClosing(server)
server.on(
  'request',
  createGateway(services, {
    handle: (request, response) => void answer(request, response),
    development: false,
    endpointsBehind: false,
    isPage: () => true,
  }),
)
server.listen(0, '127.0.0.1', () => say((server.address() as AddressInfo).port))
const open = { services, housekeeping: startHousekeeping(services), closeServer }
const close = () => endProcess(open, Number(process.argv[2]))
closeOnSignal({ services, close: process.argv[3] === 'broken' ? () => Promise.reject(new Error('no order')) : close })

async function answer({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  say(url)
  // Longer than ending would take if nothing was in flight.
  if (url === '/slow') await sleep(700)
  if (url === '/never') return
  await services.db
    .insertInto('settings')
    .values({ name: `answered ${url}`, value: 'x'.repeat(10_000) })
    .execute()
  response.end('answered')
}

function say(line: string | number): void {
  process.stdout.write(`${line}\n`)
}
