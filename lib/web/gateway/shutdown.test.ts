import { Agent, createServer, type IncomingHttpHeaders, type ServerResponse, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { prepareClosing } from '#lib/web/gateway/shutdown.ts'

type Answer = Readonly<{ body: string; headers: IncomingHttpHeaders }>

type InFlight = Readonly<{
  close: (graceMs: number) => Promise<void>
  response: ServerResponse
  answer: Promise<Answer>
}>

/** A server, and a client that keeps its one connection alive. */
async function openServer() {
  const arrived = Promise.withResolvers<ServerResponse>()
  const server = createServer({ keepAliveTimeout: 60_000 })
  const close = prepareClosing(server)
  server.on('request', (_request, response) => arrived.resolve(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  return { server, close, arrived: arrived.promise, ask: (by: Agent | false = agent) => ask(port, by) }
}

function ask(port: number, agent: Agent | false): Promise<Answer> {
  return new Promise<Answer>((resolve) => {
    const request = sendRequest({ host: '127.0.0.1', port, agent }, (incoming) => {
      let body = ''
      incoming.on('data', (chunk) => {
        body += chunk
      })
      incoming.on('end', () => resolve({ body, headers: incoming.headers }))
    })
    request.on('error', (error) => {
      resolve({ body: `ended: ${'code' in error ? error.code : error.message}`, headers: {} })
    })
    request.end()
  })
}

/** A server with one request in flight on a connection that is kept alive. */
async function openInFlight(): Promise<InFlight> {
  const { close, arrived, ask } = await openServer()
  const answer = ask()
  return { close, response: await arrived, answer }
}

describe('a graceful shutdown', () => {
  it('lets a request in flight finish, with Connection: close', async () => {
    const { close, response, answer } = await openInFlight()
    const closed = close(30_000)
    response.end('finished')
    expect(await answer).toMatchObject({ body: 'finished', headers: { connection: 'close' } })
    await closed
  })

  it('does not wait for a keep-alive connection whose response had begun', async () => {
    const { close, response, answer } = await openInFlight()
    response.write('fin')
    const closed = close(30_000)
    response.end('ished')
    expect(await answer).toMatchObject({ body: 'finished', headers: { connection: 'keep-alive' } })
    await closed
  })

  it('still serves idle connections for a moment, because a proxy may be about to use one', async () => {
    const { server, close, ask } = await openServer()
    server.on('request', (_request, response) => response.end('answered'))
    expect(await ask()).toMatchObject({ body: 'answered', headers: { connection: 'keep-alive' } })
    const closed = close(30_000)
    expect((await ask(false)).body).toBe('ended: ECONNREFUSED')
    expect(await ask()).toMatchObject({ body: 'answered', headers: { connection: 'close' } })
    await closed
  })

  it('ends remaining connections after the grace period', async () => {
    const { close, answer } = await openInFlight()
    await close(50)
    expect((await answer).body).toBe('ended: ECONNRESET')
  })
})
