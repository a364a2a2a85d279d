import { Agent, type IncomingHttpHeaders, request as sendRequest } from 'node:http'
import type { IHttpRequest, IHttpResponse } from '@stoplight/prism-http'

/** Only of one connection (RFC 9110 §7.6.1), set again with the body, or for content that Prism cannot read. */
const notPassedOn = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'accept-encoding']

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/**
 * Sends a request on as it came, `Host` included, and gives the answer as it came. Prism's own way to do so follows
 * redirects, which are answers here like any other, and asks under another name.
 */
export function forward(asked: IHttpRequest, port: number): Promise<IHttpResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<IHttpResponse>()
  const query = new URLSearchParams(
    Object.entries(asked.url.query ?? {}).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
  ).toString()
  const path = query === '' ? asked.url.path : `${asked.url.path}?${query}`
  const body = bodyOf(asked.body)
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const headers = { ...withoutConnection(asked.headers ?? {}), ...length }
  const method = asked.method.toUpperCase()
  const request = sendRequest({ agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (part) => {
      text += part
    })
    response.on('end', () => resolve(toAnswer(response.statusCode ?? 0, response.headers, text)))
    response.on('error', reject)
  })
  request.on('error', reject)
  request.end(body)
  return promise
}

function bodyOf(body: unknown): string | undefined {
  if (body === null || body === undefined) return undefined
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** JSON is parsed, as it is for Prism's own answers. */
function toAnswer(statusCode: number, headers: IncomingHttpHeaders, text: string): IHttpResponse {
  const isJson = headers['content-type']?.startsWith('application/json') ?? false
  return { statusCode, headers: withoutConnection(headers), body: isJson && text !== '' ? JSON.parse(text) : text }
}

/** A header that comes twice is one for Prism, which only knows texts. */
function withoutConnection(headers: IncomingHttpHeaders): Record<string, string> {
  const left = Object.entries(headers).filter(([name]) => !notPassedOn.includes(name))
  return Object.fromEntries(left.map(([name, value]) => [name, String(value)]))
}
