import { randomInt } from 'node:crypto'
import { Agent, request as sendRequest } from 'node:http'

export type Answer = Readonly<{
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}>

export type Ask = Readonly<{
  /** POST with a body and GET without, by default. */
  method?: string
  path: string
  headers?: Readonly<Record<string, string>>
  form?: Readonly<Record<string, string>>
  /** A raw body instead of a form. */
  body?: string
  /** The timeout of the whole response. */
  timeoutMs?: number
}>

/** Sends a request to an instance, to a proxy in front of several, or to the endpoints. */
export type Send = (ask: Ask) => Promise<Answer>

/** There was no response: the connection failed or timed out. The request may have taken effect. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

export const formType = 'application/x-www-form-urlencoded'

const patienceMs = 20_000

/**
 * A client with keep-alive connections. Each request has another forwarded IP address (the product trusts this machine
 * as a proxy), so that expected refusals do not reach a rate limit.
 * @param host the public host of the product, for `Host`
 */
export function createClient(port: number, host: string): Readonly<{ send: Send; close: () => void }> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 1_024 })
  return { send: (ask) => exchange(agent, { port, host }, ask), close: () => agent.destroy() }
}

function exchange(agent: Agent, { port, host }: { port: number; host: string }, ask: Ask): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const body = ask.form ? new URLSearchParams(ask.form).toString() : ask.body
  const headers = {
    Host: host,
    'X-Forwarded-For': `198.18.${randomInt(256)}.${randomInt(256)}`,
    ...(ask.form && { 'Content-Type': formType }),
    ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...ask.headers,
  }
  const method = ask.method ?? (body === undefined ? 'GET' : 'POST')
  const request = sendRequest({ agent, host: '127.0.0.1', port, method, path: ask.path, headers }, (response) => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (part) => {
      text += part
    })
    response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
    response.on('error', (error) => reject(new NoAnswer(error.message, { cause: error })))
  })
  request.setTimeout(ask.timeoutMs ?? patienceMs, () => request.destroy(new Error('no answer in time')))
  request.on('error', (error) => reject(new NoAnswer(error.message, { cause: error })))
  request.end(body)
  return promise
}
