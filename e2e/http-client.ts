import { randomInt } from 'node:crypto'
import { Agent, request as sendRequest } from 'node:http'
import { expect, product } from './fixtures.ts'

export type Answer = Readonly<{ status: number; headers: Record<string, string | string[] | undefined>; body: string }>
export type Asked = Readonly<{
  /** The shared product unless told otherwise. */
  baseUrl?: string
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: string
  /** The local IP address to connect from. */
  localAddress?: string
}>

export const formType = { 'Content-Type': 'application/x-www-form-urlencoded' }

/**
 * An HTTP client that sends exactly what it is told: no defaults, no redirects, the raw path. Each request has a
 * connection of its own: what a server left unread of one would be a part of the next.
 */
export function ask(asked: Asked): Promise<Answer> {
  const { baseUrl = product.baseUrl, method = 'POST', path = '/auth/v1/token', headers = {}, body } = asked
  const { localAddress } = asked
  const { hostname, port } = new URL(baseUrl)
  const from = `203.0.113.${randomInt(1, 255)}`
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const sent = { 'X-Forwarded-For': from, ...length, ...headers }
  const agent = new Agent({ keepAlive: true })
  const to = { agent, hostname, port, path, method, localAddress }
  const answer = new Promise<Answer>((resolve, reject) => {
    const request = sendRequest({ ...to, headers: sent }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
    })
    request.on('error', reject)
    request.end(body)
  })
  return answer.finally(() => agent.destroy())
}

/** Encodes fields as a browser's form does. */
export function form(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString()
}

/** Asserts a whole error response: three members, the request ID of the header, no-store. */
export function expectRefusal(answer: Answer, status: number, error: string): void {
  expect(answer.status).toBe(status)
  const body = JSON.parse(answer.body)
  expect(Object.keys(body).sort()).toEqual(['error', 'error_description', 'requestId'])
  expect(body.error).toBe(error)
  expect(answer.headers['x-request-id']).toBe(body.requestId)
  expectCommonHeaders(answer)
}

/** The headers of every response of both endpoints. */
export function expectCommonHeaders({ headers }: Answer): void {
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    pragma: 'no-cache',
    'x-content-type-options': 'nosniff',
  })
  expect(headers['x-request-id']).toMatch(/^req_[0-9A-Za-z]{20}$/)
  expect(headers['set-cookie']).toBeUndefined()
}
