import { describe, expect, it } from 'vitest'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { refusal, startMailServer } from '#lib/testing/mail-server.ts'
import { runCommandLine } from './command-line.ts'

const latchkey = createCommandLine(runCommandLine)

describe('mail test', () => {
  it('sends a message', async () => {
    const { variables, received } = await startMailServer()
    expect(await latchkey.runWithInput('', ['mail', 'test', 'ada@example.com'], variables)).toEqual({
      status: 0,
      stdout: 'The mail server has taken a message to ada@example.com.\n',
      stderr: '',
    })
    expect(received.map(({ from, to }) => [from, to])).toEqual([['latchkey@example.com', ['ada@example.com']]])
    expect(received[0]?.header('Subject')).toBe('Test message from Latchkey')
  })

  it('names the stage that failed, and exits with 1', async () => {
    const { variables, received } = await startMailServer({
      onRcptTo: (_address, _session, done) => done(refusal(550, 'no such mailbox')),
    })
    const { status, stdout } = await latchkey.runWithInput('', ['mail', 'test', 'ada@example.com', '--json'], variables)
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toEqual({
      sent: false,
      stage: 'recipient',
      reason: expect.stringContaining('no such mailbox'),
    })
    expect(received).toEqual([])
  })

  it('prints no password when authentication fails', async () => {
    const { variables } = await startMailServer({
      credentials: 'ada:seventeen-kettles',
      onAuth: (_auth, _session, done) => done(refusal(535, 'wrong password')),
    })
    const { status, stdout, stderr } = await latchkey.runWithInput('', ['mail', 'test', 'ada@example.com'], variables)
    expect(status).toBe(1)
    expect(stdout).toMatch(/^It failed at the stage "authentication": /)
    expect(stdout + stderr).not.toContain('seventeen-kettles')
  })

  it('is refused without mail settings', async () => {
    const { status, stdout, stderr } = await latchkey.run('mail', 'test', 'ada@example.com')
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain('SMTP_URL and MAIL_FROM are not set')
  })
})
