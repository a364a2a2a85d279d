import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectRaw, head } from '#lib/testing/raw-client.ts'
import { createHttpServer } from '#lib/web/gateway/http-server.ts'

/** Accepts every upgrade, as Next does. */
async function listen(server: Server): Promise<number> {
  server.on('request', (_request, response) => response.end('answered'))
  server.on('upgrade', (_request, socket) => socket.end('taken'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

describe('an Upgrade header', () => {
  it.each(['h2c', 'websocket'])('is ignored, and the request is served: %s', async (upgrade) => {
    const port = await listen(createHttpServer(false))
    const headers = { Connection: 'Upgrade, HTTP2-Settings, close', Upgrade: upgrade, 'HTTP2-Settings': 'AAMAAABk' }
    const client = await connectRaw(port, head('GET /livez HTTP/1.1', headers))
    expect(await client.ended).toMatch(/^HTTP\/1\.1 200 OK.*answered$/s)
  })

  it('is accepted in development', async () => {
    const port = await listen(createHttpServer(true))
    const client = await connectRaw(port, head('GET /hmr HTTP/1.1', { Connection: 'Upgrade', Upgrade: 'websocket' }))
    expect(await client.ended).toBe('taken')
  })
})

describe('a silent connection', () => {
  it('ends after two minutes, but not in development', () => {
    expect(createHttpServer(false).timeout).toBe(120_000)
    expect(createHttpServer(true).timeout).toBe(0)
  })
})
