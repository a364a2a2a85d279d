import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openCommandServices, type Services } from '#lib/foundation/services.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { createGateway } from '#lib/web/gateway/gateway.ts'
import { createHttpServer } from '#lib/web/gateway/http-server.ts'

export type ListeningServer = Readonly<{ url: string; close: () => Promise<void> }>

/** A server on a free port of this machine. */
export async function listen(handle: RequestListener, server: Server = createServer()): Promise<ListeningServer> {
  server.on('request', handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

export type ProductServer = ListeningServer & Readonly<{ services: Services }>

/** The product with the database of a data folder, without its pages. */
export async function serveDataFolder(dataDir: string): Promise<ProductServer> {
  const services = await openCommandServices({ ...readEnv({ DATA_DIR: dataDir }), logLevel: 'silent' })
  const handle: RequestListener = (_request, response) => void response.writeHead(404).end()
  const gateway = createGateway(services, { handle, development: false, endpointsBehind: false, isPage: () => false })
  const { url, close } = await listen(gateway, createHttpServer(false))
  return {
    url,
    services,
    close: async () => {
      await close()
      await services.db.destroy()
    },
  }
}

/** An access token with every scope of a key. */
export async function requestToken(url: string, key: Readonly<{ keyId: string; secret: string }>): Promise<string> {
  const fields = { grantType: 'client_credentials', clientId: key.keyId, clientSecret: key.secret }
  const response = await fetch(`${url}/auth/v1/token`, { method: 'POST', body: new URLSearchParams(fields) })
  const { accessToken }: { accessToken: string } = await response.json()
  return accessToken
}
