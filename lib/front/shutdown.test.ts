import { Agent, createServer, type Server, type ServerResponse, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { closeServer } from '#lib/front/shutdown.ts'

type InFlight = Readonly<{ server: Server; response: ServerResponse; answer: Promise<string> }>

/** A server with one request in flight on a connection that is kept alive. */
async function openInFlight(): Promise<InFlight> {
  const arrived = Promise.withResolvers<ServerResponse>()
  const server = createServer({ keepAliveTimeout: 60_000 }, (_request, response) => arrived.resolve(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const answer = new Promise<string>((resolve) => {
    const request = sendRequest({ host: '127.0.0.1', port, agent }, (incoming) => {
      let body = ''
      incoming.on('data', (chunk) => {
        body += chunk
      })
      incoming.on('end', () => resolve(body))
    })
    request.on('error', (error) => resolve(`ended: ${'code' in error ? error.code : error.message}`))
    request.end()
  })
  return { server, response: await arrived.promise, answer }
}

describe('closing the server', () => {
  it('lets a request in flight finish, and does not wait for the connection it kept alive', async () => {
    const { server, response, answer } = await openInFlight()
    const closed = closeServer(server, 30_000)
    response.end('finished')
    expect(await answer).toBe('finished')
    await closed
    expect(server.listening).toBe(false)
  })

  it('ends what is left when the grace is over', async () => {
    const { server, answer } = await openInFlight()
    await closeServer(server, 50)
    expect(await answer).toBe('ended: ECONNRESET')
  })
})
