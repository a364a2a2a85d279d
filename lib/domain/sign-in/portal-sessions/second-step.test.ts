import { beforeEach, describe, expect, it } from 'vitest'
import { deactivateUser, reactivateUser, updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { readOwnFactors } from '#lib/domain/people/user-lifecycle/own-factors.ts'
import { changePassword } from '#lib/domain/people/user-lifecycle/set-password.ts'
import { findUserById } from '#lib/domain/people/users/store.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { offerSecret } from '#lib/domain/sign-in/authenticator-apps/authenticator-app.ts'
import { endOtherSessions } from '#lib/domain/sign-in/portal-sessions/end-sessions.ts'
import {
  enrollAppAtSignIn,
  enrollPasskeyAtSignIn,
  offerAppAtSignIn,
  offerPasskeyAtSignIn,
} from '#lib/domain/sign-in/portal-sessions/enroll-at-sign-in.ts'
import { rememberBrowser } from '#lib/domain/sign-in/portal-sessions/known-browsers-store.ts'
import { signOutAllUsers, signOutUser } from '#lib/domain/sign-in/portal-sessions/manage-sessions.ts'
import { networkLimit, userLimit } from '#lib/domain/sign-in/portal-sessions/password-attempt-limits.ts'
import {
  cancelSignIn,
  finishSignIn,
  getSecondStep,
  type StepHolder,
  signInWithCode,
} from '#lib/domain/sign-in/portal-sessions/second-step.ts'
import { signIn } from '#lib/domain/sign-in/portal-sessions/sign-in.ts'
import { findFailures } from '#lib/domain/sign-in/portal-sessions/sign-in-failures-store.ts'
import { offerPasskeySignIn, signInWithPasskey } from '#lib/domain/sign-in/portal-sessions/sign-in-with-passkey.ts'
import { changePolicy } from '#lib/domain/sign-in/sign-in-policy/change-policy.ts'
import { insertIdentity } from '#lib/domain/sign-in/sign-in-providers/identities-store.ts'
import { insertProvider } from '#lib/domain/sign-in/sign-in-providers/store.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import { dayMs, minuteMs } from '#lib/kernel/clock.ts'
import { randomToken, sha256 } from '#lib/kernel/crypto.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { createAuthenticator, type Misbehavior } from '#lib/testing/authenticator.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { addTestApp, addTestPasskey, codeOf } from '#lib/testing/factors.ts'
import { goodPassword, insertUser, requireSession, root, signInAs, visitor, withSecret } from '#lib/testing/people.ts'
import { callersAtOnce } from '#lib/testing/sampling.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'

const browserId = randomToken()
const browser = { hash: sha256(browserId), userAgent: 'Test', formerSecret: undefined }

let services: TestServices
let jane: User

beforeEach(async () => {
  services = await openTestServices()
  jane = await insertUser(services, { username: 'jane', name: 'Jane', role: 'admin', password: goodPassword })
})

const personOfJane = async () => (await signInAs(services, jane)).person
const password = () => signIn(services, visitor, { name: 'jane', password: goodPassword, browser })
const enterCode = (holder: StepHolder, code: string) => signInWithCode(services, visitor, { holder, code })

/** The second step of Jane, whose password was right. */
async function pend(): Promise<StepHolder> {
  const outcome = await password()
  if ('secret' in outcome) throw new Error('no second step')
  return { token: outcome.token, browser }
}

async function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (isRefusal(error) ? error.code : String(error)),
  )
}

const sessions = () =>
  services.db
    .selectFrom('portal_sessions')
    .select(['user_id', 'strength'])
    .where('browser_hash', '=', browser.hash)
    .execute()
const refusals = async () => {
  const rows = await services.db
    .selectFrom('audit_events')
    .select('details')
    .where('kind', '=', 'portal_session.refused')
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map(({ details }) => JSON.parse(details))
}

describe('the password of a user with a factor', () => {
  it('starts no session, and its token serves for no session', async () => {
    await addTestApp(services, await personOfJane())
    const { token } = await pend()
    expect(await sessions()).toEqual([])
    const { cookieHeader } = await withSecret(services, { person: await personOfJane(), browserId }, token)
    expect(await readSignedInUser(testContext(services), cookieHeader)).toBeUndefined()
    expect(JSON.stringify(await services.db.selectFrom('pending_sign_ins').selectAll().execute())).not.toContain(token)
  })

  it('that is wrong gets the same refusal as that of a user without one', async () => {
    await addTestApp(services, await personOfJane())
    await insertUser(services, { username: 'joe', password: goodPassword })
    const refuse = async (name: string) => {
      const error: unknown = await signIn(services, visitor, { name, password: 'wrong', browser }).catch(
        (thrown) => thrown,
      )
      return isRefusal(error) ? { code: error.code, description: error.description, fields: error.fields } : error
    }
    expect(await refuse('jane')).toEqual(await refuse('joe'))
  })
})

describe('a code', () => {
  it('ends the sign-in with a session of its strength', async () => {
    const { secret } = await addTestApp(services, await personOfJane())
    const { person } = await enterCode(await pend(), codeOf(services, secret))
    expect(person).toMatchObject({ userId: jane.id, strength: 'otp', confirmedAt: services.clock.now() })
    expect(await sessions()).toEqual([{ user_id: jane.id, strength: 'otp' }])
    expect(await services.db.selectFrom('pending_sign_ins').selectAll().execute()).toEqual([])
  })

  it('may be a recovery code', async () => {
    const { recoveryCodes = [] } = await addTestApp(services, await personOfJane())
    expect((await enterCode(await pend(), recoveryCodes[3] ?? '')).person).toMatchObject({ strength: 'otp' })
  })

  it('may be a recovery code for a user with passkeys alone', async () => {
    const { recoveryCodes = [] } = await addTestPasskey(services, await personOfJane())
    expect(await outcomeOf(enterCode(await pend(), recoveryCodes[0] ?? ''))).toBe('done')
  })

  it('starts one session out of many parallel attempts', async () => {
    const { secret } = await addTestApp(services, await personOfJane())
    const holder = await pend()
    const code = codeOf(services, secret)
    const outcomes = await Promise.all(
      Array.from({ length: callersAtOnce(50) }, () => outcomeOf(enterCode(holder, code))),
    )
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    const expected = ['done', 'code_wrong', 'too_many_requests', 'sign_in_expired']
    for (const outcome of outcomes) expect(expected).toContain(outcome)
    expect(await sessions()).toHaveLength(1)
  })

  it('is refused after five wrong ones, also in another sign-in, and the password’s limits do not count them', async () => {
    const { secret } = await addTestApp(services, await personOfJane())
    const wrong = codeOf(services, secret, 9)
    for (let guess = 0; guess < 5; guess++) expect(await outcomeOf(enterCode(await pend(), wrong))).toBe('code_wrong')
    expect(await outcomeOf(enterCode(await pend(), codeOf(services, secret)))).toBe('too_many_requests')
    expect((await refusals()).map(({ reason, failures }) => [reason, failures])).toEqual(
      [1, 2, 3, 4, 5].map((failures) => ['wrong_code', failures]),
    )
    services.clock.advance(15 * minuteMs)
    expect(await outcomeOf(enterCode(await pend(), codeOf(services, secret)))).toBe('done')
  })

  it('that is right clears the wrong ones', async () => {
    const { secret } = await addTestApp(services, await personOfJane())
    for (let round = 0; round < 3; round++) {
      for (let guess = 0; guess < 4; guess++) await outcomeOf(enterCode(await pend(), '000000x'))
      services.clock.advance(30_000)
      expect(await outcomeOf(enterCode(await pend(), codeOf(services, secret)))).toBe('done')
    }
  })

  it('is needed within ten minutes of the password, to the millisecond', async () => {
    const { secret } = await addTestApp(services, await personOfJane())
    const [one, other] = [await pend(), await insertHolder()]
    services.clock.advance(10 * minuteMs - 1)
    expect(await outcomeOf(getSecondStep(services, one))).toBe('done')
    services.clock.advance(1)
    expect(await outcomeOf(getSecondStep(services, one))).toBe('sign_in_expired')
    expect(await outcomeOf(enterCode(one, codeOf(services, secret)))).toBe('sign_in_expired')
    expect(await outcomeOf(enterCode(other, codeOf(services, secret)))).toBe('sign_in_expired')
  })

  it('is refused once the sign-in was canceled', async () => {
    const { secret } = await addTestApp(services, await personOfJane())
    const holder = await pend()
    await cancelSignIn(services, holder)
    expect(await outcomeOf(enterCode(holder, codeOf(services, secret)))).toBe('sign_in_expired')
    expect(await outcomeOf(getSecondStep(services, holder))).toBe('sign_in_expired')
  })

  it.each([
    ['the sessions of the user', () => signOutUser(services, root, jane.id)],
    ['the sessions of all users', () => signOutAllUsers(services, root)],
    ['their other sessions', async () => endOtherSessions(services, await personOfJane())],
    ['their access, for a while', () => suspend()],
  ])('is refused once someone ended %s', async (_, end) => {
    const { secret } = await addTestApp(services, await personOfJane())
    await services.db.updateTable('portal_sessions').set({ ended_at: services.clock.now() }).execute()
    const holder = await pend()
    await end()
    expect(await outcomeOf(enterCode(holder, codeOf(services, secret)))).toBe('sign_in_expired')
  })

  const suspend = async () => {
    await insertUser(services, { role: 'owner' })
    await deactivateUser(services, root, jane.id)
    await reactivateUser(services, root, jane.id)
  }

  it('and a deactivation at the same time follow one another, without a deadlock', async () => {
    await addTestApp(services, await personOfJane())
    await insertUser(services, { role: 'owner' })
    const holder = await pend()
    const { user } = await getSecondStep(services, holder)
    const deactivation: Promise<string>[] = []
    const claim = async (trx: DbTransaction) => {
      deactivation.push(outcomeOf(deactivateUser(services, root, jane.id)))
      // It gets as far as it can.
      for (let turn = 0; turn < 50; turn++) await findUserById(trx, jane.id)
    }
    expect(
      await outcomeOf(finishSignIn(services, visitor, { holder, user, federated: undefined, strength: 'otp', claim })),
    ).toBe('done')
    expect(await Promise.all(deactivation)).toEqual(['done'])
    const live = services.db.selectFrom('portal_sessions').select('id').where('ended_at', 'is', null)
    expect(await live.execute()).toEqual([])
  })

  const insertHolder = async (): Promise<StepHolder> => ({ token: randomToken(), browser })

  it('is refused in another browser', async () => {
    const { secret } = await addTestApp(services, await personOfJane())
    const { token } = await pend()
    const elsewhere = { token, browser: { ...browser, hash: sha256('another') } }
    expect(await outcomeOf(enterCode(elsewhere, codeOf(services, secret)))).toBe('sign_in_expired')
  })

  it('is refused once the user was deactivated or has another password', async () => {
    const person = await personOfJane()
    const { secret } = await addTestApp(services, person)
    const former = await pend()
    services.clock.advance(1)
    const newPassword = 'nine green figs on a plate'
    await changePassword(services, person, { currentPassword: goodPassword, newPassword })
    expect(await outcomeOf(enterCode(former, codeOf(services, secret)))).toBe('sign_in_expired')
    await insertUser(services, { role: 'owner' })
    const outcome = await signIn(services, visitor, { name: 'jane', password: newPassword, browser })
    const holder = { token: 'token' in outcome ? outcome.token : '', browser }
    await deactivateUser(services, root, jane.id)
    expect(await outcomeOf(enterCode(holder, codeOf(services, secret)))).toBe('sign_in_expired')
    expect(await sessions()).toEqual([])
  })
})

describe('the policy', () => {
  it('requires nothing of anyone by default', async () => {
    expect(requireSession(await password()).person.strength).toBe('pwd')
  })

  it('gives each user seven days once, from the first sign-in under it, to the millisecond', async () => {
    const owner = (await signInAs(services, await insertUser(services, { role: 'owner' }))).person
    await addTestApp(services, owner)
    await changePolicy(services, { ...owner, confirmedAt: services.clock.now() }, { policy: 'managers' })
    const started = requireSession(await password())
    const endsAt = services.clock.now() + 7 * dayMs
    expect(await readOwnFactors(services, started.person)).toMatchObject({ isRequired: true, graceEndsAt: endsAt })
    services.clock.advance(7 * dayMs - 1)
    const late = requireSession(await password())
    const { cookieHeader } = await withSecret(services, { person: late.person, browserId }, late.secret)
    expect(await readSignedInUser(testContext(services), cookieHeader)).toBeDefined()
    services.clock.advance(1)
    expect(await readSignedInUser(testContext(services), cookieHeader)).toBeUndefined()
    expect((await getSecondStep(services, await pend())).step).toBe('enroll')
    await changePolicy(services, root, { policy: 'offered' })
    expect(requireSession(await password()).person.strength).toBe('pwd')
    await changePolicy(services, root, { policy: 'all' })
    expect((await getSecondStep(services, await pend())).step).toBe('enroll')
  })

  it('is asked of managers, or of agents too', async () => {
    await insertUser(services, { username: 'ann', role: 'agent', password: goodPassword })
    const owner = (await signInAs(services, await insertUser(services, { role: 'owner' }))).person
    await addTestApp(services, owner)
    await services.db.updateTable('users').set({ factor_grace_ends_at: 0 }).execute()
    const steps = async () => {
      const outcomes = []
      for (const name of ['jane', 'ann']) {
        const outcome = await signIn(services, visitor, { name, password: goodPassword, browser })
        outcomes.push('secret' in outcome ? 'session' : 'step')
      }
      return outcomes
    }
    expect(await steps()).toEqual(['session', 'session'])
    await changePolicy(services, root, { policy: 'managers' })
    expect(await steps()).toEqual(['step', 'session'])
    await changePolicy(services, root, { policy: 'all' })
    expect(await steps()).toEqual(['step', 'step'])
  })

  it('is required only by an owner who has a factor, or via CLI once one has', async () => {
    const owner = (await signInAs(services, await insertUser(services, { role: 'owner' }))).person
    const change = (actor: Parameters<typeof changePolicy>[1], policy: string) =>
      outcomeOf(changePolicy(services, actor, { policy }))
    expect([await change(owner, 'managers'), await change(root, 'all')]).toEqual(['factor_required', 'factor_required'])
    expect(await change(owner, 'off')).toBe('done')
    expect(await change(owner, 'offered')).toBe('done')
    await addTestApp(services, await personOfJane())
    expect(await change(root, 'all')).toBe('factor_required')
    await addTestPasskey(services, owner)
    expect([await change(owner, 'all'), await change(root, 'managers'), await change(owner, 'some')]).toEqual([
      'done',
      'done',
      'input_invalid',
    ])
    services.clock.advance(10 * minuteMs)
    expect(await change(owner, 'off')).toBe('confirmation_required')
  })
})

describe('a user who must set up a factor', () => {
  beforeEach(async () => {
    const owner = (await signInAs(services, await insertUser(services, { role: 'owner' }))).person
    await addTestApp(services, owner)
    await changePolicy(services, root, { policy: 'managers' })
    await services.db.updateTable('users').set({ factor_grace_ends_at: 0 }).where('id', '=', jane.id).execute()
  })

  it('does so with an authenticator app, in the sign-in', async () => {
    const holder = await pend()
    expect(await outcomeOf(enterCode(holder, '123456'))).toBe('code_wrong')
    const { secret, sealed } = await offerAppAtSignIn(services, holder)
    const enroll = (code: string) => enrollAppAtSignIn(services, visitor, { holder, sealed, code })
    await expect(enroll('000 000')).rejects.toMatchObject({ fields: { code: 'wrong' } })
    expect(await sessions()).toEqual([])
    const { person, recoveryCodes } = await enroll(codeOf(services, secret))
    expect(person.strength).toBe('otp')
    expect(recoveryCodes).toHaveLength(10)
    expect(await outcomeOf(enroll(codeOf(services, secret)))).toBe('sign_in_expired')
    expect(await sessions()).toEqual([{ user_id: jane.id, strength: 'otp' }])
  })

  it('is offered the same secret again while it is valid, and never one of another user', async () => {
    const holder = await pend()
    const offered = await offerAppAtSignIn(services, holder)
    expect(await offerAppAtSignIn(services, holder, offered.sealed)).toEqual(offered)
    expect((await offerAppAtSignIn(services, holder)).secret).not.toBe(offered.secret)
    const foreign = await offerSecret(services, 'usr_other')
    for (const sealed of [foreign.sealed, `${offered.sealed}x`, '']) {
      const { secret } = await offerAppAtSignIn(services, holder, sealed)
      expect([offered.secret, foreign.secret]).not.toContain(secret)
    }
  })

  it('does so with a passkey, in the sign-in', async () => {
    const holder = await pend()
    const response = createAuthenticator().create(await offerPasskeyAtSignIn(services, holder, 'Acme'))
    const enroll = () => enrollPasskeyAtSignIn(services, visitor, { holder, response, name: 'Key' })
    expect((await enroll()).person.strength).toBe('webauthn')
    expect(await outcomeOf(enroll())).toBe('sign_in_expired')
  })

  it('does so once, with one of two parallel factors', async () => {
    const holder = await pend()
    const { secret, sealed } = await offerAppAtSignIn(services, holder)
    const response = createAuthenticator().create(await offerPasskeyAtSignIn(services, holder, 'Acme'))
    const outcomes = await Promise.all([
      outcomeOf(enrollAppAtSignIn(services, visitor, { holder, sealed, code: codeOf(services, secret) })),
      outcomeOf(enrollPasskeyAtSignIn(services, visitor, { holder, response, name: 'Key' })),
    ])
    expect(outcomes.toSorted()).toEqual(['done', 'sign_in_expired'])
    const { app, passkeys } = await readOwnFactors(services, await personOfJane())
    expect((app ? 1 : 0) + passkeys.length).toBe(1)
  })

  it('can’t add one in place of using the one they have', async () => {
    const person = await personOfJane()
    const holder = await pend()
    const { secret, sealed } = await offerAppAtSignIn(services, holder)
    await addTestApp(services, person)
    expect(await outcomeOf(offerAppAtSignIn(services, holder))).toBe('sign_in_expired')
    const enrolling = enrollAppAtSignIn(services, visitor, { holder, sealed, code: codeOf(services, secret) })
    expect(await outcomeOf(enrolling)).toBe('sign_in_expired')
  })
})

describe('a passkey', () => {
  const start = async (authenticator: ReturnType<typeof createAuthenticator>, deviation: Misbehavior = {}) => {
    const response = authenticator.get(await offerPasskeySignIn(services, browser), deviation)
    return signInWithPasskey(services, visitor, { response, browser })
  }

  it('signs in without a password', async () => {
    const key = await addTestPasskey(services, await personOfJane(), 'YubiKey')
    expect((await start(key)).person).toMatchObject({ userId: jane.id, strength: 'webauthn' })
    const events = await services.db
      .selectFrom('audit_events')
      .select('details')
      .where('kind', '=', 'portal_session.started')
      .where('details', 'like', '%webauthn%')
      .execute()
    expect(events.map(({ details }) => JSON.parse(details))).toEqual([{ strength: 'webauthn', passkey: 'YubiKey' }])
    const [passkey] = (await readOwnFactors(services, await personOfJane())).passkeys
    expect(passkey).toMatchObject({ lastUsedAt: services.clock.now() })
  })

  it('is offered with how the browser reaches it', async () => {
    await addTestPasskey(services, await personOfJane())
    await services.db.updateTable('passkeys').set({ transports: 'usb,nfc,of the future' }).execute()
    const { allowCredentials } = await offerPasskeySignIn(services, browser, jane.id)
    expect(allowCredentials).toEqual([expect.objectContaining({ transports: ['nfc', 'usb'] })])
  })

  it('is asked for without naming a user, and after the password for one of theirs', async () => {
    const key = await addTestPasskey(services, await personOfJane())
    expect((await offerPasskeySignIn(services, browser)).allowCredentials).toBeUndefined()
    const { allowCredentials } = await offerPasskeySignIn(services, browser, jane.id)
    expect(allowCredentials).toEqual([expect.objectContaining({ id: key.id })])
  })

  it('neither counts against the password’s limits nor clears them', async () => {
    const key = await addTestPasskey(services, await personOfJane())
    for (let guess = 0; guess < 3; guess++) {
      await outcomeOf(signIn(services, visitor, { name: 'jane', password: 'wrong', browser }))
    }
    const limits = [userLimit(jane.id, visitor.address), networkLimit(visitor.address)]
    const subjects = limits.map(({ subject }) => subject)
    const counted = async () => (await findFailures(services.db, subjects)).map(({ failures }) => failures)
    expect(await counted()).toEqual([3, 3])
    await start(key)
    await outcomeOf(start(key, { isForged: true }))
    expect(await counted()).toEqual([3, 3])
  })

  const refused: readonly [string, Misbehavior][] = [
    ['from another origin', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without user verification', { isUserVerified: false }],
    ['with another challenge', { challenge: 'x'.repeat(43) }],
    ['with a wrong signature', { isForged: true }],
    ['with a counter that did not grow', { counter: 1 }],
  ]
  it.each(refused)('is refused %s', async (_, deviation) => {
    const key = await addTestPasskey(services, await personOfJane())
    expect(await outcomeOf(start(key, deviation))).toBe('passkey_refused')
    expect(await sessions()).toEqual([])
    // A response to no challenge of this browser is no attempt.
    const reason = deviation.counter ? 'passkey_cloned' : 'passkey_refused'
    expect((await refusals()).at(-1)?.reason).toBe(deviation.challenge ? undefined : reason)
    expect(await outcomeOf(start(key, { counter: 2 }))).toBe('done')
  })

  it('is no way around the provider that switched passwords off for its users; owners keep theirs', async () => {
    const key = await addTestPasskey(services, await personOfJane())
    const issuer = 'https://id.example'
    const provider = { id: 'acme', label: 'Acme', issuer, clientId: 'latchkey', clientAuth: 'private_key_jwt' } as const
    const lists = { domains: ['acme.example'], acrValues: [], amrValues: [], groupsClaim: null, maxAgeSeconds: null }
    const states = { createsUsers: false, passwordsOff: true, isDisabled: false }
    await insertProvider(
      services.db,
      { ...provider, ...lists, ...states },
      { sealed: undefined, createdBy: 'operator' },
    )
    expect(await outcomeOf(start(key))).toBe('done')
    const identity = { id: 'pid_1', providerId: 'acme', issuer, subject: 'jane', userId: jane.id, email: null }
    await insertIdentity(services.db, identity)
    expect(await outcomeOf(start(key))).toBe('passkey_refused')
    await insertUser(services, { role: 'owner' })
    await updateUser(services, root, { userId: jane.id, name: jane.name, role: 'owner' })
    expect(await outcomeOf(start(key))).toBe('done')
  })

  it('that counts nothing signs in again and again', async () => {
    const person = await personOfJane()
    const key = await addTestPasskey(services, person)
    await services.db.updateTable('passkeys').set({ sign_count: 0 }).execute()
    for (let round = 0; round < 2; round++) expect(await outcomeOf(start(key, { counter: 0 }))).toBe('done')
    const response = key.get(await offerPasskeySignIn(services, browser), { counter: 0 })
    const present = () => outcomeOf(signInWithPasskey(services, visitor, { response, browser }))
    expect([await present(), await present()]).toEqual(['done', 'passkey_refused'])
  })

  it('is refused with a challenge that was used, of another browser, or five minutes old', async () => {
    const key = await addTestPasskey(services, await personOfJane())
    const response = key.get(await offerPasskeySignIn(services, browser))
    const present = () => outcomeOf(signInWithPasskey(services, visitor, { response, browser }))
    expect([await present(), await present()]).toEqual(['done', 'passkey_refused'])
    const other = key.get(await offerPasskeySignIn(services, { hash: sha256('another') }))
    expect(await outcomeOf(signInWithPasskey(services, visitor, { response: other, browser }))).toBe('passkey_refused')
    const old = key.get(await offerPasskeySignIn(services, browser))
    services.clock.advance(5 * minuteMs)
    expect(await outcomeOf(signInWithPasskey(services, visitor, { response: old, browser }))).toBe('passkey_refused')
  })

  it('starts one session out of many parallel responses', async () => {
    const key = await addTestPasskey(services, await personOfJane())
    const response = key.get(await offerPasskeySignIn(services, browser))
    const outcomes = await Promise.all(
      Array.from({ length: callersAtOnce(50) }, () =>
        outcomeOf(signInWithPasskey(services, visitor, { response, browser })),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(await sessions()).toHaveLength(1)
  })

  it('of a deactivated user is refused as an unknown one', async () => {
    const key = await addTestPasskey(services, await personOfJane())
    await insertUser(services, { role: 'owner' })
    await deactivateUser(services, root, jane.id)
    expect(await outcomeOf(start(key))).toBe('passkey_refused')
    expect(await outcomeOf(start(createAuthenticator()))).toBe('passkey_refused')
  })

  it('is refused after 60 refusals of a network in a minute, but not in a known browser', async () => {
    const key = await addTestPasskey(services, await personOfJane())
    await services.db.deleteFrom('known_browsers').execute()
    for (let round = 0; round < 60; round++) await outcomeOf(start(key, { isForged: true }))
    expect(await outcomeOf(start(key))).toBe('too_many_requests')
    await rememberBrowser(services.db, jane.id, browser.hash)
    expect(await outcomeOf(start(key))).toBe('done')
  })

  it('is accepted after any number of responses to no challenge of this browser: they are no guesses', async () => {
    const key = await addTestPasskey(services, await personOfJane())
    const foreign = key.get(await offerPasskeySignIn(services, { hash: sha256('another') }))
    for (let round = 0; round < 61; round++) {
      for (const response of [{}, foreign]) {
        expect(await outcomeOf(signInWithPasskey(services, visitor, { response, browser }))).toBe('passkey_refused')
      }
    }
    expect(await refusals()).toEqual([])
    expect(await outcomeOf(start(key))).toBe('done')
  })

  it.each([['text'], [null], [{ id: 'a' }], [{ id: 'é', response: { signature: 1 } }]])(
    'is refused as %j',
    async (response) => {
      expect(await outcomeOf(signInWithPasskey(services, visitor, { response, browser }))).toBe('passkey_refused')
    },
  )
})
