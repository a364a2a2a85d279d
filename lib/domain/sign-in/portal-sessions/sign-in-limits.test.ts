import { beforeEach, describe, expect, it } from 'vitest'
import { deactivateUser, reactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { changePassword } from '#lib/domain/people/user-lifecycle/set-password.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { confirmIdentity } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { toSubject } from '#lib/domain/sign-in/portal-sessions/password-attempt-limits.ts'
import {
  maxRecordedRefusals,
  maxSummarizedNetworks,
} from '#lib/domain/sign-in/portal-sessions/record-refused-sign-in.ts'
import { signIn } from '#lib/domain/sign-in/portal-sessions/sign-in.ts'
import { dayMs, minuteMs } from '#lib/kernel/clock.ts'
import { randomToken, sha256 } from '#lib/kernel/crypto.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { goodPassword, insertUser, requireSession, root, visitor } from '#lib/testing/people.ts'
import { sweep } from '#lib/testing/sweep.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

const newPassword = 'nine green figs on a plate'

let services: TestServices
let jane: User

beforeEach(async () => {
  services = await openTestServices()
  jane = await insertUser(services, { username: 'jane', email: 'jane@example.com', password: goodPassword })
})

type Attempt = Partial<Readonly<{ name: string; password: string; address: string; browserHash: string }>>

function attempt({ name = 'jane', password = 'wrong', address = '192.0.2.7', browserHash }: Attempt) {
  const browser = { hash: browserHash ?? sha256(randomToken()), userAgent: null, formerSecret: undefined }
  return signIn(services, { ...visitor, address }, { name, password, browser })
}

/** `ok`, or the code of the refusal. */
async function outcome(given: Attempt): Promise<string> {
  return attempt(given).then(
    () => 'ok',
    (error: unknown) => (isRefusal(error) ? error.code : expect.fail(String(error))),
  )
}

async function fail(times: number, given: (index: number) => Attempt): Promise<void> {
  for (let index = 0; index < times; index++) expect(await outcome(given(index))).toBe('sign_in_failed')
}

/** Inserts counted failures: each real failure costs a hash. */
async function setFailures(subject: readonly string[], failures: number): Promise<void> {
  const row = { subject: toSubject(...subject), failures, window_ends_at: services.clock.now() + 15 * minuteMs }
  const replace = { failures, window_ends_at: row.window_ends_at }
  await services.db
    .insertInto('sign_in_failures')
    .values(row)
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(replace))
    .execute()
}

const failuresOf = async (...subject: readonly string[]) =>
  (
    await services.db
      .selectFrom('sign_in_failures')
      .select('failures')
      .where('subject', '=', toSubject(...subject))
      .executeTakeFirst()
  )?.failures

const events = async () =>
  (
    await services.db
      .selectFrom('audit_events')
      .select(['address', 'subject_id', 'details'])
      .where('kind', '=', 'portal_session.refused')
      .orderBy('at')
      .execute()
  ).map((row) => ({ ...row, details: JSON.parse(row.details) }))

describe('the limit of a client network', () => {
  it('is 50 failures over all names, including for the right password, and only for this network', async () => {
    await setFailures(['network', '192.0.2.7'], 48)
    await fail(2, (index) => ({ name: `name ${index}` }))
    expect(await outcome({ password: goodPassword })).toBe('too_many_requests')
    expect(await outcome({ password: goodPassword, address: '192.0.2.8' })).toBe('ok')
    services.clock.advance(15 * minuteMs)
    expect(await outcome({ password: goodPassword })).toBe('ok')
  })

  it('is exact for 160 concurrent names', async () => {
    await setFailures(['network', '192.0.2.7'], 45)
    const outcomes = await Promise.all(Array.from({ length: 160 }, (_, index) => outcome({ name: `name ${index}` })))
    expect(outcomes.filter((code) => code === 'sign_in_failed')).toHaveLength(5)
    expect(outcomes.filter((code) => code === 'too_many_requests')).toHaveLength(155)
  })

  it('is neither charged nor cleared by the right password', async () => {
    await setFailures(['network', '192.0.2.7'], 30)
    await Promise.all(Array.from({ length: 4 }, () => attempt({ password: goodPassword })))
    expect(await failuresOf('network', '192.0.2.7')).toBe(30)
  })

  it('counts IPv6 clients by their /64', async () => {
    await setFailures(['network', '2001:db8:1:2::/64'], 49)
    await fail(1, () => ({ name: 'a name', address: '2001:db8:1:2::1' }))
    expect(await outcome({ password: goodPassword, address: '2001:db8:1:2:ffff::1' })).toBe('too_many_requests')
    expect(await outcome({ password: goodPassword, address: '2001:db8:1:3::1' })).toBe('ok')
  })
})

describe('the limit of a user', () => {
  it('is shared by email and username', async () => {
    await fail(10, (index) => ({ name: index % 2 ? 'Jane@example.com' : 'jane' }))
    expect(await outcome({ name: 'jane@example.com' })).toBe('too_many_requests')
    expect(await outcome({ name: 'jane', password: goodPassword })).toBe('too_many_requests')
  })

  it('is shared by the addresses of one /64', async () => {
    await fail(10, (index) => ({ address: `2001:db8:1:2::${index}` }))
    expect(await outcome({ address: '2001:db8:1:2::f' })).toBe('too_many_requests')
  })
})

describe('a browser that the user signed in with before', () => {
  const browserHash = sha256('the browser of jane')
  beforeEach(async () => {
    await attempt({ password: goodPassword, browserHash })
  })

  it('signs in although a neighbor exhausted the limits of the user and of the network', async () => {
    await setFailures(['person', jane.id, '192.0.2.7'], 10)
    await setFailures(['network', '192.0.2.7'], 50)
    expect(await outcome({ password: goodPassword })).toBe('too_many_requests')
    expect(await outcome({ password: goodPassword, browserHash })).toBe('ok')
  })

  it('has its own ten guesses, over all networks', async () => {
    await fail(10, (index) => ({ browserHash, address: `192.0.2.${index}` }))
    expect(await outcome({ browserHash, address: '198.51.100.1', password: goodPassword })).toBe('too_many_requests')
    expect(await failuresOf('network', '192.0.2.1')).toBe(undefined)
    expect(await outcome({ password: goodPassword })).toBe('ok')
  })

  it('shares them with password confirmation', async () => {
    const { person } = requireSession(await attempt({ password: goodPassword, browserHash }))
    for (let guess = 0; guess < 5; guess++) {
      await expect(confirmIdentity(services, person, { password: 'wrong', code: '' })).rejects.toMatchObject({
        code: 'password_wrong',
      })
    }
    await fail(5, () => ({ browserHash }))
    const confirming = confirmIdentity(
      services,
      { ...person, address: '198.51.100.1' },
      { password: goodPassword, code: '' },
    )
    await expect(confirming).rejects.toMatchObject({ code: 'too_many_requests' })
  })

  it('is unknown for another user', async () => {
    await insertUser(services, { username: 'jill', password: goodPassword })
    await setFailures(['network', '192.0.2.7'], 50)
    expect(await outcome({ name: 'jill', password: goodPassword, browserHash })).toBe('too_many_requests')
    expect(await outcome({ name: 'unknown', browserHash })).toBe('too_many_requests')
  })

  const known = () => services.db.selectFrom('known_browsers').select('browser_hash').execute()

  it('is forgotten when the user is deactivated', async () => {
    await deactivateUser(services, root, jane.id)
    expect(await known()).toEqual([])
    await reactivateUser(services, root, jane.id)
    await setFailures(['network', '192.0.2.7'], 50)
    expect(await outcome({ password: goodPassword, browserHash })).toBe('too_many_requests')
  })

  it('is forgotten when the user changes the password in another browser', async () => {
    const other = sha256('another browser')
    const { person } = requireSession(await attempt({ password: goodPassword, browserHash: other }))
    await changePassword(services, person, { currentPassword: goodPassword, newPassword })
    expect(await known()).toEqual([{ browser_hash: other }])
  })

  it('is one of the last 20', async () => {
    for (let index = 0; index < 20; index++) {
      services.clock.advance(1)
      await attempt({ password: goodPassword, browserHash: sha256(`browser ${index}`) })
    }
    const hashes = (await known()).map(({ browser_hash }) => browser_hash)
    expect(hashes).toHaveLength(20)
    expect(hashes).not.toContain(browserHash)
  })

  it('is forgotten and deleted 90 days after the last sign-in, to the millisecond', async () => {
    services.clock.set(testStart + 90 * dayMs - 1)
    expect((await sweep(services)).known_browsers).toBe(undefined)
    services.clock.advance(1)
    await setFailures(['network', '192.0.2.7'], 50)
    expect(await outcome({ password: goodPassword, browserHash })).toBe('too_many_requests')
    expect((await sweep(services)).known_browsers).toBe(1)
  })
})

describe('refused sign-ins beyond a limit', () => {
  it('get one audit event per network and 15 minutes', async () => {
    await setFailures(['network', '2001:db8:1:2::/64'], 49)
    const flood = (index: number) => outcome({ name: `name ${index}`, address: `2001:db8:1:2::${index}` })
    for (let index = 0; index < 8; index++) await flood(index)
    expect(await events()).toHaveLength(1)
    services.clock.advance(15 * minuteMs - 1)
    expect((await sweep(services)).refused_sign_ins).toBe(undefined)
    services.clock.advance(1)
    expect((await sweep(services)).refused_sign_ins).toBe(1)
    expect((await events()).slice(1)).toEqual([
      {
        address: '2001:db8:1:2::/64',
        subject_id: null,
        details: { reason: 'beyond_limit', network: '2001:db8:1:2::/64', attempts: 7 },
      },
    ])
    services.clock.advance(15 * minuteMs)
    expect((await sweep(services)).refused_sign_ins).toBe(undefined)
  })

  it('have a limit over all networks', async () => {
    await setFailures(['recorded', 'unknown name'], maxRecordedRefusals)
    await setFailures(['summarized networks'], maxSummarizedNetworks - 1)
    for (let network = 0; network < 3; network++) await outcome({ name: 'unknown', address: `192.0.2.${network}` })
    await outcome({ name: 'jane' })
    expect(await events()).toMatchObject([{ details: { reason: 'wrong_password' }, subject_id: jane.id }])
    services.clock.advance(15 * minuteMs)
    expect((await sweep(services)).refused_sign_ins).toBe(2)
    const summaries = (await events()).slice(1).map(({ address, details }) => ({ address, details }))
    expect(summaries).toHaveLength(2)
    expect(summaries).toEqual(
      expect.arrayContaining([
        { address: '192.0.2.0', details: { reason: 'beyond_limit', network: '192.0.2.0', attempts: 1 } },
        { address: '', details: { reason: 'beyond_limit_elsewhere', attempts: 2 } },
      ]),
    )
  })
})
