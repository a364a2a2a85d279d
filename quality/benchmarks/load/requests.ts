import type { ServerAddress } from './plan.ts'

type Form = Readonly<Record<string, string>>
type Headers = Readonly<Record<string, string>>

/** The text of a POST request with a form (ASCII only). */
export function formRequest({ host }: ServerAddress, path: string, form: Form, headers: Headers = {}): string {
  const body = new URLSearchParams(form).toString()
  const described = {
    'Content-Type': 'application/x-www-form-urlencoded',
    ...headers,
    'Content-Length': String(body.length),
  }
  return `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${formatFields(described)}\r\n${body}`
}

/** The text of a GET request. */
export function getRequest({ host }: ServerAddress, path: string, headers: Headers = {}): string {
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${formatFields(headers)}\r\n`
}

function formatFields(headers: Headers): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}
