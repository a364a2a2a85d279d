import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Failure, SmtpStage } from '#lib/foundation/mails/mail.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import type { MailSettings } from '#lib/kernel/env.ts'
import type { SmtpServer } from '#lib/kernel/smtp-url.ts'
import {
  createSmtpConnection,
  findStage,
  type Progress,
  type SmtpConnection,
} from '#lib/server/mail-delivery/smtp-connection.ts'

/** An encoded message (RFC 5322) and its recipient. */
export type Message = Readonly<{ to: string; content: Buffer }>

/** `stopped`: the signal ended it; the server may have the message all the same. */
export type SendOutcome = 'sent' | 'stopped' | Failure<SmtpStage>

export type Sending = Readonly<{
  /** The name of this server, for EHLO. */
  name: string
  signal: AbortSignal
  /** At most so long, in ms, whatever the mail server does. */
  limitMs?: number | undefined
}>

const usualLimitMs = 45 * secondMs
const maxReasonLength = 300

/** Sends one message over a connection of its own. Never throws for the mail server's sake. */
export function sendMail(
  { server, from }: MailSettings,
  { to, content }: Message,
  sending: Sending,
): Promise<SendOutcome> {
  return converse(server, sending, (connection) => connection.send({ from, to: [to], size: content.length }, content))
}

/** Connects and authenticates, without a message. */
export function tryServer({ server }: MailSettings, sending: Sending): Promise<SendOutcome> {
  return converse(server, sending, async () => undefined)
}

async function converse(
  server: SmtpServer,
  { name, signal, limitMs = usualLimitMs }: Sending,
  work: (connection: SmtpConnection) => Promise<void>,
): Promise<SendOutcome> {
  const progress: Progress = { stage: 'connect' }
  const over = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
  const socket = connect(server.port, server.host)
  // The conversation reports it. Without a listener, a late error would end the process.
  socket.on('error', () => undefined)
  try {
    await Promise.race([rejectWhen(over, limitMs), hold(server, { socket, name, progress }, work)])
    return 'sent'
  } catch (error) {
    socket.destroy()
    return signal.aborted ? 'stopped' : toFailure(error, progress.stage, server)
  }
}

async function hold(
  server: SmtpServer,
  { socket, name, progress }: Readonly<{ socket: Socket; name: string; progress: Progress }>,
  work: (connection: SmtpConnection) => Promise<void>,
): Promise<void> {
  await once(socket, 'connect')
  if (server.secure) progress.stage = 'tls'
  const connection = await createSmtpConnection(server, { socket, name, progress })
  try {
    await connection.open()
    await work(connection)
    connection.quit()
  } catch (error) {
    connection.close()
    throw error
  }
}

function rejectWhen(over: AbortSignal, limitMs: number): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(new Error(`no response within ${limitMs / secondMs} seconds`))
  if (over.aborted) end()
  else over.addEventListener('abort', end, { once: true })
  return promise
}

type SmtpError = Error & Readonly<{ command?: string; responseCode?: number; response?: string }>

/**
 * A 5xx response to the message or its addresses is final (RFC 5321 §4.2.1). To what comes before, it concerns the
 * settings, which an operator may correct.
 */
function toFailure(error: unknown, reached: SmtpStage, { credentials }: SmtpServer): Failure<SmtpStage> {
  const { message, command, response, responseCode } = error as SmtpError
  const stage = findStage(command) ?? reached
  const isOfMail = stage === 'sender' || stage === 'recipient' || stage === 'message'
  return {
    stage,
    reason: withoutPassword(response ?? message, credentials)
      .replaceAll(/\s+|\p{Cc}/gu, ' ')
      .slice(0, maxReasonLength),
    isFinal: isOfMail && responseCode !== undefined && responseCode >= 500,
  }
}

/** A server may repeat what it was sent, also in the encoding of AUTH. */
function withoutPassword(text: string, credentials: SmtpServer['credentials']): string {
  if (!credentials) return text
  const { user, password } = credentials
  const encoded = [`\0${user}\0${password}`, password].map((secret) => Buffer.from(secret).toString('base64'))
  return [...encoded, password].reduce((shown, secret) => shown.replaceAll(secret, '[secret]'), text)
}
