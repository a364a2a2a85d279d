import { beforeEach, describe, expect, it } from 'vitest'
import { checkPassword } from '#lib/domain/sign-in/portal-sessions/check-password.ts'
import { confirmIdentity } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { userLimit } from '#lib/domain/sign-in/portal-sessions/password-attempt-limits.ts'
import { needsConfirmation } from '#lib/foundation/authorization/permissions.ts'
import { installServices, type Services } from '#lib/foundation/services.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { callEndpoint, testContext } from '#lib/testing/call-endpoint.ts'
import { openTestAccount } from '#lib/testing/open-accounts.ts'
import { goodPassword, insertUser, type SignedIn, signInAs, withSecret } from '#lib/testing/people.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'
import { accountSessionStatusEndpoint } from '#lib/web/endpoints/account-session-status.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

const wrong = [
  ['an hour ahead', 60],
  ['an hour behind', -60],
] as const

describe.each(wrong)('an instance whose own clock is %s of the database’s', (_, minutes) => {
  let instance: Services
  beforeEach(() => {
    instance = { ...services, clock: { now: () => services.clock.now() + minutes * minuteMs } }
    installServices(instance)
  })

  async function asksAgain({ cookieHeader }: SignedIn): Promise<boolean> {
    const person = await readSignedInUser(testContext(instance), cookieHeader)
    return needsConfirmation(person ?? expect.fail(), instance.clock.now())
  }

  it('requires a confirmation ten minutes after the last one, to the millisecond', async () => {
    const signedIn = await signInAs(services, await insertUser(services, { password: goodPassword }))
    services.clock.advance(10 * minuteMs - 1)
    expect(await asksAgain(signedIn)).toBe(false)
    services.clock.advance(1)
    expect(await asksAgain(signedIn)).toBe(true)
    const { user, secret } = await confirmIdentity(instance, signedIn.person, { password: goodPassword, code: '' })
    expect(needsConfirmation(user, instance.clock.now())).toBe(false)
    expect(await asksAgain(await withSecret(services, signedIn, secret))).toBe(false)
  })

  it('shows the right remaining time of an account session', async () => {
    const { cookieHeader } = await openTestAccount(services)
    services.clock.advance(minuteMs)
    const request = new Request(`${testBaseUrl}/accounts/A-100/-/status`, { headers: { cookie: cookieHeader } })
    const status = await callEndpoint(accountSessionStatusEndpoint, request)
    expect(await status.json()).toEqual({ open: true, remainingSeconds: 29 * 60 })
  })

  it('gives the right time until the next attempt', async () => {
    const guess = () =>
      checkPassword(instance, {
        lane: 'jane',
        limits: [userLimit('jane', '192.0.2.7')],
        verify: async () => false,
        recordFailure: async () => {},
      })
    for (let round = 0; round < 10; round++) await guess()
    services.clock.advance(minuteMs)
    await expect(guess()).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 14 * 60 })
  })
})
