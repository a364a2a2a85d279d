import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A message as the server took it. */
export type ReceivedMail = Readonly<{
  from: string
  to: readonly string[]
  secure: boolean
  /** Who authenticated; empty without. */
  user: string
  source: string
  header: (name: string) => string | undefined
  /** The decoded part of this type. */
  part: (type: 'text/plain' | 'text/html') => string
}>

type MailServer = Readonly<{
  port: number
  /** `SMTP_URL` and `MAIL_FROM`. */
  variables: Readonly<{ SMTP_URL: string; MAIL_FROM: string }>
  received: ReceivedMail[]
  close: () => void
}>

/** Handlers of smtp-server, and the host to listen at: one other than 127.0.0.1 counts as remote. */
type Options = SMTPServerOptions & Readonly<{ host?: string; credentials?: string; until?: 'test' | 'closed' }>

/** An SMTP server in this process that remembers its messages, until the end of the test or until it is closed. */
export async function startMailServer({
  host = '127.0.0.1',
  credentials = '',
  until = 'test',
  ...options
}: Options = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData: async (stream, { envelope, secure, user }, done) => {
      const source = await text(stream)
      received.push({
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        to: envelope.rcptTo.map(({ address }) => address),
        secure,
        user: String(user ?? ''),
        ...readSource(source),
      })
      done()
    },
    ...options,
  })
  server.on('error', () => undefined)
  const { server: listener } = server
  server.listen(0, host)
  await once(listener, 'listening')
  const close = () => {
    for (const connection of server.connections) connection.close()
    server.close()
  }
  if (until === 'test') onTestFinished(close)
  const { port } = listener.address() as AddressInfo
  const SMTP_URL = `smtp${options.secure ? 's' : ''}://${credentials && `${credentials}@`}${host}:${port}`
  return { port, received, close, variables: { SMTP_URL, MAIL_FROM: 'latchkey@example.com' } }
}

/** A refusal with this status, for a handler. */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

function readSource(source: string): Pick<ReceivedMail, 'source' | 'header' | 'part'> {
  const [head = ''] = source.split('\r\n\r\n', 1)
  const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ')
  return {
    source,
    header: (name) => new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1],
    part: (type) => {
      const [, encoding = '', body = ''] =
        new RegExp(`Content-Type: ${type}[^]*?Content-Transfer-Encoding: (\\S+)[^]*?\\r\\n\\r\\n([^]*?)\\r\\n--`).exec(
          source,
        ) ?? []
      return encoding === 'base64' ? Buffer.from(body, 'base64').toString() : decodeQuotedPrintable(body)
    },
  }
}

/** RFC 2045 §6.7. */
function decodeQuotedPrintable(body: string): string {
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n')
}
