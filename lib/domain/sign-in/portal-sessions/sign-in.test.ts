import { beforeEach, describe, expect, it } from 'vitest'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { signIn } from '#lib/domain/sign-in/portal-sessions/sign-in.ts'
import type { Anonymous } from '#lib/foundation/authorization/actor.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { randomToken, sha256 } from '#lib/kernel/crypto.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { goodPassword, insertUser, requireSession, root, visitor } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const elsewhere: Anonymous = { ...visitor, address: '203.0.113.9' }
const browserHash = sha256('a browser')

let services: TestServices
let jane: User

beforeEach(async () => {
  services = await openTestServices()
  jane = await insertUser(services, {
    username: 'jane',
    email: 'jane@example.com',
    name: 'Jane',
    password: goodPassword,
  })
})

async function attempt(name: string, password: string, actor = visitor, formerSecret?: string) {
  const browser = { hash: browserHash, userAgent: 'Test', formerSecret }
  return requireSession(await signIn(services, actor, { name, password, browser }))
}

async function refusalOf(work: Promise<unknown>) {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return isRefusal(error) ? error : expect.fail(`no refusal: ${String(error)}`)
}

const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code
const events = () =>
  services.db.selectFrom('audit_events').selectAll().where('kind', 'like', 'portal_session.%').orderBy('at').execute()
const sessions = () => services.db.selectFrom('portal_sessions').selectAll().orderBy('created_at').execute()

describe('signing in', () => {
  it.each(['jane', 'JANE', ' jane@example.com ', 'Jane@Example.com'])('works as %j', async (name) => {
    const { person, secret } = await attempt(name, goodPassword)
    expect(person).toEqual({
      kind: 'person',
      userId: jane.id,
      name: 'Jane',
      role: 'agent',
      sessionId: expect.stringMatching(/^ps_[0-9A-Za-z]{20}$/),
      browserHash,
      strength: 'pwd',
      confirmedAt: services.clock.now(),
      address: '192.0.2.7',
      requestId: 'req_visitor',
    })
    expect(await sessions()).toMatchObject([{ id: person.sessionId, secret_hash: sha256(secret), user_agent: 'Test' }])
  })

  it("is recorded, and sets the user's last sign-in", async () => {
    services.clock.advance(1_000)
    const { person } = await attempt('jane', goodPassword)
    expect(await events()).toMatchObject([
      {
        kind: 'portal_session.started',
        actor_id: jane.id,
        subject_id: jane.id,
        address: '192.0.2.7',
        details: '{"strength":"pwd"}',
      },
    ])
    const row = await services.db.selectFrom('users').select('last_sign_in_at').executeTakeFirstOrThrow()
    expect(row).toEqual({ last_sign_in_at: person.confirmedAt })
  })

  it("starts a new session each time and ends the browser's former one", async () => {
    const first = await attempt('jane', goodPassword)
    const second = await attempt('jane', goodPassword, visitor, first.secret)
    const third = await attempt('jane', goodPassword, visitor, randomToken())
    expect(new Set([first.secret, second.secret, third.secret]).size).toBe(3)
    expect((await sessions()).map(({ id, ended_at }) => [id, ended_at === null])).toEqual(
      expect.arrayContaining([
        [first.person.sessionId, false],
        [second.person.sessionId, true],
        [third.person.sessionId, true],
      ]),
    )
  })

  it('refuses an empty field', async () => {
    expect(await refusalOf(attempt(' ', ''))).toMatchObject({
      code: 'input_invalid',
      fields: { name: 'required', password: 'required' },
    })
  })
})

describe('a refused sign-in', () => {
  const everyReason: Record<string, () => Promise<[string, string]>> = {
    'an unknown name': async () => ['unknown', goodPassword],
    'a wrong password': async () => ['jane', 'seven ripe pears in a bowl'],
    'a user without a password': async () => [(await insertUser(services)).username, goodPassword],
    'a service user': async () => [(await insertUser(services, { role: 'service' })).username, goodPassword],
    'a deactivated user': async () => {
      await deactivateUser(services, root, jane.id)
      return ['jane', goodPassword]
    },
  }

  it.each(Object.keys(everyReason))('says the same for %s', async (reason) => {
    const [name, password] = (await everyReason[reason]?.()) ?? expect.fail()
    const { code, status, description, fields, retryAfterSeconds } = await refusalOf(attempt(name, password))
    expect({ code, status, description, fields, retryAfterSeconds }).toEqual({
      code: 'sign_in_failed',
      status: 401,
      description: 'The name or password is wrong.',
      fields: undefined,
      retryAfterSeconds: undefined,
    })
    expect(await sessions()).toEqual([])
  })

  it('is recorded with its reason', async () => {
    await refusalOf(attempt('jane', 'seven ripe pears in a bowl'))
    services.clock.advance(1)
    await refusalOf(attempt(goodPassword, goodPassword))
    expect(await events()).toMatchObject([
      {
        kind: 'portal_session.refused',
        actor_kind: 'visitor',
        subject_id: jane.id,
        details: '{"reason":"wrong_password","failures":1}',
      },
      {
        kind: 'portal_session.refused',
        actor_kind: 'visitor',
        subject_id: null,
        subject_name: '',
        details: '{"reason":"unknown_name","failures":1}',
      },
    ])
  })

  it('stores no password, not even one typed as a name', async () => {
    const canary = 'canary plums never ripen'
    await refusalOf(attempt(canary, canary))
    await refusalOf(attempt('jane', canary))
    const { secret } = await attempt('jane', goodPassword)
    const rows = await Promise.all(
      (['users', 'portal_sessions', 'audit_events', 'sign_in_failures'] as const).map((table) =>
        services.db.selectFrom(table).selectAll().execute(),
      ),
    )
    const everything = JSON.stringify(rows) + services.logLines.join('')
    for (const text of [canary, goodPassword, secret]) expect(everything).not.toContain(text)
  })
})

describe('guessing', () => {
  const guess = (name = 'jane') => codeOf(attempt(name, 'seven ripe pears in a bowl'))
  const tenGuesses = async (name?: string) => {
    for (let round = 0; round < 10; round++) expect(await guess(name)).toBe('sign_in_failed')
  }

  it('is checked ten times, then refused even with the right password, but not from other networks', async () => {
    await tenGuesses()
    services.clock.advance(minuteMs)
    expect(await refusalOf(attempt('JANE', goodPassword))).toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 14 * 60,
    })
    const other = await insertUser(services, { password: goodPassword })
    expect(await attempt(other.username, goodPassword)).toBeDefined()
    expect(await attempt('jane', goodPassword, elsewhere)).toBeDefined()
  })

  it('gets the same refusals for an unknown name', async () => {
    await tenGuesses('unknown')
    expect(await guess('unknown')).toBe('too_many_requests')
  })

  it('with fifty concurrent attempts is checked exactly ten times, with or without the right password', async () => {
    const codes = await Promise.all(Array.from({ length: 50 }, () => guess()))
    expect(codes.filter((code) => code === 'sign_in_failed')).toHaveLength(10)
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(40)
  })

  it('does not include twelve concurrent sign-ins with the right password', async () => {
    const started = await Promise.all(Array.from({ length: 12 }, () => attempt('jane', goodPassword)))
    expect(new Set(started.map(({ secret }) => secret)).size).toBe(12)
  })
})
