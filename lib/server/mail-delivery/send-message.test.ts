import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readEnv } from '#lib/kernel/env.ts'
import { sendMail, tryServer } from '#lib/server/mail-delivery/send-message.ts'
import { refusal, startMailServer } from '#lib/testing/mail-server.ts'

const content = Buffer.from('Subject: Plums\r\n\r\nSeven.\r\n')

function settingsOf(variables: Readonly<Record<string, string>>) {
  const { mail } = readEnv({ ...variables })
  if (!mail) throw new Error('no mail')
  return mail
}

function send(variables: Readonly<Record<string, string>>, limitMs?: number) {
  const sending = { name: 'login.example.com', signal: new AbortController().signal, limitMs }
  return sendMail(settingsOf(variables), { to: 'anna@example.org', content }, sending)
}

const limit = 'no response within 1.5 seconds'

it('sends a message with its envelope', async () => {
  const { variables, received } = await startMailServer()
  expect(await send(variables)).toBe('sent')
  expect(received).toMatchObject([{ from: 'latchkey@example.com', to: ['anna@example.org'], secure: false, user: '' }])
})

it('authenticates on loopback', async () => {
  const { variables, received } = await startMailServer({ credentials: 'plum:ripe%20%26%20sweet' })
  expect(await send(variables)).toBe('sent')
  expect(received).toMatchObject([{ user: 'plum' }])
})

describe('names the stage that failed, and whether another attempt can succeed', () => {
  it('connect, when nothing listens', async () => {
    const result = await send({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.com' })
    expect(result).toEqual({ stage: 'connect', reason: 'connect ECONNREFUSED 127.0.0.1:1', isFinal: false })
  })

  it('connect, when the greeting is a refusal', async () => {
    const { variables } = await startMailServer({ onConnect: (_, done) => done(refusal(554, 'No mail here')) })
    expect(await send(variables)).toEqual({ stage: 'connect', reason: '554 No mail here', isFinal: false })
  })

  it('connect and tls, when the server hangs from the start', async () => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    const { port } = await new Promise<{ port: number }>((resolve) =>
      server.once('listening', () => resolve(server.address() as { port: number })),
    )
    const results = ['smtp', 'smtps'].map((protocol) =>
      send({ SMTP_URL: `${protocol}://127.0.0.1:${port}`, MAIL_FROM: 'a@example.com' }, 1_500),
    )
    const expected = ['connect', 'tls'].map((stage) => ({ stage, reason: limit, isFinal: false }))
    expect(await Promise.all(results)).toEqual(expected)
  })

  it('authentication, without the password in its reason', async () => {
    const password = 'seven-ripe-plums'
    const plain = Buffer.from(`\0plum\0${password}`).toString('base64')
    const { variables } = await startMailServer({
      credentials: `plum:${password}`,
      onAuth: (_auth, _session, done) => done(refusal(535, `Not with ${password} or ${plain}`)),
    })
    const result = await send(variables)
    expect(result).toEqual({ stage: 'authentication', reason: '535 Not with [secret] or [secret]', isFinal: false })
  })

  it.each([
    ['sender', 'onMailFrom', 451],
    ['sender', 'onMailFrom', 550],
    ['recipient', 'onRcptTo', 450],
    ['recipient', 'onRcptTo', 550],
    ['message', 'onData', 452],
    ['message', 'onData', 554],
  ] as const)('%s, by %s with %i', async (stage, handler, status) => {
    const { variables } = await startMailServer({
      [handler]: (subject: unknown, _session: unknown, done: (error: Error) => void) => {
        if (handler === 'onData')
          (subject as NodeJS.ReadableStream).resume().once('end', () => done(refusal(status, 'Not so')))
        else done(refusal(status, 'Not so'))
      },
    })
    expect(await send(variables)).toEqual({ stage, reason: `${status} Not so`, isFinal: status >= 500 })
  })

  it('sender, recipient and message, when the server hangs there', async () => {
    const results = ['onMailFrom', 'onRcptTo', 'onData'].map(async (handler) => {
      const { variables } = await startMailServer({ [handler]: () => undefined })
      return send(variables, 1_500)
    })
    const expected = ['sender', 'recipient', 'message'].map((stage) => ({ stage, reason: limit, isFinal: false }))
    expect(await Promise.all(results)).toEqual(expected)
  })

  it('message, when the server is killed in the middle', async () => {
    const { variables } = await startMailServer({
      onData: (stream) => void (stream as unknown as { session: unknown; destroy: () => void }).destroy(),
      onRcptTo: (_address, _session, done) => done(),
      onClose: () => undefined,
    })
    const result = await send(variables, 1_500)
    expect(result).toMatchObject({ stage: 'message', isFinal: false })
  })
})

it('gives a reason of one line and bounded length', async () => {
  const { variables } = await startMailServer({
    onRcptTo: (_address, _session, done) => done(refusal(550, `no\r\n${'plums '.repeat(200)}`)),
  })
  const result = await send(variables)
  expect(result).toMatchObject({ stage: 'recipient' })
  expect((result as { reason: string }).reason).toMatch(/^550[ -]no .{280,297}$/)
})

it('ends at once when it is stopped', async () => {
  const { variables } = await startMailServer({ onMailFrom: () => undefined })
  const stopping = new AbortController()
  const sending = { name: 'a.example', signal: stopping.signal }
  const result = sendMail(settingsOf(variables), { to: 'anna@example.org', content }, sending)
  setTimeout(() => stopping.abort(), 50)
  expect(await result).toBe('stopped')
})

it('tries a server without sending', async () => {
  const { variables, received } = await startMailServer()
  const sending = { name: 'a.example', signal: new AbortController().signal }
  expect(await tryServer(settingsOf(variables), sending)).toBe('sent')
  expect(received).toEqual([])
})

const openssl = spawnSync('openssl', ['version']).status === 0 ? undefined : 'openssl isn’t installed'

describe.skipIf(openssl)('TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-mail-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  // 127.0.0.2 counts as another machine.
  const remote = '127.0.0.2'
  const loopback = '127.0.0.1'
  const hosts = [remote, loopback].flatMap((host) => [true, false].map((secure) => ({ host, secure })))
  spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...[
      '-subj',
      '/CN=mail',
      '-addext',
      `subjectAltName=IP:${remote},IP:${loopback}`,
      '-keyout',
      keyFile,
      '-out',
      certFile,
    ],
  ])
  const certificate = { key: readFileSync(keyFile), cert: readFileSync(certFile) }
  const trust = () => {
    const before = getCACertificates()
    setDefaultCACertificates([...before, certificate.cert.toString()])
    onTestFinished(() => setDefaultCACertificates(before))
  }
  const credentials = 'plum:seven-ripe-plums'

  it.each(hosts)('is used at $host, secure from the start: $secure', async ({ host, secure }) => {
    trust()
    const { variables, received } = await startMailServer({
      host,
      secure,
      ...certificate,
      credentials,
      disabledCommands: [],
    })
    expect(await send(variables)).toBe('sent')
    expect(received).toMatchObject([{ secure: true, user: 'plum' }])
  })

  it.each(hosts)('fails at $host for a certificate that is not trusted, secure: $secure', async ({ host, secure }) => {
    const { variables, received } = await startMailServer({ host, secure, ...certificate, disabledCommands: [] })
    expect(await send(variables)).toMatchObject({ stage: 'tls', isFinal: false, reason: /self-signed certificate/ })
    expect(received).toEqual([])
  })

  it('is required before a password is sent', async () => {
    let asked = 0
    const { variables } = await startMailServer({
      ...{ host: remote, credentials },
      onAuth: (_auth, _session, done) => {
        asked += 1
        done(null, { user: 'plum' })
      },
    })
    expect(await send(variables)).toMatchObject({ stage: 'tls', isFinal: false })
    expect(asked).toBe(0)
  })
})
