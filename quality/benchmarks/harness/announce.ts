import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Listens on a free port, and sends the parent process the port and other facts. */
export function announce(server: Server, facts: Readonly<Record<string, unknown>> = {}): void {
  server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
    process.send?.({ port: (server.address() as AddressInfo).port, ...facts })
  })
  process.on('SIGTERM', () => process.exit(0))
}
