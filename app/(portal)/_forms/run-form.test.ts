import { beforeEach, describe, expect, it, vi } from 'vitest'
import { offerPasskeyConfirmation } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { confirmationMs, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { PortalRole } from '#lib/foundation/authorization/roles.ts'
import type { Services } from '#lib/foundation/services.ts'
import { createAuthenticator } from '#lib/testing/authenticator.ts'
import { addTestApp, addTestPasskey, codeOf } from '#lib/testing/factors.ts'
import { goodPassword, insertUser, personOf, signInAs } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { readAccountChanges } from './form-fields.ts'
import { runForm } from './run-form.ts'

const { givenCookies } = vi.hoisted(() => ({ givenCookies: [] as string[] }))
// next-auth can't be imported outside Next.
vi.mock('#app/(portal)/_session/auth.ts', () => ({
  setSessionCookie: async (secret: string) => void givenCookies.push(secret),
}))

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
  givenCookies.length = 0
})

async function signedIn(role: PortalRole) {
  const user = await insertUser(services, { role, password: goodPassword })
  return { user, person: personOf(services, user) }
}

function formOf(fields: readonly (readonly [string, string])[]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

describe('a form from an agent', () => {
  it('is refused before a field is read or a password is checked', async () => {
    const form = formOf([['password', 'a wrong password']])
    const reads = [vi.spyOn(form, 'get'), vi.spyOn(form, 'getAll'), vi.spyOn(form, 'entries')]
    const work = vi.fn()
    const state = await runForm(services, (await signedIn('agent')).person, form, work)
    expect(state).toMatchObject({ result: { ok: false, code: 'forbidden' }, entered: [] })
    for (const read of [...reads, work]) expect(read).not.toHaveBeenCalled()
    expect(await services.db.selectFrom('sign_in_failures').selectAll().execute()).toEqual([])
  })
})

describe('a form from a manager', () => {
  it.each([
    ['1,001 fields', Array.from({ length: 1_001 }, () => ['ticked', 'a'] as const)],
    ['more than 65,536 characters', [['added', 'a'.repeat(65_532)] as const]],
  ])('with %s is refused before it runs, and is not sent back', async (_, fields) => {
    const work = vi.fn()
    const state = await runForm(services, (await signedIn('admin')).person, formOf(fields), work)
    expect(state).toMatchObject({ result: { ok: false, code: 'body_too_large' }, entered: [] })
    expect(work).not.toHaveBeenCalled()
  })

  it.each([
    ['1,000 fields', Array.from({ length: 1_000 }, () => ['ticked', 'a'] as const)],
    ['65,536 characters', [['added', 'a'.repeat(65_531)] as const]],
  ])('with %s runs', async (_, fields) => {
    const state = await runForm(services, (await signedIn('admin')).person, formOf(fields), async () => 'done')
    expect(state).toMatchObject({ result: { ok: true, value: 'done' } })
  })
})

describe('the confirmation step', () => {
  const entered = [['name', 'CRM']] as const
  /** An admin who has just signed in. */
  const newAdmin = async () => {
    const { user } = await signedIn('admin')
    return { ...(await signInAs(services, user)).person, confirmedAt: services.clock.now() }
  }
  const submitAs = async (admin: PortalUser, fields: readonly (readonly [string, string])[], ago = confirmationMs) => {
    const work = vi.fn(async (_: Services, actor: PortalUser) => requireRecentConfirmation(actor, services.clock.now()))
    const outdated = { ...admin, confirmedAt: services.clock.now() - ago }
    const state = await runForm(services, outdated, formOf([...entered, ...fields]), work)
    return { state, ran: work.mock.calls.length }
  }
  const submit = async (fields: readonly (readonly [string, string])[], confirmedMsAgo = confirmationMs) =>
    submitAs(await newAdmin(), fields, confirmedMsAgo)
  const byPassword = { passkey: false, code: false }
  const isSecret = expect.stringMatching(/^[\w-]{43}$/)
  const step = (name: string, password: string) =>
    [
      ['step', name],
      ['password', password],
    ] as const

  it('before the form only confirms, and keeps what the form held', async () => {
    expect(await submit(step('first', goodPassword))).toEqual({
      state: { result: undefined, entered, confirmBy: false, confirmFirst: false },
      ran: 0,
    })
  })

  it.each([
    ['a wrong password', 'password_wrong', 'wrong'],
    ['', 'input_invalid', 'required'],
  ])('before the form asks again after %j', async (password, code, problem) => {
    expect(await submit(step('first', password))).toMatchObject({
      state: { result: { code, fields: { password: problem } }, entered, confirmBy: byPassword, confirmFirst: true },
      ran: 0,
    })
    expect(givenCookies).toEqual([])
  })

  it('is asked for by a form that was submitted too late, which names no mistake', async () => {
    const { state } = await submit([])
    expect(state).toMatchObject({
      result: { code: 'confirmation_required' },
      entered,
      confirmBy: byPassword,
      confirmFirst: false,
    })
    expect(state.result).toHaveProperty('fields', undefined)
  })

  it('after that goes on with what was submitted', async () => {
    expect(await submit(step('continue', goodPassword))).toEqual({
      state: { result: { ok: true, value: undefined }, entered: [], confirmBy: false, confirmFirst: false },
      ran: 1,
    })
    expect(givenCookies).toEqual([isSecret])
  })

  describe('with an authenticator app', () => {
    const byCode = { passkey: false, code: true }
    const withCode = (code: string) => [...step('continue', goodPassword), ['code', code] as const]

    it.each([
      ['no code', '', 'input_invalid', 'required'],
      ['a wrong code', '000000', 'code_wrong', 'wrong'],
    ])('asks for the code again after the password with %s', async (_, code, refusal, problem) => {
      const admin = await newAdmin()
      await addTestApp(services, admin)
      expect(await submitAs(admin, withCode(code))).toMatchObject({
        state: { result: { code: refusal, fields: { code: problem } }, entered, confirmBy: byCode },
        ran: 0,
      })
      expect(givenCookies).toEqual([])
    })

    it('takes a code with the password, once, and renews the secret of the session', async () => {
      const admin = await newAdmin()
      const { secret } = await addTestApp(services, admin)
      const code = codeOf(services, secret)
      expect(await submitAs(admin, withCode(code))).toEqual({
        state: { result: { ok: true, value: undefined }, entered: [], confirmBy: false, confirmFirst: false },
        ran: 1,
      })
      expect(givenCookies).toEqual([isSecret])
      const replayed = await submitAs(admin, withCode(code))
      expect(replayed).toMatchObject({ state: { result: { code: 'code_wrong' }, confirmBy: byCode }, ran: 0 })
      expect(givenCookies).toHaveLength(1)
    })

    it('takes a recovery code', async () => {
      const admin = await newAdmin()
      const { recoveryCodes = [] } = await addTestApp(services, admin)
      expect(await submitAs(admin, withCode(recoveryCodes[0] ?? ''))).toMatchObject({ ran: 1 })
    })
  })

  describe('with a passkey', () => {
    const byPasskey = { passkey: true, code: true }
    const withPasskey = (response: unknown) =>
      [
        ['step', 'continue'],
        ['passkey', JSON.stringify(response)],
      ] as const

    it('takes its response, once, and renews the secret of the session', async () => {
      const admin = await newAdmin()
      const key = await addTestPasskey(services, admin)
      const response = key.get(await offerPasskeyConfirmation(services, admin))
      expect(await submitAs(admin, withPasskey(response))).toEqual({
        state: { result: { ok: true, value: undefined }, entered: [], confirmBy: false, confirmFirst: false },
        ran: 1,
      })
      expect(givenCookies).toEqual([isSecret])
      const replayed = await submitAs(admin, withPasskey(response))
      expect(replayed).toMatchObject({ state: { result: { code: 'passkey_refused' }, confirmBy: byPasskey }, ran: 0 })
      expect(givenCookies).toHaveLength(1)
    })

    it.each([
      ['another user', async (_: PortalUser) => addTestPasskey(services, await newAdmin())],
      ['no one', async (_: PortalUser) => createAuthenticator()],
    ])('refuses a passkey of %s', async (_, keyOf) => {
      const admin = await newAdmin()
      await addTestPasskey(services, admin)
      const key = await keyOf(admin)
      const response = key.get(await offerPasskeyConfirmation(services, admin))
      expect(await submitAs(admin, withPasskey(response))).toMatchObject({
        state: { result: { code: 'passkey_refused' }, entered, confirmBy: byPasskey },
        ran: 0,
      })
      expect(givenCookies).toEqual([])
    })

    it('refuses a response to what another session was asked', async () => {
      const admin = await newAdmin()
      const key = await addTestPasskey(services, admin)
      const response = key.get(await offerPasskeyConfirmation(services, { ...admin, sessionId: 'ps_other' }))
      expect(await submitAs(admin, withPasskey(response))).toMatchObject({
        state: { result: { code: 'passkey_refused' } },
        ran: 0,
      })
    })

    it('asks for a code beside the password', async () => {
      const admin = await newAdmin()
      await addTestPasskey(services, admin)
      expect(await submitAs(admin, step('continue', goodPassword))).toMatchObject({
        state: { result: { code: 'input_invalid', fields: { code: 'required' } }, confirmBy: byPasskey },
        ran: 0,
      })
    })
  })

  it('is not asked for a millisecond before ten minutes', async () => {
    expect(await submit([], confirmationMs - 1)).toMatchObject({ state: { result: { ok: true } }, ran: 1 })
  })
})

describe('the accounts to add and to remove', () => {
  const many = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => [name, `${name}-${index}`] as const)

  it('are the boxes that differ from those that were ticked before', () => {
    const form = formOf([
      ['ticked', 'acme'],
      ['ticked', 'beta'],
      ['tickedBefore', 'beta'],
      ['tickedBefore', 'gamma'],
    ])
    expect(readAccountChanges(form)).toEqual({ added: ['acme'], removed: ['gamma'] })
  })

  it('are those that the page kept, whatever its boxes show', () => {
    const form = formOf([
      ['ticked', 'acme'],
      ['added', 'beta gamma'],
      ['removed', ''],
    ])
    expect(readAccountChanges(form)).toEqual({ added: ['beta', 'gamma'], removed: [] })
  })

  it('are at most 500', () => {
    const kept = (count: number) =>
      formOf([
        [
          'added',
          many('a', count)
            .map(([, id]) => id)
            .join(' '),
        ],
      ])
    expect(readAccountChanges(kept(500)).added).toHaveLength(500)
    const refusal = expect.objectContaining({ code: 'input_invalid', fields: { changes: 'too_many' } })
    expect(() => readAccountChanges(kept(501))).toThrow(refusal)
  })

  it('are found in 90,000 fields within 5 seconds: a quadratic search took 14', () => {
    const form = formOf([...many('ticked', 45_000), ...many('tickedBefore', 45_000)])
    const start = performance.now()
    expect(() => readAccountChanges(form)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})
