import { describe, expect, it, vi } from 'vitest'
import { setOwnPreferences } from '#lib/domain/people/users/profile-store.ts'
import { readMailSetup, sendTestMail } from '#lib/server/mail-delivery/send-test-mail.ts'
import { refusal, startMailServer } from '#lib/testing/mail-server.ts'
import { anyPerson, insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const unreachable = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'latchkey@example.com' }

async function insertAdmin(services: TestServices, email: string | null = 'ada@example.com') {
  return personOf(services, await insertUser(services, { role: 'admin', name: 'Ada Ash', email }))
}

async function openWithMail(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options)
  const services = await openTestServices(server.variables)
  return { services, admin: await insertAdmin(services), ...server }
}

function loggedFailure({ logLines }: TestServices): unknown {
  return logLines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'test mail failed')
}

describe('a test message of a portal user', () => {
  it('goes to their own address, whatever address they give, in their language', async () => {
    const { services, admin, received } = await openWithMail()
    await setOwnPreferences(services.db, admin.userId, { language: 'de' })
    expect(await sendTestMail(services, admin, 'victim@example.net')).toEqual({ to: 'ada@example.com' })
    expect(received.map(({ from, to }) => [from, to])).toEqual([['latchkey@example.com', ['ada@example.com']]])
    expect(received[0]?.header('Subject')).toBe('Testnachricht von Latchkey')
    expect(loggedFailure(services)).toBeUndefined()
  })

  it('is refused as the sixth within a minute, before it is sent, and to no other user', async () => {
    const { services, admin, received } = await openWithMail()
    for (let sent = 1; sent <= 5; sent++) await sendTestMail(services, admin)
    await expect(sendTestMail(services, admin)).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(received).toHaveLength(5)
    expect(await sendTestMail(services, await insertAdmin(services, 'olga@example.com'))).toEqual({
      to: 'olga@example.com',
    })
  })

  it('counts even if nothing can be sent', async () => {
    const services = await openTestServices()
    const admin = await insertAdmin(services)
    for (let tried = 1; tried <= 5; tried++) {
      await expect(sendTestMail(services, admin)).rejects.toMatchObject({
        code: 'conflict',
        detail: 'SMTP_URL and MAIL_FROM are not set',
      })
    }
    await expect(sendTestMail(services, admin)).rejects.toMatchObject({ code: 'too_many_requests' })
  })

  it('is refused without an email address', async () => {
    const { services, received } = await openWithMail()
    const admin = await insertAdmin(services, null)
    await expect(sendTestMail(services, admin)).rejects.toMatchObject({
      code: 'conflict',
      detail: 'the user has no email address',
    })
    expect(received).toEqual([])
  })

  it('gives up after 15 seconds, one of an operator after 45', async () => {
    const { services, admin } = await openWithMail({ onMailFrom: () => undefined })
    const { timeout } = AbortSignal
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout.call(AbortSignal, ms / 100))
    expect(await sendTestMail(services, admin)).toEqual({
      to: 'ada@example.com',
      failure: { stage: 'sender', answer: '' },
    })
    expect(loggedFailure(services)).toMatchObject({ reason: 'no response within 15 seconds' })
    expect(await sendTestMail(services, root, 'ada@example.com')).toMatchObject({
      failure: { answer: 'no response within 45 seconds' },
    })
    vi.restoreAllMocks()
  })
})

describe('of a failure', () => {
  it('a portal user sees the reply of the mail server, and the log has it', async () => {
    const { services, admin } = await openWithMail({
      onRcptTo: (_to, _session, done) => done(refusal(550, '5.1.1 No such mailbox')),
    })
    const failure = { stage: 'recipient', answer: '550 5.1.1 No such mailbox' }
    expect(await sendTestMail(services, admin)).toEqual({ to: 'ada@example.com', failure })
    expect(loggedFailure(services)).toMatchObject({
      ...{ level: 40, requestId: admin.requestId, stage: 'recipient' },
      reason: '550 5.1.1 No such mailbox',
    })
  })

  it.each([
    ['5.7.8 Not for ada with half of her password: seven-ri', '535 5.7.8'],
    ['seven-ri', '535'],
  ])('a portal user sees only the codes of a refused authentication: %s', async (message, answer) => {
    const { services, admin } = await openWithMail({
      credentials: 'ada:seven-ripe-plums',
      onAuth: (_auth, _session, done) => done(refusal(535, message)),
    })
    expect(await sendTestMail(services, admin)).toEqual({
      ...{ to: 'ada@example.com', failure: { stage: 'authentication', answer } },
    })
  })

  it('a portal user sees no address of the network, an operator does', async () => {
    const services = await openTestServices(unreachable)
    const admin = await insertAdmin(services)
    const failure = { stage: 'connect', answer: '' }
    expect(await sendTestMail(services, admin)).toEqual({ to: 'ada@example.com', failure })
    expect(await sendTestMail(services, root, 'ada@example.com')).toEqual({
      ...{ to: 'ada@example.com', failure: { ...failure, answer: 'connect ECONNREFUSED 127.0.0.1:1' } },
    })
  })
})

describe('what the portal says about mail', () => {
  it('is for managers', async () => {
    const services = await openTestServices(unreachable)
    await expect(readMailSetup(services, anyPerson('agent'))).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('is the sender and the user’s own address', async () => {
    const services = await openTestServices(unreachable)
    const from = 'latchkey@example.com'
    expect(await readMailSetup(services, await insertAdmin(services))).toEqual({ from, to: 'ada@example.com' })
    expect(await readMailSetup(services, await insertAdmin(services, null))).toEqual({ from, to: null })
  })

  it('is nothing without mail settings', async () => {
    const services = await openTestServices()
    expect(await readMailSetup(services, await insertAdmin(services))).toBeUndefined()
  })
})
