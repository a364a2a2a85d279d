import type { Socket } from 'node:net'
import type { SmtpStage } from '#lib/foundation/mails/mail.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { isLoopbackHost } from '#lib/kernel/env.ts'
import type { SmtpServer } from '#lib/kernel/smtp-url.ts'

/** Where the conversation stands. */
export type Progress = { stage: SmtpStage }

export type SmtpConnection = Readonly<{
  /** TLS, greeting and authentication. */
  open: () => Promise<void>
  send: (envelope: Readonly<{ from: string; to: string[]; size: number }>, content: Buffer) => Promise<void>
  /** Says goodbye and closes. */
  quit: () => void
  close: () => void
}>

type Options = Readonly<{ socket: Socket; name: string; progress: Progress }>

/**
 * Speaks SMTP over an open socket. nodemailer is loaded only then. A password crosses a network only inside TLS, and a
 * certificate is always verified, on loopback too; only there may a server that offers no TLS get the password.
 */
export async function createSmtpConnection(
  { host, port, secure, credentials }: SmtpServer,
  { socket, name, progress }: Options,
): Promise<SmtpConnection> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  const isLocal = isLoopbackHost(host) || host === '::1'
  const connection = new Connection({
    ...{ host, port, secure, name, connection: socket },
    // Also for a goodbye that is never answered.
    socketTimeout: 30 * secondMs,
    // A server that offers STARTTLS is held to it: a connection that can't be encrypted fails.
    requireTLS: !secure && !isLocal && credentials !== undefined,
    transactionLog: true,
    logger: createStageWatch(progress),
  })
  // After the first error the connection is closed, and later ones are of no interest.
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  connection.on('error', failed.reject)
  connection.on('end', () => failed.reject(new Error('the mail server closed the connection')))
  const run = (start: (done: (error?: Error | null) => void) => void) => {
    const finished = Promise.withResolvers<void>()
    start((error) => (error ? finished.reject(error) : finished.resolve()))
    return Promise.race([finished.promise, failed.promise])
  }
  return {
    open: async () => {
      await run((done) => connection.connect(done))
      if (!credentials) return
      progress.stage = 'authentication'
      const { user, password } = credentials
      await run((done) => connection.login({ credentials: { user, pass: password } }, done))
    },
    send: (envelope, content) => {
      progress.stage = 'sender'
      return run((done) => connection.send(envelope, content, done))
    },
    quit: () => connection.quit(),
    close: () => connection.close(),
  }
}

const stages: Readonly<Record<string, SmtpStage>> = {
  EHLO: 'connect',
  STARTTLS: 'tls',
  AUTH: 'authentication',
  MAIL: 'sender',
  RCPT: 'recipient',
  DATA: 'message',
}

/** The stage of a command, such as `RCPT TO`; `undefined` if the command belongs to no stage. */
export function findStage(command: string | undefined): SmtpStage | undefined {
  return stages[/^[A-Z]+/.exec(command ?? '')?.[0] ?? '']
}

/**
 * Follows the commands that wait for their response: several are sent at once (RFC 2920), and of a connection that dies
 * or hangs, nodemailer's error says only `CONN`. For all other errors, it names the command.
 */
function createStageWatch(progress: Progress) {
  const ignore = () => undefined
  const waiting: SmtpStage[] = []
  return {
    ...{ trace: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore },
    debug: ({ tnx }: { tnx?: string }, text: unknown) => {
      if (tnx === 'client') waiting.push(findStage(String(text)) ?? waiting.at(-1) ?? progress.stage)
      // The greeting: TLS from the start has succeeded.
      else if (tnx === 'server' && waiting.length === 0 && progress.stage === 'tls') progress.stage = 'connect'
      else if (tnx === 'server') waiting.shift()
      progress.stage = waiting[0] ?? progress.stage
    },
  }
}
