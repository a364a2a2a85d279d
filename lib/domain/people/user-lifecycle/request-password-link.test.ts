import { beforeEach, describe, expect, it } from 'vitest'
import { createSetPasswordLink, findLinkedUser } from '#lib/domain/people/password-links/set-password-link.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { maxLinkRequests, requestPasswordLink } from '#lib/domain/people/user-lifecycle/request-password-link.ts'
import { changePassword, setPassword } from '#lib/domain/people/user-lifecycle/set-password.ts'
import { markUnproven } from '#lib/domain/people/users/proven-names-store.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { verifyUserPassword } from '#lib/domain/sign-in/portal-sessions/check-password.ts'
import { rememberBrowser } from '#lib/domain/sign-in/portal-sessions/known-browsers-store.ts'
import { maxRecordedRefusals } from '#lib/domain/sign-in/portal-sessions/record-refused-sign-in.ts'
import type { Anonymous } from '#lib/foundation/authorization/actor.ts'
import { unsealLink } from '#lib/foundation/mails/seal-link.ts'
import { hourMs, minuteMs } from '#lib/kernel/clock.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { compileStatement } from '#lib/testing/compile-statement.ts'
import { goodPassword, insertUser, personOf, root, signInAs, visitor } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'

const windowMs = 15 * minuteMs
const chosen = 'nine green figs on a plate'
const mailSettings = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'latchkey@example.com' }

let services: TestServices
let user: User

beforeEach(async () => {
  services = await openTestServices(mailSettings)
  await insertUser(services, { role: 'owner', username: 'olga' })
  user = await insertUser(services, { username: 'jane', email: 'jane@example.org', password: goodPassword })
})

function from(network: number): Anonymous {
  return { ...visitor, address: `198.51.100.${network}` }
}

const request = (name: string, anonymous = visitor) => requestPasswordLink(services, anonymous, { name })

/** The tokens of the queued mails of this kind, in their order. */
async function mailedTokens(): Promise<string[]> {
  const rows = await services.db
    .selectFrom('mails')
    .select(['link_sealed as linkSealed', 'master_id as masterId'])
    .where('kind', '=', 'forgotten_password')
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return Promise.all(
    rows.map(({ linkSealed, masterId }) =>
      unsealLink(services.keys, { linkSealed: linkSealed ?? '', masterId: masterId ?? '' }),
    ),
  )
}

async function newestToken(): Promise<string> {
  return (await mailedTokens()).at(-1) ?? ''
}

const isUsable = async (token: string) => (await findLinkedUser(services, token)) !== undefined

function eventsOf(kind: 'user.password_link_requested' | 'user.password_set') {
  return services.db
    .selectFrom('audit_events')
    .select(['actor_kind', 'subject_id', 'subject_name', 'address', 'details'])
    .where('kind', '=', kind)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

async function everythingStored(): Promise<string> {
  const tables = ['users', 'password_links', 'audit_events', 'mails', 'sign_in_failures'] as const
  const rows = await Promise.all(tables.map((table) => services.db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows) + services.logLines.join('')
}

describe('a user who forgot their password', () => {
  it.each(['jane', 'JANE ', 'jane@example.org', 'Jane@Example.ORG'])('gets a link by the name %j', async (name) => {
    await request(name)
    const token = await newestToken()
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(await findLinkedUser(services, token)).toEqual(user)
    expect(await eventsOf('user.password_link_requested')).toEqual([
      { actor_kind: 'visitor', subject_id: user.id, subject_name: user.name, address: visitor.address, details: '{}' },
    ])
    const mails = await services.db.selectFrom('mails').select(['kind', 'user_id', 'facts']).execute()
    const until = services.clock.now() + hourMs
    const facts = JSON.stringify({ address: visitor.address, until })
    expect(mails).toEqual([{ kind: 'forgotten_password', user_id: user.id, facts }])
  })

  it('sets a new password with it, which ends every session and is told by mail', async () => {
    const { cookieHeader } = await signInAs(services, user)
    await request('jane')
    await setPassword(services, visitor, { token: await newestToken(), password: chosen })
    expect(await verifyUserPassword(services.db, { userId: user.id, password: chosen, lane: 'test' })).toBe(true)
    expect(await readSignedInUser(testContext(services), cookieHeader)).toBeUndefined()
    expect(await eventsOf('user.password_set')).toHaveLength(1)
    const kinds = await services.db.selectFrom('mails').select('kind').orderBy('id').execute()
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(['forgotten_password', 'password_changed'])
  })

  it('can use it for 1 hour, to the millisecond, and once', async () => {
    await request('jane')
    const token = await newestToken()
    services.clock.advance(hourMs - 1)
    expect(await isUsable(token)).toBe(true)
    await setPassword(services, visitor, { token, password: chosen })
    expect(await isUsable(token)).toBe(false)
    await request('jane')
    const later = await newestToken()
    services.clock.advance(hourMs)
    expect(await isUsable(later)).toBe(false)
    await expect(setPassword(services, visitor, { token: later, password: chosen })).rejects.toMatchObject({
      code: 'link_unusable',
    })
  })

  it('keeps the former password and every session until then', async () => {
    const { cookieHeader } = await signInAs(services, user)
    await request('jane')
    expect(await verifyUserPassword(services.db, { userId: user.id, password: goodPassword, lane: 'test' })).toBe(true)
    expect(await readSignedInUser(testContext(services), cookieHeader)).toBeDefined()
  })

  it('has one link that works, of several requested at the same time', async () => {
    await Promise.all(Array.from({ length: 6 }, (_, index) => request('jane', from(index))))
    const tokens = await mailedTokens()
    expect(tokens).toHaveLength(maxLinkRequests.perUser)
    const usable = await Promise.all(tokens.map(isUsable))
    expect(usable.filter(Boolean)).toEqual([true])
  })
})

describe('a requested link', () => {
  const madeByManager = async () => {
    const { url } = await createSetPasswordLink(services, root, user.id)
    return new URL(url).searchParams.get('token') ?? ''
  }

  it('is void once a newer one is requested', async () => {
    await request('jane')
    const older = await newestToken()
    services.clock.advance(1)
    await request('jane')
    const newer = await newestToken()
    expect(newer).not.toBe(older)
    expect([await isUsable(older), await isUsable(newer)]).toEqual([false, true])
  })

  it('is void once a manager creates one, but does not void that one', async () => {
    await request('jane')
    const requested = await newestToken()
    const given = await madeByManager()
    expect([await isUsable(requested), await isUsable(given)]).toEqual([false, true])
    await request('jane')
    expect([await isUsable(await newestToken()), await isUsable(given)]).toEqual([true, true])
  })

  it('is void once the password is set by another link, or changed', async () => {
    const given = await madeByManager()
    await request('jane')
    const requested = await newestToken()
    await setPassword(services, visitor, { token: requested, password: chosen })
    expect(await isUsable(given)).toBe(false)
    await request('jane')
    const later = await newestToken()
    await changePassword(services, personOf(services, user), { currentPassword: chosen, newPassword: goodPassword })
    expect(await isUsable(later)).toBe(false)
  })

  it('is void once the user is deactivated', async () => {
    await request('jane')
    const token = await newestToken()
    await deactivateUser(services, root, user.id)
    expect(await isUsable(token)).toBe(false)
  })

  it('is stored only as a hash, and sealed for its mail', async () => {
    await request('jane')
    expect(await everythingStored()).not.toContain(await newestToken())
  })
})

describe('a request without a recipient', () => {
  /** Names, and why each gets no link. */
  const impediments = async () => {
    const given = { password: goodPassword }
    const gone = await insertUser(services, { ...given, username: 'gone' })
    await deactivateUser(services, root, gone.id)
    await insertUser(services, { username: 'robot', role: 'service', email: 'robot@example.org' })
    await insertUser(services, { username: 'invited' })
    await insertUser(services, { ...given, username: 'unreachable', email: null })
    const chosen = await insertUser(services, { ...given, username: 'chosen', email: 'other@example.com' })
    await markUnproven(services.db, chosen.id, 'email')
    for (let index = 0; index < maxLinkRequests.perUser; index++) await request('jane', from(index))
    await services.db.deleteFrom('audit_events').execute()
    return {
      'no-such-user': 'unknown_name',
      gone: 'deactivated',
      robot: 'service_user',
      'robot@example.org': 'service_user',
      invited: 'no_password',
      unreachable: 'no_email',
      chosen: 'no_email',
      jane: 'over_limit',
    }
  }

  it('queues no mail, voids no link, and is recorded with its reason', async () => {
    const reasons = await impediments()
    const token = await newestToken()
    const mails = await services.db.selectFrom('mails').selectAll().execute()
    for (const [name, reason] of Object.entries(reasons)) {
      services.clock.advance(1)
      await request(name)
      const [event] = (await eventsOf('user.password_link_requested')).slice(-1)
      expect(event).toMatchObject({ actor_kind: 'visitor', details: JSON.stringify({ reason }) })
    }
    expect(await services.db.selectFrom('mails').selectAll().execute()).toEqual(mails)
    expect(await isUsable(token)).toBe(true)
  })

  it('runs the same statements as one with a recipient', async () => {
    const reasons = await impediments()
    const other = await insertUser(services, { password: goodPassword })
    const expected = await statementsOf(() => request(other.username))
    expect(
      expected.map((text) => text.replace(/^(insert into|delete from) "(\w+)".*$|^(select) .*$/s, '$1$3 $2')),
    ).toEqual([
      'insert into sign_in_failures',
      ...Array(4).fill('select '),
      'insert into sign_in_failures',
      'delete from password_links',
      'insert into password_links',
      'insert into sign_in_failures',
      'prepared',
      'insert into mails',
    ])
    for (const name of Object.keys(reasons)) expect(await statementsOf(() => request(name)), name).toEqual(expected)
  })

  it('leaves a link that sets no password', async () => {
    await request('no-such-user')
    const links = await services.db.selectFrom('password_links').select(['user_id', 'purpose']).execute()
    expect(links).toEqual([{ user_id: null, purpose: 'forgotten_password' }])
  })

  it('is never stored by its name, which may be a mistyped password', async () => {
    await request(goodPassword)
    expect(await everythingStored()).not.toContain(goodPassword)
  })

  it.each([
    ['', 'required'],
    ['  ', 'required'],
    ['x'.repeat(255), 'too_long'],
  ])('is refused for the name %j', async (name, problem) => {
    await expect(request(name)).rejects.toMatchObject({ code: 'input_invalid', fields: { name: problem } })
  })
})

describe('the limit of a user', () => {
  it('counts every name and network, and ends after 15 minutes', async () => {
    const names = ['jane', 'jane@example.org', ' JANE']
    for (const [index, name] of names.entries()) await request(name, from(index))
    services.clock.advance(windowMs - 1)
    await request('jane', from(9))
    expect(await mailedTokens()).toHaveLength(3)
    services.clock.advance(1)
    await request('jane', from(9))
    expect(await mailedTokens()).toHaveLength(4)
  })
})

describe('the limit of a network', () => {
  it('counts every name, before a user is looked up, and leaves other networks alone', async () => {
    for (let index = 0; index < maxLinkRequests.perNetwork; index++) await request(`no-such-user-${index}`)
    const statements = await statementsOf(() => request('jane'))
    expect(statements).toEqual([expect.stringMatching(/^insert into "sign_in_failures"/)])
    expect(await mailedTokens()).toEqual([])
    expect(services.logLines.filter((line) => line.includes('too many requests for password links'))).toHaveLength(1)
    await request('jane', from(1))
    expect(await mailedTokens()).toHaveLength(1)
  })

  it('is not used up by neighbors in a browser in which a user signed in before', async () => {
    for (let index = 0; index < maxLinkRequests.perNetwork; index++) await request(`no-such-user-${index}`)
    const browserHash = sha256('a browser')
    const ask = () => requestPasswordLink(services, visitor, { name: 'jane', browserHash })
    await ask()
    expect(await mailedTokens()).toEqual([])
    await rememberBrowser(services.db, user.id, browserHash)
    await ask()
    expect(await mailedTokens()).toHaveLength(1)
  })

  it('is that of a site: the /64 of an IPv6 address', async () => {
    const addressOf = (index: number) => ({ ...visitor, address: `2001:db8:1:2::${index.toString(16)}` })
    for (let index = 0; index < maxLinkRequests.perNetwork; index++)
      await request(`no-such-user-${index}`, addressOf(index))
    await request('jane', addressOf(99))
    expect(await mailedTokens()).toEqual([])
  })

  it('ends after 15 minutes', async () => {
    for (let index = 0; index < maxLinkRequests.perNetwork; index++) await request(`no-such-user-${index}`)
    services.clock.advance(windowMs)
    await request('jane')
    expect(await mailedTokens()).toHaveLength(1)
  })
})

it('a botnet fills a budget of audit events at most, and hides no link that is sent', async () => {
  await services.db.updateTable('sign_in_failures').set({ failures: 0 }).execute()
  await request('no-such-user')
  const budget = services.db.updateTable('sign_in_failures').set({ failures: maxRecordedRefusals })
  await budget.where('failures', '=', 1).execute()
  await request('no-such-user-either', from(1))
  expect(await eventsOf('user.password_link_requested')).toHaveLength(1)
  await request('jane', from(2))
  expect(await eventsOf('user.password_link_requested')).toMatchObject([{ subject_id: null }, { subject_id: user.id }])
})

it('nothing is requested on a server that sends no mail', async () => {
  services = await openTestServices()
  await expect(request('jane')).rejects.toMatchObject({ code: 'not_found' })
})

/**
 * The text of each statement that the work runs; `prepared` for one that was compiled before, such as an audit event.
 */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const compiled = new WeakSet<object>()
  const { db } = services
  const watched = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      statements.push(compileStatement(db, node).sql)
      compiled.add(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (!compiled.has(queryId)) statements.push('prepared')
      return result
    },
  })
  const former = services
  services = { ...services, db: watched }
  await work()
  services = former
  return statements
}
