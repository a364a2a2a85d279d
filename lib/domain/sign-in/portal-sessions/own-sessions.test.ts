import { beforeEach, describe, expect, it } from 'vitest'
import { createSetPasswordLink } from '#lib/domain/people/password-links/set-password-link.ts'
import { changePassword } from '#lib/domain/people/user-lifecycle/set-password.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { verifyUserPassword } from '#lib/domain/sign-in/portal-sessions/check-password.ts'
import { confirmIdentity } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { endOtherSessions, endOwnSession, signOut } from '#lib/domain/sign-in/portal-sessions/end-sessions.ts'
import { listOwnSessions } from '#lib/domain/sign-in/portal-sessions/find-sessions.ts'
import { confirmationMs } from '#lib/foundation/authorization/permissions.ts'
import { dayMs, hourMs } from '#lib/kernel/clock.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { goodPassword, insertUser, root, type SignedIn, signInAs, withSecret } from '#lib/testing/people.ts'
import { sweep } from '#lib/testing/sweep.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'

const newPassword = 'nine green figs on a plate'

let services: TestServices
let user: User
let here: SignedIn
let there: SignedIn

beforeEach(async () => {
  services = await openTestServices()
  user = await insertUser(services, { name: 'Jane', role: 'owner', password: goodPassword })
  there = await signInAs(services, user)
  services.clock.advance(1_000)
  here = await signInAs(services, user)
})

const isSignedIn = async ({ cookieHeader }: SignedIn) =>
  (await readSignedInUser(testContext(services), cookieHeader)) !== undefined
const events = async () =>
  (await services.db.selectFrom('audit_events').select(['kind', 'details']).orderBy('at').execute())
    .filter(({ kind }) => !/created|started/.test(kind))
    .map(({ kind, details }) => [kind, JSON.parse(details)])

/** An account that this browser opened from the portal. */
async function insertLaunched({ browserId, person }: SignedIn, id: string): Promise<void> {
  await services.db
    .insertInto('accounts')
    .values({ id, name: id, search_text: id, locale: null, deep_path: null, created_at: 0, suspended_at: null })
    .execute()
  await services.db
    .insertInto('account_sessions')
    .values({
      id: `as_${id}`,
      secret_hash: browserId,
      user_id: user.id,
      account_id: id,
      key_id: null,
      browser_hash: person.browserHash,
      locale: 'en-us',
      back_url: testBaseUrl,
      deep_path: `/accounts/${id}`,
      created_at: services.clock.now(),
      last_seen_at: services.clock.now(),
      expires_at: services.clock.now() + dayMs,
      pending_until: null,
      ended_at: null,
      end_reason: null,
    })
    .execute()
}
const openAccounts = async () =>
  (await services.db.selectFrom('account_sessions').select('account_id').where('ended_at', 'is', null).execute()).map(
    ({ account_id }) => account_id,
  )

describe('a user’s own sessions', () => {
  it('are listed, the current one first, then by last use', async () => {
    await insertUser(services).then((other) => signInAs(services, other))
    services.clock.advance(hourMs)
    await isSignedIn(there)
    expect(await listOwnSessions(services, here.person)).toEqual([
      {
        id: here.person.sessionId,
        userAgent: 'Mozilla/5.0',
        address: '192.0.2.7',
        createdAt: here.person.confirmedAt,
        lastSeenAt: here.person.confirmedAt,
        isCurrent: true,
      },
      expect.objectContaining({ id: there.person.sessionId, lastSeenAt: services.clock.now(), isCurrent: false }),
    ])
  })

  it('are not listed after they ended or expired', async () => {
    await signOut(services, there.person)
    expect(await listOwnSessions(services, here.person)).toHaveLength(1)
    services.clock.advance(8 * hourMs)
    expect(await listOwnSessions(services, here.person)).toEqual([])
  })

  it('are deleted after their absolute end, to the millisecond', async () => {
    // One of them began a second before the other.
    services.clock.advance(7 * dayMs - 1_001)
    expect((await sweep(services)).portal_sessions).toBeUndefined()
    services.clock.advance(1)
    expect((await sweep(services)).portal_sessions).toBe(1)
    services.clock.advance(1_000)
    expect((await sweep(services)).portal_sessions).toBe(1)
  })
})

describe('signing out', () => {
  it('ends this session and the accounts that this browser opened', async () => {
    await insertLaunched(here, 'opened-here')
    await insertLaunched(there, 'opened-there')
    await signOut(services, here.person)
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([false, true])
    expect(await openAccounts()).toEqual(['opened-there'])
    expect(await events()).toEqual([['portal_session.ended', { reason: 'signed_out' }]])
  })

  it('is recorded once when repeated', async () => {
    await Promise.all([signOut(services, here.person), signOut(services, here.person)])
    expect(await events()).toHaveLength(1)
  })
})

describe('ending another session', () => {
  it('takes effect with the next request and ends the accounts opened from it', async () => {
    await insertLaunched(there, 'opened-there')
    await endOwnSession(services, here.person, there.person.sessionId)
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
    expect(await openAccounts()).toEqual([])
    expect(await events()).toEqual([['portal_session.ended', { reason: 'ended_elsewhere' }]])
  })

  it('is refused in the same way for another user’s, an unknown and an ended session', async () => {
    const other = await signInAs(services, await insertUser(services))
    await signOut(services, there.person)
    for (const id of [other.person.sessionId, 'ps_unknown', there.person.sessionId]) {
      await expect(endOwnSession(services, here.person, id)).rejects.toMatchObject({ code: 'not_found' })
    }
    expect(await isSignedIn(other)).toBe(true)
  })

  it('needs a recent confirmation', async () => {
    services.clock.advance(confirmationMs)
    const refused = { code: 'confirmation_required' }
    await expect(endOwnSession(services, here.person, there.person.sessionId)).rejects.toMatchObject(refused)
    await expect(endOtherSessions(services, here.person)).rejects.toMatchObject(refused)
    services.clock.advance(-1)
    await endOwnSession(services, here.person, there.person.sessionId)
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
  })

  it('can end all sessions but the current one', async () => {
    const third = await signInAs(services, user)
    const other = await signInAs(services, await insertUser(services))
    expect(await endOtherSessions(services, here.person)).toBe(2)
    expect(await Promise.all([here, there, third, other].map(isSignedIn))).toEqual([true, false, false, true])
    expect(await endOtherSessions(services, here.person)).toBe(0)
    expect(await events()).toEqual([['portal_session.ended', { reason: 'ended_elsewhere', sessions: 2 }]])
  })
})

describe('confirming the password', () => {
  it('sets the instant of confirmation, now and at the next request', async () => {
    services.clock.advance(hourMs)
    const { user, secret } = await confirmIdentity(services, here.person, { password: goodPassword, code: '' })
    expect(user).toEqual({ ...here.person, confirmedAt: services.clock.now() })
    const { cookieHeader } = await withSecret(services, here, secret)
    expect(await readSignedInUser(testContext(services), cookieHeader)).toMatchObject({
      confirmedAt: services.clock.now(),
    })
  })

  it('names the field of a wrong password and changes nothing', async () => {
    services.clock.advance(hourMs)
    await expect(confirmIdentity(services, here.person, { password: 'wrong', code: '' })).rejects.toMatchObject({
      code: 'password_wrong',
      fields: { password: 'wrong' },
    })
    await expect(confirmIdentity(services, here.person, { password: '', code: '' })).rejects.toMatchObject({
      fields: { password: 'required' },
    })
    const row = services.db.selectFrom('portal_sessions').select('confirmed_at').where('id', '=', here.person.sessionId)
    expect(await row.executeTakeFirst()).toEqual({ confirmed_at: here.person.confirmedAt })
    expect(await events()).toEqual([['portal_session.refused', { reason: 'wrong_confirmation', failures: 1 }]])
  })

  it('is limited, together with changing the password', async () => {
    for (let round = 0; round < 10; round++) {
      await expect(confirmIdentity(services, here.person, { password: 'wrong', code: '' })).rejects.toMatchObject({
        code: 'password_wrong',
      })
    }
    const tooMany = { code: 'too_many_requests' }
    await expect(confirmIdentity(services, here.person, { password: goodPassword, code: '' })).rejects.toMatchObject(
      tooMany,
    )
    const changing = changePassword(services, here.person, { currentPassword: goodPassword, newPassword })
    await expect(changing).rejects.toMatchObject(tooMany)
  })

  it('is refused in a session that ended meanwhile', async () => {
    await signOut(services, here.person)
    await expect(confirmIdentity(services, here.person, { password: goodPassword, code: '' })).rejects.toMatchObject({
      code: 'signed_out',
    })
  })
})

describe('changing the password', () => {
  const change = (currentPassword: string, chosen: string) =>
    changePassword(services, here.person, { currentPassword, newPassword: chosen })

  it('takes effect immediately and ends the other sessions', async () => {
    await insertLaunched(there, 'opened-there')
    await insertLaunched(here, 'opened-here')
    services.clock.advance(1_000)
    const { secret, ...changed } = await change(goodPassword, newPassword)
    expect(changed).toEqual({ changedAt: services.clock.now(), endedSessions: 1 })
    const renewed = await withSecret(services, here, secret)
    expect([await isSignedIn(renewed), await isSignedIn(there)]).toEqual([true, false])
    expect(await openAccounts()).toEqual(['opened-here'])
    expect(await verifyUserPassword(services.db, { userId: user.id, password: newPassword, lane: 'test' })).toBe(true)
    expect(await verifyUserPassword(services.db, { userId: user.id, password: goodPassword, lane: 'test' })).toBe(false)
    expect(await events()).toEqual([['user.password_changed', {}]])
  })

  it('voids password links', async () => {
    await createSetPasswordLink(services, root, user.id)
    await change(goodPassword, newPassword)
    expect(await services.db.selectFrom('password_links').selectAll().execute()).toEqual([])
  })

  it.each([
    ['wrong', newPassword, 'password_wrong', { currentPassword: 'wrong' }],
    ['', '', 'input_invalid', { currentPassword: 'required', newPassword: 'required' }],
    [goodPassword, 'short', 'input_invalid', { newPassword: 'too_short' }],
    [goodPassword, 'Jane jane 1234567', 'input_invalid', { newPassword: 'personal' }],
    [goodPassword, goodPassword, 'input_invalid', { newPassword: 'unchanged' }],
  ])('from %j to %j is refused', async (current, chosen, code, fields) => {
    await expect(change(current, chosen)).rejects.toMatchObject({ code, fields })
    expect(await verifyUserPassword(services.db, { userId: user.id, password: goodPassword, lane: 'test' })).toBe(true)
    expect(await isSignedIn(there)).toBe(true)
  })
})
