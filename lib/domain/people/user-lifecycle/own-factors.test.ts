import { beforeEach, describe, expect, it } from 'vitest'
import {
  addApp,
  addPasskey,
  offerApp,
  offerPasskey,
  readOwnFactors,
  removeApp,
  removePasskey,
  renamePasskey,
  replaceRecoveryCodes,
} from '#lib/domain/people/user-lifecycle/own-factors.ts'
import { previewFactorReset, resetFactors } from '#lib/domain/people/user-lifecycle/reset-factors.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { renewAppSeals } from '#lib/domain/sign-in/authenticator-apps/authenticator-app.ts'
import { findApp, spendTimeStep } from '#lib/domain/sign-in/authenticator-apps/store.ts'
import { offerPasskeyConfirmation } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { redeemSecondFactor } from '#lib/domain/sign-in/second-factor/redeem-code.ts'
import { changePolicy } from '#lib/domain/sign-in/sign-in-policy/change-policy.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { createAuthenticator, type Misbehavior } from '#lib/testing/authenticator.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { addTestApp, addTestPasskey, codeOf } from '#lib/testing/factors.ts'
import { insertUser, personOf, root, type SignedIn, signInAs } from '#lib/testing/people.ts'
import { meetAfter } from '#lib/testing/rendezvous.ts'
import { callersAtOnce } from '#lib/testing/sampling.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'

let services: TestServices
let jane: User
let here: SignedIn

beforeEach(async () => {
  services = await openTestServices()
  jane = await insertUser(services, { role: 'admin', name: 'Jane Roe', username: 'jane' })
  here = await signInAs(services, jane)
})

async function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (isRefusal(error) ? error.code : String(error)),
  )
}

const redeem = (code: string) => redeemSecondFactor(services, here.person, { user: jane, code })
const changes = async () => {
  const rows = await services.db
    .selectFrom('audit_events')
    .select('details')
    .where('kind', '=', 'user.factor_changed')
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map(({ details }) => JSON.parse(details))
}
const everything = async () => {
  const tables = ['authenticator_apps', 'recovery_codes', 'passkeys', 'audit_events', 'used_challenges'] as const
  const rows = await Promise.all(tables.map((table) => services.db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows) + services.logLines.join('')
}

describe('an authenticator app', () => {
  it('is set up with a secret and its first code, and comes with ten recovery codes', async () => {
    const { secret, sealed, uri } = await offerApp(services, here.person)
    expect(uri).toBe(`otpauth://totp/Latchkey:jane?issuer=Latchkey&secret=${secret}&algorithm=SHA1&digits=6&period=30`)
    const { recoveryCodes = [] } = await addApp(services, here.person, { sealed, code: codeOf(services, secret) })
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/)
    expect(await readOwnFactors(services, here.person)).toMatchObject({
      passkeys: [],
      app: { createdAt: services.clock.now(), lastUsedAt: null },
      codes: { left: 10, lastUsedAt: null },
    })
    expect(await changes()).toEqual([{ change: 'app_added' }])
    const kept = await everything()
    for (const shown of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
      expect(kept).not.toContain(shown)
    }
  })

  it('is offered with the same secret again until that expires, and never to another user', async () => {
    const { secret, sealed, uri } = await offerApp(services, here.person)
    expect(await offerApp(services, here.person, sealed)).toEqual({ secret, sealed, uri })
    const other = (await signInAs(services, await insertUser(services))).person
    expect((await offerApp(services, other, sealed)).secret).not.toBe(secret)
    services.clock.advance(30 * minuteMs)
    const confirmed = { ...here.person, confirmedAt: services.clock.now() }
    expect((await offerApp(services, confirmed, sealed)).secret).not.toBe(secret)
  })

  it('stores nothing before its first code is right', async () => {
    const { secret, sealed } = await offerApp(services, here.person)
    const wrong = codeOf(services, secret, 5)
    await expect(addApp(services, here.person, { sealed, code: wrong })).rejects.toMatchObject({
      fields: { code: 'wrong' },
    })
    expect(await services.db.selectFrom('authenticator_apps').selectAll().execute()).toEqual([])
  })

  it.each([
    [
      'of another user',
      async () => (await offerApp(services, (await signInAs(services, await insertUser(services))).person)).sealed,
    ],
    ['that is no seal', async () => 'eyJhbGciOiJkaXIifQ..a.b.c'],
    [
      'of 30 minutes ago',
      async () => {
        const { sealed } = await offerApp(services, here.person)
        services.clock.advance(30 * minuteMs)
        return sealed
      },
    ],
  ])('is not set up with a secret %s', async (_, offer) => {
    const sealed = await offer()
    const person = personOf(services, jane, here.person)
    const confirmed = { ...person, confirmedAt: services.clock.now() }
    await expect(addApp(services, confirmed, { sealed, code: '123456' })).rejects.toMatchObject({
      fields: { code: 'expired' },
    })
  })

  it('accepts the codes of the step before and after, and no other', async () => {
    const { secret } = await addTestApp(services, here.person)
    services.clock.advance(5 * minuteMs)
    const code = (steps: number) => codeOf(services, secret, steps)
    expect([await redeem(code(-2)), await redeem(code(2))]).toEqual([false, false])
    expect([await redeem(code(-1)), await redeem(code(0)), await redeem(code(1))]).toEqual([true, true, true])
  })

  it('accepts each code once, and none from before it', async () => {
    const { secret } = await addTestApp(services, here.person)
    expect(await redeem(codeOf(services, secret, 1))).toBe(true)
    expect(await redeem(codeOf(services, secret, 1))).toBe(false)
    expect(await redeem(codeOf(services, secret))).toBe(false)
  })

  it('does not accept the code that set it up again', async () => {
    const { secret, sealed } = await offerApp(services, here.person)
    const code = codeOf(services, secret)
    await addApp(services, here.person, { sealed, code })
    expect(await redeem(code)).toBe(false)
  })

  it('accepts one of many parallel uses of a code', async () => {
    const { secret } = await addTestApp(services, here.person)
    const code = codeOf(services, secret)
    const uses = await Promise.all(Array.from({ length: callersAtOnce(200) }, () => redeem(code)))
    expect(uses.filter(Boolean)).toHaveLength(1)
  })

  it('works until its replacement is confirmed, which brings no new recovery codes', async () => {
    const former = await addTestApp(services, here.person)
    const { secret, sealed } = await offerApp(services, here.person)
    expect(await redeem(codeOf(services, former.secret))).toBe(true)
    services.clock.advance(30_000)
    expect(await addApp(services, here.person, { sealed, code: codeOf(services, secret) })).toEqual({
      recoveryCodes: undefined,
    })
    services.clock.advance(30_000)
    expect([await redeem(codeOf(services, former.secret)), await redeem(codeOf(services, secret))]).toEqual([
      false,
      true,
    ])
  })

  it('is not used by a code of the app that it replaced meanwhile', async () => {
    await addTestApp(services, here.person)
    const former = (await findApp(services.db, jane.id)) ?? expect.fail()
    await addTestApp(services, here.person)
    expect(await spendTimeStep(services.db, former, Number.MAX_SAFE_INTEGER)).toBe(false)
  })

  it('moves to another master secret', async () => {
    const { secret } = await addTestApp(services, here.person)
    const { dataDir, masterSecrets } = services.env
    const later = await openTestServices({
      DATA_DIR: dataDir,
      LATCHKEY_SECRET: `${'n'.repeat(40)},${masterSecrets?.[0]}`,
    })
    await renewAppSeals(later)
    const onlyNew = { ...later, keys: { current: later.keys.current, all: [later.keys.current] } }
    expect(await redeemSecondFactor(onlyNew, here.person, { user: jane, code: codeOf(services, secret) })).toBe(true)
  })
})

describe('a recovery code', () => {
  it('works once, however it is typed', async () => {
    const { recoveryCodes = [] } = await addTestApp(services, here.person)
    const [first = '', second = ''] = recoveryCodes
    expect(await redeem(` ${first.toUpperCase().replaceAll('-', ' ')} `)).toBe(true)
    expect(await redeem(first)).toBe(false)
    expect(await redeem(second.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(true)
    expect(await readOwnFactors(services, here.person)).toMatchObject({
      codes: { left: 8, lastUsedAt: services.clock.now() },
    })
    expect((await changes()).slice(1)).toEqual([{ change: 'code_used' }, { change: 'code_used' }])
  })

  it('is used by one of many parallel requests', async () => {
    const { recoveryCodes = [] } = await addTestApp(services, here.person)
    const [code = ''] = recoveryCodes
    const uses = await Promise.all(Array.from({ length: callersAtOnce(200) }, () => redeem(code)))
    expect(uses.filter(Boolean)).toHaveLength(1)
  })

  it('of another user does not work', async () => {
    const other = await signInAs(services, await insertUser(services))
    const { recoveryCodes = [] } = await addTestApp(services, other.person)
    await addTestApp(services, here.person)
    expect(await redeem(recoveryCodes[0] ?? '')).toBe(false)
  })

  it('is void once new ones are generated', async () => {
    const { recoveryCodes = [] } = await addTestApp(services, here.person)
    const fresh = await replaceRecoveryCodes(services, here.person)
    expect([await redeem(recoveryCodes[0] ?? ''), await redeem(fresh[0] ?? '')]).toEqual([false, true])
  })

  it('is not given to a user without a factor', async () => {
    expect(await outcomeOf(replaceRecoveryCodes(services, here.person))).toBe('conflict')
  })
})

describe('a passkey', () => {
  it('is added under a name, with recovery codes if it is the first factor', async () => {
    const { recoveryCodes } = await addTestPasskey(services, here.person, 'YubiKey, desk drawer')
    expect(recoveryCodes).toHaveLength(10)
    expect(await readOwnFactors(services, here.person)).toMatchObject({
      passkeys: [{ name: 'YubiKey, desk drawer', isDeviceBound: true, lastUsedAt: null }],
      app: undefined,
    })
    expect((await addTestPasskey(services, here.person, 'Another')).recoveryCodes).toBeUndefined()
    expect(await changes()).toEqual([
      { change: 'passkey_added', passkey: 'YubiKey, desk drawer' },
      { change: 'passkey_added', passkey: 'Another' },
    ])
  })

  it('asks for an authenticator that verifies its user and has no passkey yet', async () => {
    const { id } = await addTestPasskey(services, here.person)
    expect(await offerPasskey(services, here.person)).toMatchObject({
      rp: { id: 'login.example.com', name: 'Latchkey' },
      user: { id: Buffer.from(jane.id).toString('base64url'), name: 'jane', displayName: 'Jane Roe' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id, type: 'public-key' }],
    })
  })

  const refused: readonly [string, Misbehavior][] = [
    ['from another origin', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without user verification', { isUserVerified: false }],
    ['with another challenge', { challenge: 'x'.repeat(43) }],
  ]
  it.each(refused)('is refused %s', async (_, deviation) => {
    const response = createAuthenticator().create(await offerPasskey(services, here.person), deviation)
    expect(await outcomeOf(addPasskey(services, here.person, { response, name: 'Key' }))).toBe('passkey_refused')
    expect(await services.db.selectFrom('passkeys').selectAll().execute()).toEqual([])
  })

  it('is refused with a challenge of another session, of another use, or five minutes old', async () => {
    const add = async (challenge: string, person = here.person) => {
      const response = createAuthenticator().create({ challenge })
      return outcomeOf(addPasskey(services, person, { response, name: 'Key' }))
    }
    const encode = ({ challenge }: Readonly<{ challenge: string }>) => challenge
    const other = await signInAs(services, jane)
    expect(await add(encode(await offerPasskey(services, other.person)))).toBe('passkey_refused')
    expect(await add(encode(await offerPasskeyConfirmation(services, here.person)))).toBe('passkey_refused')
    const { challenge } = await offerPasskey(services, here.person)
    services.clock.advance(5 * minuteMs)
    expect(await add(challenge)).toBe('passkey_refused')
  })

  it('is added once of 20 parallel responses', async () => {
    const options = await offerPasskey(services, here.person)
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        outcomeOf(addPasskey(services, here.person, { response: createAuthenticator().create(options), name: 'Key' })),
      ),
    )
    expect(outcomes.toSorted()).toEqual(['done', ...Array<string>(19).fill('passkey_refused')])
  })

  it('is the last of 20', async () => {
    for (let index = 0; index < 20; index++) await addTestPasskey(services, here.person)
    expect(await outcomeOf(addTestPasskey(services, here.person))).toBe('conflict')
  })

  it.each([['not JSON'], [null], [{}], [{ id: 'x'.repeat(2_000), response: {} }]])(
    'is refused as %j',
    async (response) => {
      expect(await outcomeOf(addPasskey(services, here.person, { response, name: 'Key' }))).toBe('passkey_refused')
    },
  )

  it('is renamed and removed by its owner alone', async () => {
    await addTestPasskey(services, here.person)
    const [passkey] = (await readOwnFactors(services, here.person)).passkeys
    const id = passkey?.id ?? ''
    const other = (await signInAs(services, await insertUser(services, { role: 'owner' }))).person
    expect(await outcomeOf(renamePasskey(services, other, { id, name: 'Mine' }))).toBe('not_found')
    expect(await outcomeOf(removePasskey(services, other, id))).toBe('not_found')
    await renamePasskey(services, here.person, { id, name: 'Desk' })
    expect((await readOwnFactors(services, here.person)).passkeys).toMatchObject([{ name: 'Desk' }])
    await removePasskey(services, here.person, id)
    expect(await readOwnFactors(services, here.person)).toMatchObject({ passkeys: [], codes: { left: 0 } })
  })
})

describe('every change of factors', () => {
  it('requires a recent confirmation', async () => {
    await addTestPasskey(services, here.person)
    const [passkey] = (await readOwnFactors(services, here.person)).passkeys
    const { sealed } = await offerApp(services, here.person)
    services.clock.advance(10 * minuteMs)
    const { person } = here
    const outcomes = await Promise.all(
      [
        offerApp(services, person),
        addApp(services, person, { sealed, code: '123456' }),
        removeApp(services, person),
        offerPasskey(services, person),
        addPasskey(services, person, { response: {}, name: 'Key' }),
        removePasskey(services, person, passkey?.id ?? ''),
        replaceRecoveryCodes(services, person),
      ].map(outcomeOf),
    )
    expect(outcomes).toEqual(Array<string>(7).fill('confirmation_required'))
  })

  it('is refused while second factors are off, except removal', async () => {
    await addTestApp(services, here.person)
    await changePolicy(services, root, { policy: 'off' })
    expect(await outcomeOf(offerApp(services, here.person))).toBe('conflict')
    expect(await outcomeOf(offerPasskey(services, here.person))).toBe('conflict')
    expect(await outcomeOf(removeApp(services, here.person))).toBe('done')
  })

  it('leaves a factor to those who must have one', async () => {
    const owner = await signInAs(services, await insertUser(services, { role: 'owner' }))
    await addTestApp(services, owner.person)
    await addTestApp(services, here.person)
    await changePolicy(services, owner.person, { policy: 'managers' })
    expect(await outcomeOf(removeApp(services, here.person))).toBe('factor_required')
    await addTestPasskey(services, { ...here.person, confirmedAt: services.clock.now() })
    expect(await outcomeOf(removeApp(services, here.person))).toBe('done')
    const [passkey] = (await readOwnFactors(services, here.person)).passkeys
    expect(await outcomeOf(removePasskey(services, here.person, passkey?.id ?? ''))).toBe('factor_required')
  })

  it('keeps one factor of two that are removed in parallel', async () => {
    await addTestApp(services, here.person)
    await addTestPasskey(services, here.person)
    const owner = await signInAs(services, await insertUser(services, { role: 'owner' }))
    await addTestApp(services, owner.person)
    await changePolicy(services, owner.person, { policy: 'all' })
    const [passkey] = (await readOwnFactors(services, here.person)).passkeys
    const meeting = meetAfter(services, /^delete from "(authenticator_apps|passkeys)"/)
    const outcomes = await Promise.all([
      outcomeOf(removeApp(meeting, here.person)),
      outcomeOf(removePasskey(meeting, here.person, passkey?.id ?? '')),
    ])
    expect(outcomes.toSorted()).toEqual(['done', 'factor_required'])
  })

  it('counts for the session that made it', async () => {
    const strengthOf = async () => (await readSignedInUser(testContext(services), here.cookieHeader))?.strength
    expect(await strengthOf()).toBe('pwd')
    await addTestApp(services, here.person)
    expect(await strengthOf()).toBe('otp')
    await addTestPasskey(services, here.person)
    expect(await strengthOf()).toBe('webauthn')
  })
})

describe('a reset', () => {
  it('removes every factor and ends the sessions', async () => {
    const owner = (await signInAs(services, await insertUser(services, { role: 'owner' }))).person
    const { secret, recoveryCodes = [] } = await addTestApp(services, here.person)
    await addTestPasskey(services, here.person)
    expect(await resetFactors(services, owner, jane.id)).toMatchObject({ id: jane.id })
    expect(await readOwnFactors(services, here.person)).toMatchObject({
      passkeys: [],
      app: undefined,
      codes: { left: 0 },
    })
    expect([await redeem(codeOf(services, secret)), await redeem(recoveryCodes[0] ?? '')]).toEqual([false, false])
    expect(await readSignedInUser(testContext(services), here.cookieHeader)).toBeUndefined()
    expect((await changes()).at(-1)).toEqual({ change: 'reset' })
  })

  it('ends the time without a required factor, though that had never begun', async () => {
    const owner = (await signInAs(services, await insertUser(services, { role: 'owner' }))).person
    await addTestApp(services, owner)
    await addTestApp(services, here.person)
    await changePolicy(services, root, { policy: 'managers' })
    await resetFactors(services, { ...owner, confirmedAt: services.clock.now() }, jane.id)
    expect(await readOwnFactors(services, here.person)).toMatchObject({
      isRequired: true,
      graceEndsAt: services.clock.now(),
    })
  })

  it('leaves that time to a user who needs no factor yet', async () => {
    const owner = (await signInAs(services, await insertUser(services, { role: 'owner' }))).person
    await addTestApp(services, owner)
    await addTestApp(services, here.person)
    await resetFactors(services, root, jane.id)
    await changePolicy(services, root, { policy: 'all' })
    expect(await readOwnFactors(services, here.person)).toMatchObject({ isRequired: true, graceEndsAt: null })
  })

  it('is announced to managers: what the user must do next, and whether a mail tells them', async () => {
    expect(await previewFactorReset(services, root, jane)).toBeUndefined()
    await addTestApp(services, here.person)
    expect(await previewFactorReset(services, root, jane)).toEqual({ mustEnroll: false, isMailed: false })
    const owner = (await signInAs(services, await insertUser(services, { role: 'owner' }))).person
    await addTestApp(services, owner)
    await changePolicy(services, root, { policy: 'managers' })
    const server = { host: 'mail.example', port: 25, secure: false, credentials: undefined }
    const mailing = { ...services, env: { ...services.env, mail: { server, from: 'latchkey@example.com' } } }
    expect(await previewFactorReset(mailing, owner, jane)).toEqual({ mustEnroll: true, isMailed: true })
    expect(await previewFactorReset(mailing, owner, { ...jane, email: null })).toMatchObject({ isMailed: false })
    const agent = (await signInAs(services, await insertUser(services))).person
    expect(await outcomeOf(previewFactorReset(services, agent, jane))).toBe('forbidden')
  })

  it('is refused for oneself, by peers, without a confirmation, and without a factor', async () => {
    const owner = (await signInAs(services, await insertUser(services, { role: 'owner' }))).person
    const peer = (await signInAs(services, await insertUser(services, { role: 'admin' }))).person
    const agent = (await signInAs(services, await insertUser(services))).person
    expect(await outcomeOf(resetFactors(services, owner, jane.id))).toBe('conflict')
    await addTestApp(services, here.person)
    await addTestApp(services, owner)
    expect(await outcomeOf(resetFactors(services, owner, owner.userId))).toBe('forbidden')
    expect(await outcomeOf(resetFactors(services, peer, jane.id))).toBe('forbidden')
    expect(await outcomeOf(resetFactors(services, agent, jane.id))).toBe('forbidden')
    services.clock.advance(10 * minuteMs)
    expect(await outcomeOf(resetFactors(services, owner, jane.id))).toBe('confirmation_required')
    expect(await outcomeOf(resetFactors(services, root, jane.id))).toBe('done')
  })
})
