import { createServer } from 'node:http'
import { join } from 'node:path'
import next from 'next'
import { announce } from '../harness/announce.ts'

// Next in production behind a plain server, as in the product, without the gateway.

const server = createServer({ keepAliveTimeout: 75_000 })
const app = next({
  dev: false,
  dir: join(import.meta.dirname, '../bare-next'),
  hostname: 'localhost',
  httpServer: server,
})
await app.prepare()
const handle = app.getRequestHandler()
server.on('request', (request, response) => void handle(request, response))
announce(server)
