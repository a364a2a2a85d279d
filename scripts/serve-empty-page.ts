import { createServer } from 'node:http'
import next from 'next'
import { compressing } from '../lib/web/gateway/compress.ts'

/** Serves a built Next application, compressed as the product is. Arguments: its folder and the port. */
const [dir = '', port] = process.argv.slice(2)
const app = next({ dir, dev: false, hostname: 'localhost', port: Number(port) })
await app.prepare()
const handle = app.getRequestHandler()
createServer(compressing((request, response) => void handle(request, response))).listen(Number(port))
