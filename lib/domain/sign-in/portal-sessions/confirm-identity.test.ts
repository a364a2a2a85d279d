import { beforeEach, describe, expect, it } from 'vitest'
import { changePassword } from '#lib/domain/people/user-lifecycle/set-password.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import {
  type Confirmation,
  confirmIdentity,
  offerPasskeyConfirmation,
  readConfirmationMethods,
} from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { offerPasskeySignIn } from '#lib/domain/sign-in/portal-sessions/sign-in-with-passkey.ts'
import { needsConfirmation } from '#lib/foundation/authorization/permissions.ts'
import { minuteMs, secondMs } from '#lib/kernel/clock.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { addTestApp, addTestPasskey, codeOf } from '#lib/testing/factors.ts'
import { goodPassword, insertUser, type SignedIn, signInAs, withSecret } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'

let services: TestServices
let jane: User
let here: SignedIn

beforeEach(async () => {
  services = await openTestServices()
  jane = await insertUser(services, { password: goodPassword })
  here = await signInAs(services, jane)
})

const confirm = (given: Confirmation, { person } = here) => confirmIdentity(services, person, given)
const withCode = (code: string) => confirm({ password: goodPassword, code })
const read = ({ cookieHeader }: SignedIn) => readSignedInUser(testContext(services), cookieHeader)

async function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (isRefusal(error) ? error.code : String(error)),
  )
}

/** Whether the browser's requests are confirmed; undefined if it is signed out. */
async function isConfirmed(browser: SignedIn): Promise<boolean | undefined> {
  const user = await read(browser)
  return user && !needsConfirmation(user, services.clock.now())
}

describe('a user without a factor', () => {
  it('confirms with the password alone', async () => {
    expect(await readConfirmationMethods(services, here.person)).toEqual({ passkey: false, code: false })
    services.clock.advance(10 * minuteMs)
    expect((await withCode('')).user).toEqual({ ...here.person, confirmedAt: services.clock.now() })
  })
})

describe('a user with a factor', () => {
  it('confirms with the password and a code, which works once', async () => {
    const { secret } = await addTestApp(services, here.person)
    expect(await readConfirmationMethods(services, here.person)).toEqual({ passkey: false, code: true })
    const code = codeOf(services, secret)
    expect([await outcomeOf(withCode(code)), await outcomeOf(withCode(code))]).toEqual(['done', 'code_wrong'])
  })

  it('does not confirm with the password alone, nor with a code alone', async () => {
    const { secret } = await addTestPasskey(services, here.person).then(() => addTestApp(services, here.person))
    await expect(withCode('')).rejects.toMatchObject({ code: 'input_invalid', fields: { code: 'required' } })
    await expect(withCode('123456')).rejects.toMatchObject({ code: 'code_wrong', fields: { code: 'wrong' } })
    const wrong = confirm({ password: 'wrong', code: codeOf(services, secret) })
    await expect(wrong).rejects.toMatchObject({ code: 'password_wrong' })
    expect(await outcomeOf(withCode(codeOf(services, secret)))).toBe('done')
  })

  it('does not confirm by changing the password', async () => {
    await addTestApp(services, here.person)
    services.clock.advance(10 * minuteMs)
    const newPassword = 'nine green figs on a plate'
    const { secret } = await changePassword(services, here.person, { currentPassword: goodPassword, newPassword })
    expect(secret).toBeUndefined()
    expect(await isConfirmed(here)).toBe(false)
  })

  it('has five wrong codes in 15 minutes, together with those of signing in', async () => {
    const { secret } = await addTestApp(services, here.person)
    for (let guess = 0; guess < 5; guess++) expect(await outcomeOf(withCode('000000x'))).toBe('code_wrong')
    expect(await outcomeOf(withCode(codeOf(services, secret)))).toBe('too_many_requests')
  })
})

describe('a passkey', () => {
  it('confirms without a password', async () => {
    const key = await addTestPasskey(services, here.person)
    expect(await readConfirmationMethods(services, here.person)).toEqual({ passkey: true, code: true })
    const options = await offerPasskeyConfirmation(services, here.person)
    expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [{ id: key.id }] })
    services.clock.advance(minuteMs)
    const { user } = await confirm({ passkey: key.get(options) })
    expect(user.confirmedAt).toBe(services.clock.now())
  })

  it('is refused if it is another user’s, was used, or answers another session or a sign-in', async () => {
    const key = await addTestPasskey(services, here.person)
    const other = await signInAs(services, await insertUser(services))
    const foreign = await addTestPasskey(services, other.person)
    const options = () => offerPasskeyConfirmation(services, here.person)
    const used = key.get(await options())
    expect(await outcomeOf(confirm({ passkey: used }))).toBe('done')
    const again = await signInAs(services, jane)
    const refused = [
      foreign.get(await options()),
      used,
      key.get(await offerPasskeyConfirmation(services, again.person)),
      key.get(await offerPasskeySignIn(services, { hash: here.person.browserHash })),
      key.get(await options(), { isUserVerified: false }),
      undefined,
    ]
    for (const passkey of refused) expect(await outcomeOf(confirm({ passkey }))).toBe('passkey_refused')
  })
})

describe('the session after a confirmation', () => {
  it('has another secret, and the former one confirms nothing for ten seconds, then nothing works with it', async () => {
    services.clock.advance(10 * minuteMs)
    const { secret } = await withCode('')
    const renewed = await withSecret(services, here, secret)
    expect([await isConfirmed(renewed), await isConfirmed(here)]).toEqual([true, false])
    services.clock.advance(10 * secondMs - 1)
    expect(await isConfirmed(here)).toBe(false)
    services.clock.advance(1)
    expect([await isConfirmed(renewed), await isConfirmed(here)]).toEqual([true, undefined])
  })

  it('keeps the secret of the first of two confirmations at once', async () => {
    const confirmed = await Promise.all([withCode(''), withCode('')])
    const secrets = confirmed.map(({ secret }) => secret).filter((secret) => secret !== undefined)
    expect(secrets).toHaveLength(1)
    expect(await isConfirmed(await withSecret(services, here, secrets[0]))).toBe(true)
    services.clock.advance(10 * secondMs)
    expect((await withCode('')).secret).toMatch(/^[\w-]{43}$/)
  })

  it('ends for the former secret, too, when its user signs out everywhere', async () => {
    await withCode('')
    await services.db.updateTable('portal_sessions').set({ ended_at: 1 }).execute()
    expect(await isConfirmed(here)).toBeUndefined()
  })
})
