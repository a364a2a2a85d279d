import { beforeEach, describe, expect, it } from 'vitest'
import { createSetPasswordLink } from '#lib/domain/people/password-links/set-password-link.ts'
import { readOwnFactors, removeApp } from '#lib/domain/people/user-lifecycle/own-factors.ts'
import { previewFactorReset, resetFactors } from '#lib/domain/people/user-lifecycle/reset-factors.ts'
import { changePassword, setPassword } from '#lib/domain/people/user-lifecycle/set-password.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { enrollAppAtSignIn, offerAppAtSignIn } from '#lib/domain/sign-in/portal-sessions/enroll-at-sign-in.ts'
import { getSecondStep } from '#lib/domain/sign-in/portal-sessions/second-step.ts'
import { signIn } from '#lib/domain/sign-in/portal-sessions/sign-in.ts'
import { changePolicy } from '#lib/domain/sign-in/sign-in-policy/change-policy.ts'
import { randomToken, sha256 } from '#lib/kernel/crypto.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { addTestApp, codeOf } from '#lib/testing/factors.ts'
import {
  goodPassword,
  insertUser,
  requireSession,
  root,
  type SignedIn,
  signInAs,
  visitor,
} from '#lib/testing/people.ts'
import { meetAfter } from '#lib/testing/rendezvous.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

/** Eight characters. */
const short = 'fig 7 ja'
const tooShort = 'fig 7 j'
const long = 'nine green figs on a plate'
const browser = { hash: sha256(randomToken()), userAgent: 'Test', formerSecret: undefined }

let services: TestServices
let jane: User
let here: SignedIn

beforeEach(async () => {
  services = await openTestServices()
  jane = await insertUser(services, { username: 'jane', name: 'Jane Roe', password: goodPassword })
  here = await signInAs(services, jane)
})

async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'done',
    (error: unknown) => (isRefusal(error) ? (error.fields ?? error.code) : String(error)),
  )
}

const change = (newPassword: string, currentPassword = goodPassword) =>
  outcomeOf(changePassword(services, here.person, { currentPassword, newPassword }))
const byLink = async (password: string) => {
  const { url } = await createSetPasswordLink(services, root, jane.id)
  const token = new URL(url).searchParams.get('token') ?? ''
  return outcomeOf(setPassword(services, visitor, { token, password }))
}
const enter = (password: string) => signIn(services, visitor, { name: 'jane', password, browser })
const dropApp = () => removeApp(services, { ...here.person, confirmedAt: services.clock.now() })

describe('a password of 8 characters', () => {
  it('is set by a user with a second factor alone', async () => {
    expect(await change(short)).toEqual({ newPassword: 'too_short' })
    expect(await byLink(short)).toEqual({ password: 'too_short' })
    await addTestApp(services, here.person)
    expect(await change(tooShort)).toEqual({ newPassword: 'too_short' })
    expect(await byLink(tooShort)).toEqual({ password: 'too_short' })
    expect(await change(short)).toBe('done')
    expect(await byLink('jar 9 xy')).toBe('done')
  })

  it.each([['changed'], ['set by a link']])('is not %s while the last factor goes away', async (way) => {
    await addTestApp(services, here.person)
    const arrived = Promise.withResolvers<void>()
    const meeting = meetAfter(services, /from "recovery_codes"/, arrived.resolve)
    const { url } = await createSetPasswordLink(services, root, jane.id)
    const token = new URL(url).searchParams.get('token') ?? ''
    const setting = outcomeOf(
      way === 'changed'
        ? changePassword(meeting, here.person, { currentPassword: goodPassword, newPassword: short })
        : setPassword(meeting, visitor, { token, password: short }),
    )
    await arrived.promise
    const removing = removeApp(meeting, { ...here.person, confirmedAt: services.clock.now() })
    expect(await outcomeOf(removing)).toBe('done')
    expect(await setting).toEqual({ [way === 'changed' ? 'newPassword' : 'password']: 'too_short' })
    expect(requireSession(await enter(goodPassword)).person.userId).toBe(jane.id)
  })

  it('keeps the last factor until a longer one is set', async () => {
    await addTestApp(services, here.person)
    await change(short)
    expect(await readOwnFactors(services, here.person)).toMatchObject({ hasShortPassword: true })
    expect(await outcomeOf(dropApp())).toBe('password_short')
    expect(await change(long, short)).toBe('done')
    expect(await readOwnFactors(services, here.person)).toMatchObject({ hasShortPassword: false })
    expect(await outcomeOf(dropApp())).toBe('done')
  })

  it('keeps the last factor although it is longer than 14 characters, if too much of it is guessable', async () => {
    await addTestApp(services, here.person)
    expect(await change('password qwerty 7xk!')).toBe('done')
    expect(await outcomeOf(dropApp())).toBe('password_short')
  })

  it.each([['offered'], ['off']])('leads to a new factor after a reset, under the policy "%s"', async (policy) => {
    await addTestApp(services, here.person)
    expect(await previewFactorReset(services, root, jane)).toMatchObject({ mustEnroll: false })
    await change(short)
    await changePolicy(services, root, { policy })
    expect(await previewFactorReset(services, root, jane)).toMatchObject({ mustEnroll: true })
    await resetFactors(services, root, jane.id)
    const outcome = await enter(short)
    if ('secret' in outcome) expect.fail('a short password started a session')
    const holder = { token: outcome.token, browser }
    expect((await getSecondStep(services, holder)).step).toBe('enroll')
    const { secret, sealed } = await offerAppAtSignIn(services, holder)
    const code = codeOf(services, secret)
    expect((await enrollAppAtSignIn(services, visitor, { holder, sealed, code })).person.strength).toBe('otp')
  })

  it('is replaced by a link after a reset, which then needs 15', async () => {
    await addTestApp(services, here.person)
    await change(short)
    await resetFactors(services, root, jane.id)
    expect(await byLink('jar 9 xy')).toEqual({ password: 'too_short' })
    expect(await byLink(long)).toBe('done')
    expect(requireSession(await enter(long)).person.strength).toBe('pwd')
  })
})
