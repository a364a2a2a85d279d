import { type IncomingMessage, type RequestListener, type ServerOptions, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { createGateway, type GatewayOptions } from '#lib/web/gateway/gateway.ts'
import { createHttpServer } from '#lib/web/gateway/http-server.ts'

type Answer = { status: number; headers: IncomingMessage['headers']; body: string }
type Ask = { method?: string; path?: string; headers?: Record<string, string>; body?: string }

/** What the handler behind the front was given. */
type Seen = { method: string; url: string; headers: IncomingMessage['headers'] }

export type TestFront = Readonly<{
  services: TestServices
  seen: readonly Seen[]
  port: number
  ask: (asked: Ask) => Promise<Answer>
}>

type Behind = Partial<
  Pick<GatewayOptions, 'handle' | 'endpointsBehind' | 'isPage'> & Readonly<{ limits: ServerOptions }>
>

const answerHandled: RequestListener = (_request, response) => void response.end('handled')

/**
 * The front before a handler that notes what gets through to it, listening until the test is over.
 * @param variables environment variables besides those of the test services
 * @param behind what stands behind it, by default something that answers every request, whether that answers the
 *   endpoints, too, and other limits of the server
 */
export async function openFront(
  variables: Record<string, string>,
  { handle = answerHandled, endpointsBehind = false, isPage = () => true, limits = {} }: Behind = {},
): Promise<TestFront> {
  const services = await openTestServices(variables)
  const seen: Seen[] = []
  const server = createHttpServer(false, limits)
  server.on(
    'request',
    createGateway(services, {
      handle: (request, response) => {
        seen.push({ method: request.method ?? '', url: request.url ?? '', headers: { ...request.headers } })
        handle(request, response)
      },
      development: false,
      endpointsBehind,
      isPage,
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { services, seen, port, ask: (asked) => send(port, asked) }
}

function send(port: number, { method = 'GET', path = '/', headers = {}, body: sent }: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = sendRequest({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    request.on('error', reject)
    request.end(sent)
  })
}
