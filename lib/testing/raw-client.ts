import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A client that writes bytes as it likes. */
export type RawClient = Readonly<{
  socket: Socket
  /** Everything that has come so far. */
  received: () => string
  /** Resolves once the server has ended the connection, to everything that has come. */
  ended: Promise<string>
}>

/** Connects, and sends this; the connection ends with the test at the latest. */
export async function connectRaw(port: number, sent = ''): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk
  })
  // A reset is an end, too.
  socket.on('error', () => socket.destroy())
  const ended = new Promise<string>((resolve) => {
    socket.once('end', () => resolve(text))
    socket.once('close', () => resolve(text))
  })
  await once(socket, 'connect')
  socket.write(sent)
  return { socket, received: () => text, ended }
}

/** A request line and headers, the body to follow. */
export function head(line: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line}\r\nHost: login.example.com\r\n${lines.join('')}\r\n`
}
