import { randomInt } from 'node:crypto'
import { connect } from 'node:net'
import type { RawRequest } from '../checks/raw-request.ts'

export type RawAnswer = Readonly<{ status: number; headers: ReadonlyMap<string, string>; body: string }>

const patienceMs = 30_000

/**
 * Writes a request to a connection of its own, as it is, and reads the answer to its end. Each request comes from
 * another client network: the product is told to trust this machine as a proxy.
 */
export function sendRaw(port: number, host: string, request: RawRequest): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const body = Buffer.from(request.body, 'latin1')
  const headers = [
    ['Host', host],
    ['Connection', 'close'],
    ['X-Forwarded-For', `198.${18 + randomInt(2)}.${randomInt(256)}.${randomInt(256)}`],
    ['Content-Length', String(body.length)],
    ...request.headers,
  ]
  const lines = [`${request.method} ${request.path} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  const socket = connect({ port, host: '127.0.0.1' })
  const parts: (string | Buffer)[] = []
  socket.setEncoding('latin1').setTimeout(patienceMs, () => socket.destroy(new Error(`no answer to ${lines[0]}`)))
  socket.on('data', (part) => parts.push(part))
  // A server that has answered may reset a connection whose request goes on.
  socket.on('error', (error) =>
    parts.join('').includes('\r\n\r\n') ? resolve(readAnswer(parts.join(''))) : reject(error),
  )
  socket.on('end', () => resolve(readAnswer(parts.join(''))))
  socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]))
  return promise
}

function readAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = lines.map((each) => {
    const at = each.indexOf(':')
    return [each.slice(0, at).toLowerCase(), each.slice(at + 1).trim()] as const
  })
  return { status: Number(line.split(' ')[1]), headers: new Map(headers), body: rest.join('\r\n\r\n') }
}
