import { once } from 'node:events'
import { createServer } from 'node:net'
import MailComposer from 'nodemailer/lib/mail-composer'
import SmtpConnection from 'nodemailer/lib/smtp-connection'
import { expect, it, onTestFinished } from 'vitest'
import { startMailServer } from '#lib/testing/mail-server.ts'

/** The commands and responses that the connection logs, and its error, of a conversation up to `MAIL FROM`. */
async function converse(port: number) {
  const logged: unknown[] = []
  const ignore = () => undefined
  const connection = new SmtpConnection({
    ...{ host: '127.0.0.1', port, name: 'a.example', transactionLog: true },
    logger: {
      ...{ level: ignore, trace: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore },
      debug: ({ tnx }: { tnx?: string }, text: string) => {
        if (tnx === 'client' || tnx === 'server') logged.push([tnx, text.slice(0, 10)])
      },
    },
  })
  onTestFinished(() => connection.close())
  const error = await new Promise((resolve) => {
    connection.on('error', resolve)
    connection.connect(() => connection.send({ from: 'a@a.example', to: ['b@b.example'] }, 'x', resolve))
  })
  return { logged, error }
}

it('writes a message as a buffer', async () => {
  const message = await new MailComposer({ subject: 'Plums', text: 'Seven.' }).compile().build()
  expect(message.toString()).toMatch(/^Subject: Plums\r\n(?:.+\r\n)+\r\nSeven\.\r\n$/)
})

it('logs commands and responses in their order, and names the refused command in its error', async () => {
  const { port } = await startMailServer({
    hidePIPELINING: true,
    onMailFrom: (_address, _session, done) => done(Object.assign(new Error('No'), { responseCode: 550 })),
  })
  const { logged, error } = await converse(port)
  expect(logged).toEqual([
    ['server', expect.stringMatching(/^220/)],
    ['client', 'EHLO a.exa'],
    ['server', expect.stringMatching(/^250/)],
    ['client', 'MAIL FROM:'],
    ['server', '550 No'],
  ])
  expect(error).toMatchObject({ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550, response: '550 No' })
})

it('names no command in the error of a connection that dies: that the log is followed for', async () => {
  const server = createServer((socket) => {
    socket.write('220 ready\r\n')
    socket.on('data', (bytes) => (String(bytes).startsWith('MAIL') ? socket.destroy() : socket.write('250 ok\r\n')))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { logged, error } = await converse((server.address() as { port: number }).port)
  expect(logged.at(-1)).toEqual(['client', 'MAIL FROM:'])
  expect(error).toMatchObject({ command: 'CONN' })
})
