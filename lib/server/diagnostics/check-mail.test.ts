import { describe, expect, it } from 'vitest'
import { inviteUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { claimMs, listDueMails } from '#lib/foundation/mails/store.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { type Env, readEnv } from '#lib/kernel/env.ts'
import { checkMailServer, checkMails } from '#lib/server/diagnostics/check-mail.ts'
import { runChecks } from '#lib/server/diagnostics/run-checks.ts'
import { deliverMail } from '#lib/server/mail-delivery/deliver-mail.ts'
import { findFreePort } from '#lib/testing/free-port.ts'
import { refusal, startMailServer } from '#lib/testing/mail-server.ts'
import { root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const from = { MAIL_FROM: 'latchkey@example.com' }

describe('the check of the mail server', () => {
  async function check(variables: Readonly<Record<string, string>>) {
    const { mail, baseUrl } = readEnv({ ...variables })
    if (!mail) throw new Error('no mail')
    return checkMailServer(mail, { baseUrl })
  }

  it('accepts one that answers, and one that takes the password', async () => {
    const open = await startMailServer()
    expect(await check(open.variables)).toEqual({
      check: 'mail server',
      verdict: 'ok',
      sentence: `127.0.0.1:${open.port} answers.`,
    })
    const guarded = await startMailServer({ credentials: 'ada:seven-ripe-plums' })
    expect(await check(guarded.variables)).toEqual({
      check: 'mail server',
      verdict: 'ok',
      sentence: `127.0.0.1:${guarded.port} accepts the password.`,
    })
    expect([...open.received, ...guarded.received]).toEqual([])
  })

  it('fails for one that cannot be reached', async () => {
    const server = `127.0.0.1:${await findFreePort()}`
    expect(await check({ SMTP_URL: `smtp://${server}`, ...from })).toEqual({
      check: 'mail server',
      verdict: 'fail',
      sentence: `${server} fails at the stage "connect" (connect ECONNREFUSED ${server}). Check the host and port in SMTP_URL, and the firewall. Port 465 needs smtps://. Many providers block port 25.`,
    })
  })

  it('fails for one that refuses the password, without showing it', async () => {
    const { port, variables } = await startMailServer({
      credentials: 'ada:seven-ripe-plums',
      onAuth: ({ password }, _session, done) => done(refusal(535, `5.7.8 Not with ${password}`)),
    })
    expect(await check(variables)).toEqual({
      check: 'mail server',
      verdict: 'fail',
      sentence: `127.0.0.1:${port} fails at the stage "authentication" (535 5.7.8 Not with [secret]). Check the user and password in SMTP_URL: both are percent-encoded, and some providers need an app password.`,
    })
  })

  it('fails for a certificate that it cannot verify', async () => {
    const { port, variables } = await startMailServer({ secure: true })
    const { verdict, sentence } = await check(variables)
    expect([verdict, sentence]).toEqual(['fail', expect.stringContaining(`127.0.0.1:${port} fails at the stage "tls"`)])
    expect(sentence).toContain('Check whether the mail server expects smtps:// or smtp:// in SMTP_URL')
  })
})

describe('the check of the queue', () => {
  const anna = {
    email: 'anna@example.org',
    username: 'anna',
    name: 'Anna',
    role: 'agent',
    accountScope: 'all',
  } as const
  const check = ({ db, env }: TestServices) => checkMails(db, env)

  async function deliverAll(services: TestServices): Promise<void> {
    const { signal } = new AbortController()
    for (const id of await listDueMails(services.db, 10)) await deliverMail(services, id, { signal })
  }

  it('names the variables that are not set', async () => {
    expect(await check(await openTestServices())).toEqual({
      check: 'mails',
      verdict: 'ok',
      sentence: 'None are sent: links are only shown. Set SMTP_URL and MAIL_FROM to send them by mail.',
    })
  })

  it('is content while none is late', async () => {
    const { variables } = await startMailServer()
    const services = await openTestServices(variables)
    const content = { check: 'mails', verdict: 'ok', sentence: 'None is late.' }
    expect(await check(services)).toEqual(content)
    await inviteUser(services, root, anna)
    services.clock.advance(claimMs - 1)
    expect(await check(services)).toEqual(content)
    await deliverAll(services)
    services.clock.advance(claimMs)
    expect(await check(services)).toEqual(content)
  })

  it('warns of mails that no process sends', async () => {
    const { variables } = await startMailServer()
    const services = await openTestServices(variables)
    await inviteUser(services, root, anna)
    services.clock.advance(claimMs)
    expect(await check(services)).toEqual({
      check: 'mails',
      verdict: 'warn',
      sentence: 'No process sends 1 mail: start the server with SMTP_URL and MAIL_FROM.',
    })
  })

  it('warns of mails that wait for the next attempt, with the reason and a remedy', async () => {
    const { variables } = await startMailServer({ onMailFrom: (_from, _session, done) => done(refusal(451, 'Later')) })
    const services = await openTestServices(variables)
    await inviteUser(services, root, anna)
    await inviteUser(services, root, { ...anna, username: 'berta', email: 'berta@example.org' })
    await deliverAll(services)
    services.clock.advance(minuteMs + claimMs)
    expect(await check(services)).toEqual({
      check: 'mails',
      verdict: 'warn',
      sentence:
        '2 mails to be sent again, 0 given up in 30 days. The last one failed at the stage "sender" (451 Later). Check whether the user in SMTP_URL may send from the address in MAIL_FROM.',
    })
  })

  it('warns of mails that were given up, with the reason and a remedy', async () => {
    const { variables } = await startMailServer({ onRcptTo: (_to, _session, done) => done(refusal(550, 'Unknown')) })
    const services = await openTestServices(variables)
    await inviteUser(services, root, anna)
    await deliverAll(services)
    expect(await check(services)).toEqual({
      check: 'mails',
      verdict: 'warn',
      sentence:
        '0 mails to be sent again, 1 given up in 30 days. The last one failed at the stage "recipient" (550 Unknown). Check the email address, and the limits of the provider.',
    })
  })

  it('warns of mails that wait although the settings are gone', async () => {
    const { variables } = await startMailServer({ onConnect: (_session, done) => done(refusal(421, 'Later')) })
    const services = await openTestServices(variables)
    await inviteUser(services, root, anna)
    await deliverAll(services)
    await inviteUser(services, root, { ...anna, username: 'berta', email: 'berta@example.org' })
    services.clock.advance(claimMs)
    expect(await checkMails(services.db, { mail: undefined })).toEqual({
      check: 'mails',
      verdict: 'warn',
      sentence: "2 mails can't be sent: set SMTP_URL and MAIL_FROM again.",
    })
  })
})

it('is part of doctor, where there is a mail server', async () => {
  const { port, variables } = await startMailServer()
  const services = await openTestServices(variables)
  const find = async (env: Env) => (await runChecks(env, services.clock)).find(({ check }) => check === 'mail server')
  expect(await find(services.env)).toMatchObject({ verdict: 'ok', sentence: `127.0.0.1:${port} answers.` })
  expect(await find({ ...services.env, mail: undefined })).toBeUndefined()
})
