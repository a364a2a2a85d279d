import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { updateOrganization } from '#lib/domain/organization/organization/manage-organization.ts'
import { decideAccessRequest, listAccessRequests } from '#lib/domain/people/access-requests/decide-access-request.ts'
import { requestAccess } from '#lib/domain/people/access-requests/request-access.ts'
import { createSetPasswordLink } from '#lib/domain/people/password-links/set-password-link.ts'
import { deactivateUser, inviteUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { changePassword, setPassword } from '#lib/domain/people/user-lifecycle/set-password.ts'
import { setOwnPreferences } from '#lib/domain/people/users/profile-store.ts'
import { maxPerHour } from '#lib/foundation/mails/mail.ts'
import { sealLink } from '#lib/foundation/mails/seal-link.ts'
import { claimMs, deleteOldMails, listDueMails, readTrouble } from '#lib/foundation/mails/store.ts'
import { dayMs, hourMs, minuteMs } from '#lib/kernel/clock.ts'
import { deliverMail } from '#lib/server/mail-delivery/deliver-mail.ts'
import { account } from '#lib/testing/accounts.ts'
import { type ReceivedMail, refusal, startMailServer } from '#lib/testing/mail-server.ts'
import { goodPassword, insertUser, personOf, root, signInAs, visitor } from '#lib/testing/people.ts'
import { openTestServices, type TestServices, testSecret, testStart } from '#lib/testing/test-services.ts'

const anna = {
  email: 'anna@example.org',
  username: 'anna',
  name: 'Anna Ash',
  role: 'agent',
  accountScope: 'all',
} as const

async function deliverAll(services: TestServices): Promise<void> {
  const options = { signal: new AbortController().signal, limitMs: 2_000 }
  for (const id of await listDueMails(services.db, 100)) await deliverMail(services, id, options)
}

async function openWithMail(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options)
  const services = await openTestServices(server.variables)
  return { services, ...server }
}

function rowsOf({ db }: TestServices) {
  return db.selectFrom('mails').selectAll().orderBy('created_at').orderBy('id').execute()
}

function only(received: readonly ReceivedMail[]): ReceivedMail {
  const [mail] = received
  if (!mail || received.length > 1) throw new Error(`${received.length} mails`)
  return mail
}

it('an invitation arrives with a link that works, and the link is stored nowhere', async () => {
  const { services, received } = await openWithMail()
  const admin = personOf(services, await insertUser(services, { role: 'owner', name: 'Olga Oak' }))
  const { user, link } = await inviteUser(services, admin, anna)
  expect(link?.mailedTo).toBe('anna@example.org')
  const token = new URL(link?.url ?? '').searchParams.get('token') ?? ''
  const [row] = await rowsOf(services)
  expect(row).toMatchObject({ user_id: user.id, kind: 'invitation', actor_id: admin.userId, sent_at: null })
  expect(JSON.stringify(row)).not.toContain(token)
  await deliverAll(services)
  const mail = only(received)
  expect([mail.from, mail.to]).toEqual(['latchkey@example.com', ['anna@example.org']])
  expect(mail.header('From')).toBe('Latchkey <latchkey@example.com>')
  expect(mail.header('To')).toBe('anna@example.org')
  expect(mail.header('Subject')).toBe('Your access to Latchkey')
  expect(mail.header('Auto-Submitted')).toBe('auto-generated')
  expect(mail.header('Message-ID')).toBe(`<${row?.id}@example.com>`)
  expect(mail.header('Date')).toBe('Sat, 21 Nov 2026 12:00:00 +0000')
  expect(mail.part('text/plain')).toBe(
    `Hello Anna Ash,

Olga Oak gave you access to Latchkey. Choose a password to sign in.

Choose a password:
${link?.url}

The link works once, until November 24, 2026 at 12:00 PM (UTC). If you don’t expect it, ignore this message.
`.trimEnd(),
  )
  expect(mail.part('text/html')).toContain(`<a href="${link?.url}"`)
  const [after] = await rowsOf(services)
  expect(after).toMatchObject({ sent_at: testStart, link_sealed: null, master_id: null, claimed_by: null })
  await setPassword(services, visitor, { token, password: goodPassword })
  expect((await rowsOf(services)).map(({ kind }) => kind)).toEqual(['invitation'])
})

it('without mail settings, nothing is written and the link is only shown', async () => {
  const services = await openTestServices()
  const { link } = await inviteUser(services, root, anna)
  expect(link?.mailedTo).toBeNull()
  expect(await rowsOf(services)).toEqual([])
})

describe('a link that is void by then is not sent', () => {
  it('when another one has replaced it', async () => {
    const { services, received } = await openWithMail()
    const { user } = await inviteUser(services, root, anna)
    const { url } = await createSetPasswordLink(services, root, user.id)
    await deliverAll(services)
    expect(only(received).part('text/plain')).toContain(url)
    expect(await rowsOf(services)).toMatchObject([
      { stage: 'withdrawn', reason: 'its link is void', link_sealed: null },
      { stage: null, sent_at: testStart },
    ])
    expect(await readTrouble(services.db)).toEqual({ untried: 0, deferred: 0, failed: 0, last: undefined })
  })

  it('when the user was deactivated', async () => {
    const { services, received } = await openWithMail()
    const { user } = await inviteUser(services, root, anna)
    await deactivateUser(services, root, user.id)
    await deliverAll(services)
    expect(received).toEqual([])
    expect(await rowsOf(services)).toMatchObject([{ stage: 'withdrawn', reason: 'the user has no access' }])
  })

  it('when its master secret is gone', async () => {
    const { services, received, variables } = await openWithMail()
    await inviteUser(services, root, anna)
    const { env } = services
    await sql`delete from settings`.execute(services.db)
    const other = await openTestServices({ ...variables, DATA_DIR: env.dataDir, LATCHKEY_SECRET: `${testSecret}!` })
    await deliverAll(other)
    expect(received).toEqual([])
    expect(await rowsOf(services)).toMatchObject([{ stage: 'withdrawn', reason: 'its link is void' }])
  })
})

it('a changed password is told, to the user alone, in the language that they chose', async () => {
  const { services, received } = await openWithMail()
  const jane = await insertUser(services, { ...anna, role: 'agent', password: goodPassword })
  await setOwnPreferences(services.db, jane.id, { language: 'de', timeZone: 'Europe/Berlin' })
  const { person } = await signInAs(services, jane)
  await changePassword(services, person, { currentPassword: goodPassword, newPassword: 'eight sour plums in a box' })
  await deliverAll(services)
  const mail = only(received)
  expect(mail.header('Content-Language')).toBe('de')
  expect(mail.part('text/plain')).toContain(
    'am 21. November 2026 um 13:00 (Europe/Berlin) von der IP-Adresse 192.0.2.7 aus',
  )
  expect(mail.part('text/plain')).toContain('https://login.example.com/your-account')
})

it('a sign-in from a new browser is told, but not the first one and not a known browser', async () => {
  const { services } = await openWithMail()
  const user = await insertUser(services, { ...anna, role: 'agent', password: goodPassword })
  const kinds = async () => (await rowsOf(services)).map(({ kind }) => kind)
  const { browserId } = await signInAs(services, user)
  expect(await kinds()).toEqual([])
  const known = { ...user, lastSignInAt: testStart }
  await signInAs(services, known, browserId)
  expect(await kinds()).toEqual([])
  await signInAs(services, known)
  expect(await kinds()).toEqual(['new_browser'])
})

it('a request for access is told to managers, and the decision to its user', async () => {
  const { services, received } = await openWithMail()
  await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
  const agent = await insertUser(services, { ...anna, accountScope: 'list' })
  const admin = await insertUser(services, { role: 'admin', name: 'Ada' })
  await insertUser(services, { role: 'agent' })
  await requestAccess(services, personOf(services, agent), { accountId: 'acme', reason: 'A call\nof today' })
  await deliverAll(services)
  const asked = only(received.splice(0))
  expect([asked.to, asked.header('Subject')]).toEqual([[admin.email], 'Anna Ash requests access to acme'])
  expect(asked.part('text/plain')).toContain('“A call of today”')
  expect(asked.part('text/plain')).toContain('https://login.example.com/users-and-access/requests')
  const [request] = (await listAccessRequests(services, root)).pending
  const decision = { requestId: request?.id ?? '', decision: 'approved', note: 'For a week' }
  await decideAccessRequest(services, personOf(services, admin), decision)
  await deliverAll(services)
  const decided = only(received)
  expect([decided.to, decided.header('Subject')]).toEqual([[agent.email], 'You can open the account acme'])
  expect(decided.part('text/plain')).toContain('Ada approved your request for the account acme.')
  expect(decided.part('text/plain')).toContain('“For a week”')
})

describe('retries', () => {
  it('a server that greylists takes the mail a minute later', async () => {
    const seen: string[] = []
    const { services, received } = await openWithMail({
      onRcptTo: ({ address }, _session, done) => {
        seen.push(address)
        done(seen.length === 1 ? refusal(450, 'Greylisted') : undefined)
      },
    })
    await inviteUser(services, root, anna)
    await deliverAll(services)
    expect(await rowsOf(services)).toMatchObject([
      {
        attempts: 1,
        next_attempt_at: testStart + minuteMs,
        stage: 'recipient',
        reason: '450 Greylisted',
        sent_at: null,
      },
    ])
    expect(await readTrouble(services.db)).toMatchObject({ deferred: 1, failed: 0, last: { stage: 'recipient' } })
    services.clock.advance(minuteMs - 1)
    expect(await listDueMails(services.db, 10)).toEqual([])
    services.clock.advance(1)
    await deliverAll(services)
    expect(received).toHaveLength(1)
    expect(await rowsOf(services)).toMatchObject([{ stage: null, sent_at: testStart + minuteMs }])
  })

  it('a 5xx response to the message ends them, with its reason kept and the link erased', async () => {
    const { services } = await openWithMail({ onRcptTo: (_to, _session, done) => done(refusal(550, 'No such user')) })
    await inviteUser(services, root, anna)
    await deliverAll(services)
    expect(await rowsOf(services)).toMatchObject([
      { failed_at: testStart, stage: 'recipient', reason: '550 No such user', link_sealed: null, attempts: 1 },
    ])
    services.clock.advance(hourMs)
    expect(await listDueMails(services.db, 10)).toEqual([])
    expect(await readTrouble(services.db)).toMatchObject({ deferred: 0, failed: 1 })
  })

  it('end after three days', async () => {
    const { services } = await openWithMail({ onConnect: (_, done) => done(refusal(421, 'Later')) })
    const user = await insertUser(services, { ...anna, role: 'agent', password: goodPassword })
    const { person } = await signInAs(services, user)
    await changePassword(services, person, { currentPassword: goodPassword, newPassword: 'eight sour plums in a box' })
    const waits: number[] = []
    for (;;) {
      await deliverAll(services)
      const [row] = await rowsOf(services)
      if (!row || row.failed_at !== null) break
      waits.push(row.next_attempt_at - services.clock.now())
      // The waits in between are alike.
      const almostOver = waits.length === 6 ? testStart + 3 * dayMs - 4 * hourMs : 0
      services.clock.set(Math.max(row.next_attempt_at, almostOver))
    }
    expect(waits.slice(0, 6).map((wait) => wait / minuteMs)).toEqual([1, 5, 15, 30, 60, 60])
    expect(services.clock.now()).toBeGreaterThan(testStart + 3 * dayMs - 2 * hourMs)
    expect(services.clock.now()).toBeLessThan(testStart + 3 * dayMs)
    services.clock.set(testStart + 30 * dayMs)
    expect(await deleteOldMails(services.db, 10)).toBe(1)
  })
})

it('names of other users can neither add a header nor markup', async () => {
  const { services, received } = await openWithMail()
  const name = 'Eve\r\nBcc: victim@example.net\r\n\r\n<img src=x onerror=alert(1)>\u202e'
  const eve = { ...personOf(services, await insertUser(services, { role: 'owner' })), name }
  await updateOrganization(services, eve, { name: 'Plums & <b>Sons</b>', accent: '#336699' })
  await inviteUser(services, eve, anna)
  await deliverAll(services)
  const mail = only(received)
  expect(mail.to).toEqual(['anna@example.org'])
  expect(mail.header('Bcc')).toBeUndefined()
  expect(mail.part('text/plain')).toContain('Eve Bcc: victim@example.net <img src=x onerror=alert(1)> gave you access')
  expect(mail.part('text/html')).toContain('Eve Bcc: victim@example.net &lt;img src=x onerror=alert(1)&gt; gave you')
  expect(mail.part('text/html')).toContain('Plums &amp; &lt;b&gt;Sons&lt;/b&gt;')
  expect(mail.part('text/html')).toContain('#336699')
  expect(mail.part('text/html')).not.toMatch(/<img|<b>|src=(?!x)|url\(/)
  expect(mail.header('From')).toBe('"Plums & <b>Sons</b>" <latchkey@example.com>')
})

it('a user gets a bounded number of a kind within an hour', async () => {
  const { services } = await openWithMail()
  const { user } = await inviteUser(services, root, anna)
  for (let made = 1; made < maxPerHour.invitation; made++) await createSetPasswordLink(services, root, user.id)
  const { mailedTo } = await createSetPasswordLink(services, root, user.id)
  expect(mailedTo).toBeNull()
  expect(await rowsOf(services)).toHaveLength(maxPerHour.invitation)
  services.clock.advance(hourMs)
  expect((await createSetPasswordLink(services, root, user.id)).mailedTo).toBe('anna@example.org')
})

it('of processes that deliver at the same time, one sends each mail', async () => {
  const { services, received, variables } = await openWithMail()
  const other = await openTestServices({ ...variables, DATA_DIR: services.env.dataDir })
  for (const username of ['a', 'b', 'c', 'd', 'e']) {
    await inviteUser(services, root, { ...anna, username: `anna-${username}`, email: `${username}@example.org` })
  }
  await Promise.all([services, other, services, other].map(deliverAll))
  expect(received.map(({ to }) => to[0]).sort()).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.org`))
})

it('after a death in the middle, another process sends it again under the same Message-ID', async () => {
  const { services, received } = await openWithMail()
  await inviteUser(services, root, anna)
  const [id = ''] = await listDueMails(services.db, 1)
  await deliverMail(services, id, { signal: new AbortController().signal })
  // As if the process had died before it noted that the server took the message.
  const claim = { claimed_by: 'snd_dead', claimed_until: testStart + claimMs, sent_at: null }
  const { linkSealed: link_sealed, masterId: master_id } = await sealLink(services.keys, tokenOf(only(received)))
  await services.db
    .updateTable('mails')
    .set({ ...claim, link_sealed, master_id })
    .execute()
  await deliverAll(services)
  expect(received).toHaveLength(1)
  services.clock.advance(claimMs)
  await deliverAll(services)
  expect(received.map((mail) => mail.header('Message-ID'))).toEqual([`<${id}@example.com>`, `<${id}@example.com>`])
})

function tokenOf(mail: ReceivedMail): string {
  return /token=([\w-]+)/.exec(mail.part('text/plain'))?.[1] ?? ''
}
