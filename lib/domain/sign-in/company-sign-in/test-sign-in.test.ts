import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { addMapping } from '#lib/domain/people/group-mappings/manage-mappings.ts'
import { createSetPasswordLink } from '#lib/domain/people/password-links/set-password-link.ts'
import { logOutByProvider } from '#lib/domain/sign-in/company-sign-in/back-channel-logout.ts'
import { unlinkIdentity } from '#lib/domain/sign-in/company-sign-in/identities.ts'
import { acceptLink } from '#lib/domain/sign-in/company-sign-in/link-by-invitation.ts'
import { openAttempt } from '#lib/domain/sign-in/company-sign-in/provider-attempt.ts'
import { openTest } from '#lib/domain/sign-in/company-sign-in/provider-test.ts'
import { removeProvider } from '#lib/domain/sign-in/company-sign-in/remove-provider.ts'
import { readProviderTest, switchOnProvider } from '#lib/domain/sign-in/company-sign-in/switch-on-provider.ts'
import { beginProviderTest, finishProviderTest } from '#lib/domain/sign-in/company-sign-in/test-sign-in.ts'
import { pendingMs } from '#lib/domain/sign-in/portal-sessions/portal-session.ts'
import { insertIdentity } from '#lib/domain/sign-in/sign-in-providers/identities-store.ts'
import {
  changeProvider,
  findProviderIssuer,
  getProvider,
} from '#lib/domain/sign-in/sign-in-providers/manage-providers.ts'
import { arePasswordsOff } from '#lib/domain/sign-in/sign-in-providers/passwords-off.ts'
import { readProviderChoices } from '#lib/domain/sign-in/sign-in-providers/provider-choices.ts'
import type { NewProviderInput } from '#lib/domain/sign-in/sign-in-providers/schema.ts'
import { deleteOldTests, testMs } from '#lib/domain/sign-in/sign-in-providers/tests-store.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { confirmationMs } from '#lib/foundation/authorization/permissions.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { makeGroup } from '#lib/testing/account-groups.ts'
import { account } from '#lib/testing/accounts.ts'
import { type ForgedProvider, startForgedProvider } from '#lib/testing/forged-provider.ts'
import { goodPassword, insertUser, personOf, root, visitor } from '#lib/testing/people.ts'
import {
  begin,
  finish,
  linkAt,
  localBaseUrl,
  registerProvider,
  signInAt,
  testBrowser,
} from '#lib/testing/sign-in-providers.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let forged: ForgedProvider
let owner: PortalUser

beforeEach(async () => {
  services = await openTestServices({ BASE_URL: localBaseUrl })
  forged = await startForgedProvider(() => services.clock.now())
  owner = personOf(services, await insertUser(services, { role: 'owner', password: goodPassword }))
})

const secret = 'a-client-secret-of-the-provider'
const settings = () => ({ id: 'acme', label: 'Acme', clientId: forged.clientId })
const register = (given: Partial<NewProviderInput> = {}) =>
  registerProvider(services, forged, { isDisabled: true, ...given })
const jit = { createsUsers: true, domains: 'acme.example' }

async function beginTest(actor = owner) {
  const start = { providerId: 'acme', browserHash: testBrowser.hash, next: '/settings' }
  const begun = await beginProviderTest(services, actor, start)
  return begun === 'unavailable' ? expect.fail('unavailable') : begun
}

type Begun = Awaited<ReturnType<typeof beginTest>>

async function finishTest(begun: Begun, callback: URL, current: PortalUser | undefined = owner) {
  const state = callback.searchParams.get('state') ?? ''
  const check = { providerId: 'acme', state, browserHash: testBrowser.hash, now: services.clock.now() }
  const attempt = await openAttempt(services.keys, begun.sealed, check)
  return attempt ? finishProviderTest(services, { attempt, callback, current }) : false
}

/** The whole way of a test. */
async function runTest(changes: Readonly<Record<string, string | null>> = {}) {
  const begun = await beginTest()
  await finishTest(begun, forged.authorize(begun.url, changes))
  return readProviderTest(services, owner, 'acme')
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (isRefusal(error) ? error.code : String(error)),
  )
}

const switchOn = (actor = owner) => codeOf(switchOnProvider(services, actor, 'acme'))

async function countRows(): Promise<number[]> {
  const tables = ['users', 'provider_identities', 'portal_sessions', 'pending_sign_ins', 'audit_events'] as const
  return Promise.all(tables.map(async (table) => (await services.db.selectFrom(table).selectAll().execute()).length))
}

describe('a test sign-in', () => {
  it('shows the claims and what they would give, and writes nothing else', async () => {
    await register({ ...jit, groupsClaim: 'groups', amrValues: 'mfa' })
    await createAccount(services, root, account({ id: 'acme' }))
    const accountGroupId = await makeGroup(services, ['acme'], 'Benelux')
    const map = (groupName: string, gives: object) =>
      addMapping(services, root, { source: 'acme', groupName, ...gives })
    await map('desk', { role: 'agent' })
    await map('benelux', { accountGroupId })
    forged.user = { ...forged.user, groups: ['desk', 'benelux', 'all-staff'], amr: ['pwd', 'mfa'], sid: 'hidden' }
    const before = await countRows()
    expect(await runTest()).toEqual({
      told: [
        { name: 'sub', value: 'subject-1' },
        { name: 'email', value: 'jane@acme.example' },
        { name: 'email_verified', value: 'true' },
        { name: 'name', value: 'Jane Roe' },
        { name: 'groups', value: 'desk, benelux, all-staff' },
        { name: 'amr', value: 'pwd, mfa' },
      ],
      preview: {
        user: { kind: 'new', name: 'Jane Roe' },
        role: { name: 'agent', groupName: 'desk' },
        accountGroups: [{ name: 'Benelux', groupName: 'benelux', accounts: { count: 1, isExact: true } }],
        provesFactor: true,
        unmapped: ['all-staff'],
      },
    })
    expect(await countRows()).toEqual(before)
    await map('all-staff', { role: 'admin' })
    // The same claims by the mappings of now: an admin opens every account.
    expect(await readProviderTest(services, owner, 'acme')).toMatchObject({
      preview: { role: { name: 'admin', groupName: 'all-staff' }, accountGroups: [], unmapped: [] },
    })
  })

  it('says who would be found, or why no one would', async () => {
    await register(jit)
    const userOf = async () => {
      const test = await runTest()
      return test && 'preview' in test ? test.preview.user : test
    }
    forged.user = { ...forged.user, email_verified: false }
    expect(await userOf()).toEqual({ kind: 'refused', problem: 'email' })
    forged.user = { ...forged.user, email_verified: true }
    const { email } = await insertUser(services, { email: 'jane@acme.example' })
    expect([email, await userOf()]).toEqual(['jane@acme.example', { kind: 'refused', problem: 'user_exists' }])
    await changeProvider(services, root, { ...settings(), isDisabled: false })
    forged.user = { sub: 'subject-2' }
    expect(await userOf()).toEqual({ kind: 'refused', problem: 'not_linked' })
    const user = await insertUser(services, { name: 'Kim Doe' })
    const link = new URL((await createSetPasswordLink(services, root, user.id)).url).searchParams.get('token') ?? ''
    await linkAt(services, forged, { link })
    expect(await userOf()).toEqual({ kind: 'linked', name: 'Kim Doe' })
  })

  it('keeps an owner’s role whatever the groups map to', async () => {
    await register({ isDisabled: false, groupsClaim: 'groups' })
    await addMapping(services, root, { source: 'acme', groupName: 'desk', role: 'agent' })
    forged.user = { ...forged.user, groups: ['desk'] }
    const link = new URL((await createSetPasswordLink(services, root, owner.userId)).url).searchParams.get('token')
    await linkAt(services, forged, { link: link ?? '', password: goodPassword })
    expect(await runTest()).toMatchObject({ preview: { role: { name: 'owner', groupName: null } } })
  })

  it.each([
    [
      'the provider refuses',
      { code: null, error: 'access_denied', error_description: 'AADSTS65004: declined' },
      'cancelled',
      'access_denied: AADSTS65004: declined',
    ],
    [
      'it names the redirect URI',
      { code: null, error: 'invalid_request', error_description: 'AADSTS50011: The redirect URI differs' },
      'redirect_uri',
      'invalid_request: AADSTS50011: The redirect URI differs',
    ],
    ['it names the client', { code: null, error: 'unauthorized_client' }, 'client', 'unauthorized_client'],
    ['another issuer answers', { iss: 'https://evil.example' }, 'refused', expect.stringContaining('"iss"')],
  ])('fails when %s', async (_name, changes, problem, code) => {
    await register()
    expect(await runTest(changes)).toEqual({ problem, code, told: [] })
    expect(await switchOn()).toBe('conflict')
  })

  it('fails when the token endpoint refuses the client, with or without a challenge', async () => {
    await register()
    const answer = (headers: Record<string, string>) => {
      forged.routes['/token'] = (_request, response) => {
        response.writeHead(401, { 'content-type': 'application/json', ...headers })
        response.end(JSON.stringify({ error: 'invalid_client', error_description: 'AADSTS7000215' }))
      }
    }
    answer({})
    expect(await runTest()).toMatchObject({ problem: 'client', code: 'invalid_client: AADSTS7000215' })
    answer({ 'www-authenticate': 'Basic realm="x"' })
    expect(await runTest()).toMatchObject({ problem: 'client', code: 'invalid_client' })
  })

  it('fails without the required second factor, and shows what came', async () => {
    await register({ amrValues: 'mfa' })
    forged.user = { ...forged.user, amr: ['pwd'] }
    const test = await runTest()
    expect(test).toMatchObject({ problem: 'factor' })
    expect(test?.told).toContainEqual({ name: 'amr', value: 'pwd' })
    expect(await switchOn()).toBe('conflict')
  })

  it('fails when the provider can’t be reached', async () => {
    await register()
    services.clock.advance(3_600_000)
    forged.routes['/.well-known/openid-configuration'] = (request) => void request.socket.destroy()
    owner = { ...owner, confirmedAt: services.clock.now() }
    const start = { providerId: 'acme', browserHash: testBrowser.hash, next: '/settings' }
    expect(await beginProviderTest(services, owner, start)).toBe('unavailable')
    expect(await readProviderTest(services, owner, 'acme')).toEqual({
      problem: 'unavailable',
      code: 'connection',
      told: [],
    })
  })

  it('shows claims of any length and kind as short lines', async () => {
    await register({ groupsClaim: 'groups' })
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`claim-${index}`, index]))
    const name = `<script>alert(1)</script>\u202egnp.exe\n\u0000${'x'.repeat(10_000)}`
    forged.user = { sub: 'subject-1', name, nested: { a: [1] }, groups: ['g'.repeat(10_000)], ...many }
    const { told = [] } = (await runTest()) ?? {}
    expect(told).toHaveLength(40)
    expect(told[1]).toEqual({ name: 'name', value: `<script>alert(1)</script>gnp.exe ${'x'.repeat(967)}…` })
    expect(told[2]).toEqual({ name: 'nested', value: '{"a":[1]}' })
    expect(told.every(({ name, value }) => name.length <= 101 && value.length <= 1_001)).toBe(true)
    expect(JSON.stringify(told)).not.toMatch(/\\u202e|\\n|\\u0000/)
  })
})

describe('a test is only its session’s', () => {
  it('for the callback', async () => {
    await register()
    const other = personOf(services, await insertUser(services, { role: 'owner' }))
    const elsewhere = { ...owner, sessionId: 'ps_elsewhere' }
    const demoted: PortalUser = { ...owner, role: 'admin' }
    for (const current of [other, elsewhere, demoted]) {
      const begun = await beginTest()
      expect(await finishTest(begun, forged.authorize(begun.url), current)).toBe(false)
      expect(await readProviderTest(services, current === demoted ? owner : current, 'acme')).toBeUndefined()
    }
    const begun = await beginTest()
    const callback = forged.authorize(begun.url)
    const check = { providerId: 'acme', state: callback.searchParams.get('state') ?? '', now: services.clock.now() }
    expect(await openAttempt(services.keys, begun.sealed, { ...check, browserHash: 'another' })).toBeUndefined()
    expect(forged.tokenRequests).toEqual([])
  })

  it('for its result and for the switch', async () => {
    await register()
    await runTest()
    const other = personOf(services, await insertUser(services, { role: 'owner' }))
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    for (const actor of [other, { ...owner, sessionId: 'ps_elsewhere' }]) {
      expect(await readProviderTest(services, actor, 'acme')).toBeUndefined()
      expect(await switchOn(actor)).toBe('conflict')
    }
    for (const actor of [admin, { ...owner, role: 'admin' } as const]) {
      expect(await codeOf(readProviderTest(services, actor, 'acme'))).toBe('forbidden')
      expect(await codeOf(beginTest(actor))).toBe('forbidden')
      expect(await switchOn(actor)).toBe('forbidden')
    }
    // A row that was moved to another place.
    const moved = { providerId: 'other', sessionId: owner.sessionId }
    const id = sha256(`${moved.sessionId}\n${moved.providerId}`)
    await services.db.updateTable('provider_tests').set({ id }).execute()
    expect(await openTest(services, services.db, moved)).toBeUndefined()
  })

  it('for ten minutes, and encrypted', async () => {
    await register()
    await runTest()
    const [row] = await services.db.selectFrom('provider_tests').selectAll().execute()
    expect(JSON.stringify(row)).not.toMatch(/jane|acme|subject/)
    expect(row?.id).not.toContain(owner.sessionId)
    services.clock.advance(testMs - 1)
    expect(await readProviderTest(services, owner, 'acme')).toBeDefined()
    expect(await deleteOldTests(services.db, 10)).toBe(0)
    services.clock.advance(1)
    expect(await readProviderTest(services, owner, 'acme')).toBeUndefined()
    expect(await switchOn({ ...owner, confirmedAt: services.clock.now() })).toBe('conflict')
    expect(await deleteOldTests(services.db, 10)).toBe(1)
  })
})

describe('a test and a sign-in', () => {
  it('never take each other’s state', async () => {
    await register({ ...jit, isDisabled: false })
    const before = await countRows()
    const test = await beginTest()
    // The response to a test at the code that signs in.
    expect(await finish(services, test, forged.authorize(test.url))).toEqual({ problem: 'expired' })
    const signIn = await begin(services)
    expect(await finishTest({ ...signIn }, forged.authorize(signIn.url))).toBe(false)
    // The state of the one with the cookie of the other.
    expect(await finishTest(test, forged.authorize(signIn.url))).toBe(false)
    expect([await countRows(), await readProviderTest(services, owner, 'acme')]).toEqual([before, undefined])
  })

  it('a replayed response tests nothing: the provider refuses its code', async () => {
    await register()
    const begun = await beginTest()
    const callback = forged.authorize(begun.url)
    await finishTest(begun, callback)
    forged.routes['/token'] = (_request, response) =>
      void response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}')
    await finishTest(begun, callback)
    expect(await readProviderTest(services, owner, 'acme')).toMatchObject({ problem: 'refused', code: 'invalid_grant' })
    expect(await switchOn()).toBe('conflict')
    services.clock.advance(pendingMs)
    expect(await finishTest(begun, callback)).toBe(false)
  })
})

describe('Switch on', () => {
  it('needs a test, a recent confirmation, and works once', async () => {
    await register(jit)
    expect(await switchOn()).toBe('conflict')
    await runTest()
    expect(await switchOn({ ...owner, confirmedAt: services.clock.now() - confirmationMs })).toBe(
      'confirmation_required',
    )
    expect((await getProvider(services, owner, 'acme')).isDisabled).toBe(true)
    expect(await switchOn()).toBe('done')
    expect(await signInAt(services, forged)).toMatchObject({ person: { name: 'Jane Roe' } })
    const events = await services.db
      .selectFrom('audit_events')
      .select('details')
      .where('kind', '=', 'sign_in_provider.updated')
      .execute()
    expect(events.map(({ details }) => JSON.parse(details))).toEqual([{ state: 'enabled' }])
    await changeProvider(services, root, { ...settings(), ...jit, isDisabled: true })
    expect(await switchOn()).toBe('conflict')
  })

  it.each([
    ['the client ID', { clientId: 'another' }],
    ['the secret, also the same one', { secret }],
    ['the client authentication', { clientAuth: 'client_secret_post' }],
    ['the domains', { domains: 'acme.example other.example' }],
    ['who is added', { createsUsers: false }],
    ['the passwords', { passwordsOff: true }],
    ['the groups claim', { groupsClaim: 'roles' }],
    ['acr', { acrValues: 'gold' }],
    ['amr', { amrValues: 'mfa' }],
    ['the maximum age', { maxAgeSeconds: 60 }],
  ])('needs another test after a change of %s', async (_name, change) => {
    await register(jit)
    await runTest()
    await changeProvider(services, owner, { ...settings(), ...jit, ...change })
    expect(await readProviderTest(services, owner, 'acme')).toEqual({ problem: 'changed', code: '', told: [] })
    expect(await switchOn()).toBe('conflict')
  })

  it('takes a test after a change of the name, which no sign-in depends on', async () => {
    await register(jit)
    await runTest()
    await changeProvider(services, owner, { ...settings(), ...jit, label: 'Acme Corporation' })
    expect(await switchOn()).toBe('done')
  })

  it.each([
    ['before the code is redeemed', 'roles', null],
    ['while it is redeemed', null, 'roles'],
  ])('takes no test whose settings were changed %s', async (_name, before, meanwhile) => {
    await register()
    const begun = await beginTest()
    await changeProvider(services, owner, { ...settings(), groupsClaim: before })
    const redeem = forged.respond.bind(forged)
    forged.respond = async (request, response) => {
      if (request.url === '/token') await changeProvider(services, owner, { ...settings(), groupsClaim: meanwhile })
      return redeem(request, response)
    }
    await finishTest(begun, forged.authorize(begun.url))
    await changeProvider(services, owner, settings())
    expect(await readProviderTest(services, owner, 'acme')).toMatchObject({ problem: 'changed' })
    expect(await switchOn()).toBe('conflict')
  })
})

describe('a provider that is not switched on', () => {
  it('signs in, links and logs out no one, and turns no password off', async () => {
    await register({ ...jit, passwordsOff: true })
    expect(await readProviderChoices(services)).toEqual([])
    await expect(begin(services)).rejects.toThrow('unavailable')
    const user = await insertUser(services, { email: 'sam@acme.example' })
    expect(await arePasswordsOff(services.db, user)).toBe(false)
    const token = { providerId: 'acme', logoutToken: 'x' }
    expect(await codeOf(logOutByProvider(services, visitor, token))).toBe('invalid_request')
    // A sign-in and an offer from before it was switched off.
    await changeProvider(services, root, { ...settings(), ...jit, isDisabled: false })
    const begun = await begin(services)
    const link = new URL((await createSetPasswordLink(services, root, user.id)).url).searchParams.get('token') ?? ''
    const offered = await signInAt(services, forged, { link })
    const sealed = 'sealed' in offered ? offered.sealed : expect.fail()
    await changeProvider(services, root, { ...settings(), ...jit, isDisabled: true })
    const before = await countRows()
    expect(await finish(services, begun, forged.authorize(begun.url))).toEqual({ problem: 'expired' })
    const form = { providerId: 'acme', sealed, browser: testBrowser, password: '' }
    expect(await acceptLink(services, visitor, form)).toEqual({ problem: 'expired' })
    expect(await countRows()).toEqual(before)
  })

  it('stays so when it is changed without saying otherwise', async () => {
    await register()
    await changeProvider(services, owner, { ...settings(), label: 'New name' })
    expect(await getProvider(services, owner, 'acme')).toMatchObject({ label: 'New name', isDisabled: true })
  })
})

describe('an owner’s only way in', () => {
  it('is neither switched off nor removed nor unlinked by themselves', async () => {
    await register({ isDisabled: false })
    const user = await insertUser(services, { role: 'owner' })
    const linked = async (id: string) => {
      const identity = { id, providerId: id, issuer: id, subject: 'subject-1', userId: user.id, email: null }
      await insertIdentity(services.db, identity)
    }
    await linked('acme')
    const self = personOf(services, user)
    const takes = (actor: PortalUser) =>
      Promise.all([
        codeOf(changeProvider(services, actor, { ...settings(), isDisabled: true })),
        codeOf(removeProvider(services, actor, 'acme')),
      ])
    expect(await takes(self)).toEqual(['conflict', 'conflict'])
    // A provider that is not switched on lets no one in.
    const other = await startForgedProvider(() => services.clock.now())
    await registerProvider(services, other, { id: 'other', isDisabled: true })
    await linked('other')
    expect(await takes(self)).toEqual(['conflict', 'conflict'])
    expect(await codeOf(unlinkIdentity(services, self, 'acme'))).toBe('conflict')
    await changeProvider(services, root, { id: 'other', label: 'Other', clientId: other.clientId, isDisabled: false })
    expect(await codeOf(unlinkIdentity(services, self, 'acme'))).toBe('done')
    // This one has a password.
    expect(await codeOf(removeProvider(services, owner, 'acme'))).toBe('done')
  })
})

it('an issuer is found for owners who have confirmed', async () => {
  expect(await findProviderIssuer(services, owner, `${forged.issuer}/.well-known/openid-configuration`)).toBe(
    forged.issuer,
  )
  const late = { ...owner, confirmedAt: services.clock.now() - confirmationMs }
  expect(await codeOf(findProviderIssuer(services, late, forged.issuer))).toBe('confirmation_required')
  expect(await codeOf(findProviderIssuer(services, { ...owner, role: 'admin' }, forged.issuer))).toBe('forbidden')
})
