import { generateKeyPair } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { addMapping } from '#lib/domain/people/group-mappings/manage-mappings.ts'
import { createSetPasswordLink, findLinkedUser } from '#lib/domain/people/password-links/set-password-link.ts'
import { deactivateUser, updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { changeOwnNames } from '#lib/domain/people/user-lifecycle/own-names.ts'
import { listGroupIdsOf } from '#lib/domain/people/users/group-access-store.ts'
import { findUnprovenNames, markUnproven } from '#lib/domain/people/users/proven-names-store.ts'
import { findUserById, findUserByName, setPasswordHash } from '#lib/domain/people/users/store.ts'
import { type User, userState } from '#lib/domain/people/users/user.ts'
import type { ProviderOutcome } from '#lib/domain/sign-in/company-sign-in/finish-provider-sign-in.ts'
import { unlinkIdentity } from '#lib/domain/sign-in/company-sign-in/identities.ts'
import { acceptLink } from '#lib/domain/sign-in/company-sign-in/link-by-invitation.ts'
import { removeProvider } from '#lib/domain/sign-in/company-sign-in/remove-provider.ts'
import { findAttemptSubject } from '#lib/domain/sign-in/portal-sessions/attempt-subject.ts'
import { findSignedInUser } from '#lib/domain/sign-in/portal-sessions/find-sessions.ts'
import { rememberBrowser } from '#lib/domain/sign-in/portal-sessions/known-browsers-store.ts'
import { pendingMs } from '#lib/domain/sign-in/portal-sessions/portal-session.ts'
import { signIn } from '#lib/domain/sign-in/portal-sessions/sign-in.ts'
import { startSession } from '#lib/domain/sign-in/portal-sessions/start-session.ts'
import { countUsersWithoutFactor } from '#lib/domain/sign-in/second-factor/store.ts'
import { changePolicy } from '#lib/domain/sign-in/sign-in-policy/change-policy.ts'
import { writePolicy } from '#lib/domain/sign-in/sign-in-policy/store.ts'
import { changeProvider, listProviders } from '#lib/domain/sign-in/sign-in-providers/manage-providers.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { makeGroup } from '#lib/testing/account-groups.ts'
import { account } from '#lib/testing/accounts.ts'
import { addTestApp } from '#lib/testing/factors.ts'
import { type ForgedProvider, type Respond, startForgedProvider } from '#lib/testing/forged-provider.ts'
import { hashCheaply } from '#lib/testing/hash-cheaply.ts'
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

beforeEach(async () => {
  services = await openTestServices({ BASE_URL: localBaseUrl })
  forged = await startForgedProvider(() => services.clock.now())
})

const jit = { createsUsers: true, domains: 'acme.example' }

async function invite(user: User): Promise<string> {
  const { url } = await createSetPasswordLink(services, root, user.id)
  return new URL(url).searchParams.get('token') ?? ''
}

/** A user who is linked to the provider's user. */
async function insertLinked(given: Parameters<typeof insertUser>[1] = {}): Promise<User> {
  const user = await insertUser(services, given)
  const outcome = await linkAt(services, forged, { link: await invite(user) })
  if (!('person' in outcome)) throw new Error(JSON.stringify(outcome))
  return (await findUserById(services.db, user.id)) ?? expect.fail()
}

function personIn(outcome: ProviderOutcome) {
  return 'person' in outcome ? outcome.person : expect.fail(JSON.stringify(outcome))
}

const closeConnection: Respond = (request) => void request.socket.destroy()
const answer500: Respond = (_request, response) => void response.writeHead(500).end()
const answerPage: Respond = (_request, response) => void response.writeHead(200).end('<html>')

async function countRowsOf(...tables: ('provider_identities' | 'users' | 'portal_sessions' | 'pending_sign_ins')[]) {
  return Promise.all(tables.map(async (table) => (await services.db.selectFrom(table).selectAll().execute()).length))
}

async function lastRefusal(): Promise<unknown> {
  const row = await services.db
    .selectFrom('audit_events')
    .select(['kind', 'subject_id', 'details'])
    .where('kind', '=', 'portal_session.refused')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...JSON.parse(row.details), userId: row.subject_id }
}

describe('the authorization request', () => {
  it('has PKCE, state and nonce, and goes to the provider', async () => {
    await registerProvider(services, forged)
    const begun = await begin(services)
    const url = new URL(begun.url)
    expect(`${url.origin}${url.pathname}`).toBe(`${forged.issuer}/authorize`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'latchkey-client',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: `${localBaseUrl}/sign-in/provider/acme/callback`,
      response_type: 'code',
      scope: 'openid profile email',
      state: begun.state,
    })
    expect(begun.sealed).not.toContain(begun.state)
  })

  it('asks for what the provider’s settings require', async () => {
    forged.metadata = { scopes_supported: ['openid', 'groups'] }
    await registerProvider(services, forged, { acrValues: 'mfa phr', maxAgeSeconds: 600, groupsClaim: 'groups' })
    const { searchParams } = new URL((await begin(services)).url)
    expect([searchParams.get('acr_values'), searchParams.get('max_age'), searchParams.get('scope')]).toEqual([
      'mfa phr',
      '600',
      'openid profile email groups',
    ])
  })

  it('of many tabs writes nothing, and asks the provider once', async () => {
    await registerProvider(services, forged)
    const before = forged.requests.length
    await Promise.all(Array.from({ length: 20 }, () => begin(services)))
    expect(forged.requests.slice(before)).toEqual(['/.well-known/openid-configuration'])
    expect(await countRowsOf('pending_sign_ins', 'portal_sessions', 'provider_identities')).toEqual([0, 0, 0])
  })

  it('does not start at a disabled, unknown or removed provider', async () => {
    await registerProvider(services, forged)
    const settings = { label: 'Acme', clientId: forged.clientId }
    await changeProvider(services, root, { id: 'acme', ...settings, isDisabled: true })
    await expect(begin(services)).rejects.toThrow('unavailable')
    await expect(begin(services, { providerId: 'other' })).rejects.toThrow('unavailable')
    await removeProvider(services, root, 'acme')
    await expect(begin(services)).rejects.toThrow('unavailable')
  })
})

describe('a linked user', () => {
  it('signs in, and the session says how', async () => {
    await registerProvider(services, forged)
    const user = await insertLinked()
    services.clock.advance(secondMs)
    const person = personIn(await signInAt(services, forged))
    expect(person).toMatchObject({ userId: user.id, strength: 'fed' })
    const started = await services.db
      .selectFrom('audit_events')
      .select('details')
      .where('kind', '=', 'portal_session.started')
      .orderBy('at', 'desc')
      .executeTakeFirst()
    expect(JSON.parse(started?.details ?? '')).toEqual({ strength: 'fed', provider: 'Acme' })
  })

  it('is active without a password', async () => {
    await registerProvider(services, forged)
    const user = await insertLinked()
    expect([user.passwordSetAt, userState(user)]).toEqual([null, 'active'])
  })

  it('authenticates the client as the settings say', async () => {
    const sent = async (clientAuth: string) => {
      await changeProvider(services, root, { id: 'acme', label: 'Acme', clientId: forged.clientId, clientAuth })
      await signInAt(services, forged)
      return forged.tokenRequests.at(-1)
    }
    await registerProvider(services, forged)
    await insertLinked()
    const basic = await sent('client_secret_basic')
    // Form encoding leaves these as they are, and some servers don't decode.
    const credentials = 'latchkey-client:a-client-secret-of-the-provider'
    expect(basic?.authorization).toBe(`Basic ${Buffer.from(credentials).toString('base64')}`)
    expect(basic?.form.has('client_secret')).toBe(false)
    expect((await sent('client_secret_post'))?.form.get('client_secret')).toBe('a-client-secret-of-the-provider')
    const byKey = await sent('private_key_jwt')
    expect(byKey?.form.get('client_assertion_type')).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    expect(byKey?.authorization).toBeUndefined()
    const key = await services.db
      .selectFrom('signing_keys')
      .select('id')
      .where('activated_at', 'is not', null)
      .execute()
    const parts = (sentBy: typeof byKey) =>
      (sentBy?.form.get('client_assertion') ?? '')
        .split('.')
        .slice(0, 2)
        .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
    expect(parts(byKey)).toMatchObject([{ alg: 'ES256', kid: key[0]?.id }, { aud: forged.issuer }])
    const forTokenEndpoint = await sent('private_key_jwt_token_endpoint')
    expect(parts(forTokenEndpoint)).toMatchObject([{ alg: 'ES256' }, { aud: `${forged.issuer}/token` }])
  })

  it('has the credentials in the header as a form has them', async () => {
    await registerProvider(services, forged, { secret: "p-_.~*q!'()%+/:=&" })
    await insertLinked()
    const sent = Buffer.from(forged.tokenRequests.at(-1)?.authorization?.slice(6) ?? '', 'base64').toString()
    expect(sent).toBe('latchkey-client:p-_.~*q%21%27%28%29%25%2B%2F%3A%3D%26')
  })

  it('signs in with a key that the provider has rotated since', async () => {
    await registerProvider(services, forged)
    await insertLinked()
    await forged.rotate()
    // The key set is not fetched again at once: a flood of unknown keys must not become one of requests.
    expect(await signInAt(services, forged)).toEqual({ problem: 'refused' })
    const before = forged.requests.filter((path) => path === '/jwks').length
    for (let count = 0; count < 5; count++) await signInAt(services, forged)
    expect(forged.requests.filter((path) => path === '/jwks')).toHaveLength(before)
  })
})

/** Each needs nothing but a different ID token, and is refused. */
const forgeries: readonly [string, (forged: ForgedProvider) => void | Promise<void>][] = [
  [
    'another nonce',
    (idp) => {
      idp.idToken = (claims) => ({ ...claims, nonce: 'another' })
    },
  ],
  [
    'no nonce',
    (idp) => {
      idp.idToken = ({ nonce: _nonce, ...claims }) => claims
    },
  ],
  [
    'another issuer',
    (idp) => {
      idp.idToken = (claims) => ({ ...claims, iss: 'https://evil.example' })
    },
  ],
  [
    'another audience',
    (idp) => {
      idp.idToken = (claims) => ({ ...claims, aud: 'another-client' })
    },
  ],
  [
    'a second audience without azp',
    (idp) => {
      idp.idToken = (claims) => ({ ...claims, aud: [claims.aud, 'another-client'] })
    },
  ],
  [
    'another azp',
    (idp) => {
      idp.idToken = (claims) => ({ ...claims, azp: 'another-client' })
    },
  ],
  [
    'an end in the past',
    (idp) => {
      idp.idToken = (claims) => ({ ...claims, exp: Number(claims.iat) - 31 })
    },
  ],
  [
    'no end',
    (idp) => {
      idp.idToken = ({ exp: _exp, ...claims }) => claims
    },
  ],
  [
    'no subject',
    (idp) => {
      idp.idToken = ({ sub: _sub, ...claims }) => claims
    },
  ],
  [
    'an empty subject',
    (idp) => {
      idp.idToken = (claims) => ({ ...claims, sub: '' })
    },
  ],
  [
    'a subject of 256 characters',
    (idp) => {
      idp.idToken = (claims) => ({ ...claims, sub: 'x'.repeat(256) })
    },
  ],
  [
    'no signature',
    (idp) => {
      idp.header = { alg: 'none' }
    },
  ],
  [
    'a signature by another key of the same ID',
    async (idp) => {
      idp.signingKey = (await generateKeyPair('ES256')).privateKey
    },
  ],
  [
    'an unknown key',
    (idp) => {
      idp.header = { kid: 'unknown' }
    },
  ],
]

describe('an ID token', () => {
  it.each(forgeries)('with %s signs no one in, and links no one', async (_name, forge) => {
    await registerProvider(services, forged, jit)
    await insertLinked({ username: 'linked' })
    const before = await countRowsOf('provider_identities', 'users', 'portal_sessions')
    services.clock.advance(1)
    await forge(forged)
    expect(await signInAt(services, forged)).toEqual({ problem: 'refused' })
    forged.user = { ...forged.user, sub: 'subject-2', email: 'new@acme.example' }
    expect(await signInAt(services, forged)).toEqual({ problem: 'refused' })
    expect(await linkAt(services, forged, { link: await invite(await insertUser(services)) })).toEqual({
      problem: 'refused',
    })
    const [identities, users, sessions] = await countRowsOf('provider_identities', 'users', 'portal_sessions')
    expect([identities, (users ?? 0) - 1, sessions]).toEqual(before)
    expect(await lastRefusal()).toEqual({ reason: 'provider_refused', failures: 1, provider: 'Acme', userId: null })
  })

  it('is not accepted in the place of its provider’s error', async () => {
    await registerProvider(services, forged, jit)
    const answers = {
      access_denied: 'cancelled',
      login_required: 'factor',
      unmet_authentication_requirements: 'factor',
      temporarily_unavailable: 'unavailable',
      server_error: 'unavailable',
      invalid_request: 'refused',
    }
    for (const [error, problem] of Object.entries(answers)) {
      const begun = await begin(services)
      expect(await finish(services, begun, forged.authorize(begun.url, { code: null, error }))).toEqual({ problem })
    }
    expect(await countRowsOf('users', 'portal_sessions')).toEqual([0, 0])
  })
})

describe('the authorization response', () => {
  const outcomes = (changes: Readonly<Record<string, string | null>>) => async () => {
    const begun = await begin(services)
    return finish(services, begun, forged.authorize(begun.url, changes))
  }

  beforeEach(async () => {
    await registerProvider(services, forged, jit)
  })

  it.each([
    ['of another state', { state: 'another' }, 'expired'],
    ['without state', { state: null }, 'expired'],
    ['of another issuer (mix-up)', { iss: 'https://evil.example' }, 'refused'],
    ['without the issuer that the provider promises', { iss: null }, 'refused'],
    ['with an ID token of its own', { id_token: 'x' }, 'refused'],
    ['without a code', { code: null }, 'refused'],
  ])('%s is refused', async (_name, changes, problem) => {
    expect(await outcomes(changes)()).toEqual({ problem })
    expect(await countRowsOf('users', 'provider_identities', 'portal_sessions')).toEqual([0, 0, 0])
  })

  it('with the code twice is refused', async () => {
    const begun = await begin(services)
    const callback = forged.authorize(begun.url)
    callback.searchParams.append('code', 'code-2')
    expect(await finish(services, begun, callback)).toEqual({ problem: 'refused' })
  })

  it('in another browser, at another provider, or after ten minutes is refused', async () => {
    const begun = await begin(services)
    const callback = forged.authorize(begun.url)
    expect(await finish(services, begun, callback, { browserHash: sha256('other') })).toEqual({ problem: 'expired' })
    expect(await finish(services, begun, callback, { providerId: 'other' })).toEqual({ problem: 'expired' })
    const damaged = { ...begun, sealed: `${begun.sealed.slice(0, -4)}AAAA` }
    expect(await finish(services, damaged, callback)).toEqual({ problem: 'expired' })
    services.clock.advance(pendingMs)
    expect(await finish(services, begun, callback)).toEqual({ problem: 'expired' })
    expect(forged.tokenRequests).toEqual([])
    services.clock.advance(-1)
    expect(personIn(await finish(services, begun, callback)).role).toBe('agent')
  })

  it('of one tab does not end another one’s', async () => {
    const [one, other] = [await begin(services), await begin(services)]
    for (const begun of [one, other]) {
      expect(personIn(await finish(services, begun, forged.authorize(begun.url))).name).toBe('Jane Roe')
    }
    expect(await finish(services, one, forged.authorize(other.url))).toEqual({ problem: 'expired' })
  })

  it('whose code the provider refuses is no sign-in', async () => {
    forged.routes['/token'] = (_request, response) =>
      void response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}')
    expect(await outcomes({})()).toEqual({ problem: 'refused' })
  })

  describe('after 60 failures of a network in a minute', () => {
    /** As if requests of this browser, or of its network if it is unknown, had failed. */
    async function failBefore(times: number): Promise<void> {
      const subject = await findAttemptSubject(services.db, visitor, testBrowser.hash)
      for (let count = 0; count < times; count++) await services.limits.providersAtNetwork.countFailure(subject)
    }

    const tryAgain = () => outcomes({})().catch((error: unknown) => (isRefusal(error) ? error.code : error))

    it('is refused, but not in a browser in which a user signed in before', async () => {
      await failBefore(58)
      for (let count = 0; count < 2; count++) await outcomes({ iss: null })()
      expect(await tryAgain()).toBe('too_many_requests')
      await rememberBrowser(services.db, (await insertUser(services)).id, testBrowser.hash)
      expect(await tryAgain()).toHaveProperty('person')
    })

    it('of a known browser is refused there alone', async () => {
      await rememberBrowser(services.db, (await insertUser(services)).id, testBrowser.hash)
      await failBefore(58)
      for (let count = 0; count < 2; count++) await outcomes({ iss: null })()
      expect(await tryAgain()).toBe('too_many_requests')
      await services.db.deleteFrom('known_browsers').execute()
      expect(await tryAgain()).toHaveProperty('person')
    })

    it.each([
      ['without an attempt of this browser', { state: 'another' }, 'expired'],
      ['that were canceled at the provider', { code: null, error: 'access_denied' }, 'cancelled'],
      ['while the provider was down', { code: null, error: 'server_error' }, 'unavailable'],
    ])('is accepted, if these were requests %s: they are no guesses', async (_name, changes, problem) => {
      await failBefore(59)
      for (let count = 0; count < 2; count++) expect(await outcomes(changes)()).toEqual({ problem })
      expect(await tryAgain()).toHaveProperty('person')
    })
  })
})

describe('the first link, by an invitation', () => {
  beforeEach(async () => {
    await registerProvider(services, forged)
  })

  it('spends it in the same transaction, and records it', async () => {
    const user = await insertUser(services)
    const link = await invite(user)
    expect(personIn(await linkAt(services, forged, { link })).userId).toBe(user.id)
    expect(await findLinkedUser(services, link)).toBeUndefined()
    const [row] = await services.db.selectFrom('provider_identities').selectAll().execute()
    expect(row).toMatchObject({ issuer: forged.issuer, subject: 'subject-1', user_id: user.id, provider_id: 'acme' })
    const kinds = await services.db.selectFrom('audit_events').select(['kind', 'actor_id', 'details']).execute()
    expect(kinds.filter(({ kind }) => kind === 'user.identity_linked')).toEqual([
      { kind: 'user.identity_linked', actor_id: user.id, details: '{"provider":"Acme","how":"invitation"}' },
    ])
  })

  it('tells its user by mail, and not one who comes for the first time', async () => {
    services = await openTestServices({
      BASE_URL: localBaseUrl,
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'latchkey@example.com',
    })
    await registerProvider(services, forged, jit)
    const user = await insertLinked()
    forged.user = { ...forged.user, sub: 'subject-2' }
    personIn(await signInAt(services, forged))
    const linked = services.db.selectFrom('mails').select(['user_id', 'facts']).where('kind', '=', 'identity_linked')
    const facts = JSON.stringify({ provider: 'Acme', address: visitor.address })
    expect(await linked.execute()).toEqual([{ user_id: user.id, facts }])
  })

  it('links whatever address the provider tells, and none else by it', async () => {
    const [invited, namesake] = [await insertUser(services), await insertUser(services, { email: 'jane@acme.example' })]
    expect(personIn(await linkAt(services, forged, { link: await invite(invited) })).userId).toBe(invited.id)
    expect((await findUserById(services.db, namesake.id))?.linkedAt).toBeNull()
  })

  it('works once, also at the same moment', async () => {
    const link = await invite(await insertUser(services))
    const begun = await Promise.all(Array.from({ length: 5 }, () => begin(services, { link })))
    const nonceOf = ({ url }: Readonly<{ url: string }>) => new URL(url).searchParams.get('nonce')
    forged.idToken = (claims) => {
      const nonce = forged.tokenRequests.at(-1)?.form.get('code')
      return { ...claims, nonce, sub: `subject of ${nonce}` }
    }
    const questions = await Promise.all(
      begun.map((each) => finish(services, each, forged.authorize(each.url, { code: nonceOf(each) }))),
    )
    const outcomes = await Promise.all(
      questions.map((question) => {
        const sealed = 'sealed' in question ? question.sealed : ''
        return acceptLink(services, visitor, { providerId: 'acme', sealed, browser: testBrowser, password: '' })
      }),
    )
    expect(outcomes.filter((outcome) => 'person' in outcome)).toHaveLength(1)
    expect(outcomes.filter((outcome) => 'problem' in outcome && outcome.problem === 'link_unusable')).toHaveLength(4)
    expect(await countRowsOf('provider_identities')).toEqual([1])
  })

  it('is refused with an unknown, used or foreign link', async () => {
    expect(await linkAt(services, forged, { link: 'unknown' })).toEqual({ problem: 'link_unusable' })
    const user = await insertUser(services)
    const link = await invite(user)
    await deactivateUser(services, root, user.id)
    expect(await linkAt(services, forged, { link })).toEqual({ problem: 'link_unusable' })
    expect(await countRowsOf('provider_identities')).toEqual([0])
  })

  it('is refused for a subject that is linked to someone else; the invitation stays', async () => {
    await insertLinked()
    const other = await insertUser(services)
    const link = await invite(other)
    expect(await linkAt(services, forged, { link })).toEqual({ problem: 'other_user' })
    expect((await findLinkedUser(services, link))?.id).toBe(other.id)
  })

  it('does not replace a second factor', async () => {
    const user = await insertUser(services, { password: goodPassword })
    await addTestApp(services, personOf(services, user))
    const link = await invite(user)
    expect(await linkAt(services, forged, { link })).toEqual({ problem: 'has_factor' })
    expect((await findLinkedUser(services, link))?.id).toBe(user.id)
  })
})

describe('just-in-time creation', () => {
  it('adds an agent with access to no account', async () => {
    await registerProvider(services, forged, jit)
    forged.user = { ...forged.user, preferred_username: 'jane.roe', role: 'owner', roles: ['admin'] }
    const person = personIn(await signInAt(services, forged))
    expect(await findUserById(services.db, person.userId)).toMatchObject({
      email: 'jane@acme.example',
      username: 'jane.roe',
      name: 'Jane Roe',
      role: 'agent',
      accountScope: 'list',
      passwordSetAt: null,
    })
  })

  it('is off by default', async () => {
    await registerProvider(services, forged, { domains: 'acme.example' })
    expect(await signInAt(services, forged)).toEqual({ problem: 'not_linked' })
    expect(await lastRefusal()).toEqual({ reason: 'provider_not_linked', failures: 1, provider: 'Acme', userId: null })
    expect(await countRowsOf('users', 'provider_identities')).toEqual([0, 0])
  })

  it.each([
    ['no address', { email: undefined }],
    ['an unverified address', { email_verified: false }],
    ['no word about the address, as Keycloak may', { email_verified: undefined }],
    ['the text "true" about the address', { email_verified: 'true' }],
    ['the number 1 about the address', { email_verified: 1 }],
    ['another domain', { email: 'jane@evil.example' }],
    ['a domain that ends alike', { email: 'jane@evilacme.example' }],
    ['a subdomain', { email: 'jane@mail.acme.example' }],
    ['a longer domain', { email: 'jane@acme.example.evil.example' }],
    ['two at signs', { email: 'jane@acme.example@evil.example' }],
    ['a quoted at sign', { email: '"jane@acme.example"@evil.example' }],
    ['a dot at the end', { email: 'jane@acme.example.' }],
    ['a lookalike letter', { email: 'jane@аcme.example' }],
    ['a NUL', { email: 'jane@acme.example\u0000' }],
    ['no text', { email: ['jane@acme.example'] }],
  ])('refuses %s', async (_name, changes) => {
    await registerProvider(services, forged, jit)
    forged.user = { ...forged.user, ...changes }
    expect(await signInAt(services, forged)).toEqual({ problem: 'email' })
    expect(await countRowsOf('users', 'provider_identities', 'portal_sessions')).toEqual([0, 0, 0])
  })

  it('compares the domain without case', async () => {
    await registerProvider(services, forged, { ...jit, domains: 'Acme.Example' })
    forged.user = { ...forged.user, email: 'Jane@ACME.example' }
    expect(personIn(await signInAt(services, forged)).role).toBe('agent')
  })

  it.each([
    ['the address', { email: 'JANE@acme.example' }],
    ['the username', { username: 'jane' }],
  ])('refuses %s of a user who is not linked, and says so', async (_name, given) => {
    await registerProvider(services, forged, jit)
    const existing = await insertUser(services, given)
    expect(await signInAt(services, forged)).toEqual({ problem: 'user_exists' })
    expect(await lastRefusal()).toMatchObject({ reason: 'provider_user_exists', userId: existing.id })
    expect(await countRowsOf('provider_identities', 'portal_sessions')).toEqual([0, 0])
  })

  it('is not kept out by a user who chose the username, and whose name proves nothing of its own', async () => {
    await registerProvider(services, forged, jit)
    const squatter = await insertUser(services, { username: 'jane' })
    await markUnproven(services.db, squatter.id, 'username')
    const { userId } = personIn(await signInAt(services, forged))
    expect(await findUserById(services.db, userId)).toMatchObject({
      email: 'jane@acme.example',
      username: expect.stringMatching(/^agent-/),
    })
    forged.user = { ...forged.user, sub: 'subject-2', email: 'other@acme.example', preferred_username: 'boss' }
    const chosen = personIn(await signInAt(services, forged))
    expect(await findUserById(services.db, chosen.userId)).toMatchObject({ username: 'boss' })
    expect(await findUnprovenNames(services.db, chosen.userId)).toEqual(['username'])
  })

  it('by a second provider does not take over the user of the first', async () => {
    await registerProvider(services, forged, jit)
    const person = personIn(await signInAt(services, forged))
    const second = await startForgedProvider(() => services.clock.now())
    await registerProvider(services, second, { ...jit, id: 'second', label: 'Second' })
    expect(await signInAt(services, second, { providerId: 'second' })).toEqual({ problem: 'user_exists' })
    expect(personIn(await signInAt(services, forged)).userId).toBe(person.userId)
  })

  it('with a changed subject does not find the user by the address', async () => {
    await registerProvider(services, forged, jit)
    await signInAt(services, forged)
    forged.user = { ...forged.user, sub: 'subject-2' }
    expect(await signInAt(services, forged)).toEqual({ problem: 'user_exists' })
    expect(await countRowsOf('users', 'provider_identities')).toEqual([1, 1])
  })

  it('reads the address from the user info if the ID token has none', async () => {
    const { email, email_verified, ...inToken } = forged.user
    forged.userInfo = { sub: 'subject-1', email, email_verified }
    forged.user = inToken
    await registerProvider(services, forged, jit)
    const { userId } = personIn(await signInAt(services, forged))
    expect((await findUserById(services.db, userId))?.email).toBe('jane@acme.example')
    forged.userInfo = { ...forged.userInfo, sub: 'another' }
    expect(await signInAt(services, forged)).toEqual({ problem: 'refused' })
  })

  it('takes an address and its verification from one place', async () => {
    await registerProvider(services, forged, { ...jit, groupsClaim: 'groups' })
    const [mine, other] = ['jane@acme.example', 'other@acme.example']
    forged.user = { sub: 'subject-1', email: mine, email_verified: undefined }
    forged.userInfo = { sub: 'subject-1', email: other, email_verified: true }
    expect(await signInAt(services, forged)).toEqual({ problem: 'email' })
    forged.user = { sub: 'subject-1', email_verified: true }
    forged.userInfo = { sub: 'subject-1', email: other }
    expect(await signInAt(services, forged)).toEqual({ problem: 'email' })
    expect(await countRowsOf('users')).toEqual([0])
  })
})

describe('groups', () => {
  it.each([
    ['an array', ['/desk', '/leads']],
    ['a single name', '/leads'],
  ])('in %s give what they are mapped to, at each sign-in', async (_name, groups) => {
    await createAccount(services, root, account({ id: 'a', name: 'A' }))
    await registerProvider(services, forged, { ...jit, groupsClaim: 'groups' })
    await addMapping(services, root, { source: 'acme', groupName: '/leads', role: 'admin' })
    forged.user = { ...forged.user, groups }
    const { userId } = personIn(await signInAt(services, forged))
    expect((await findUserById(services.db, userId))?.role).toBe('admin')
    forged.user = { ...forged.user, groups: [] }
    expect(personIn(await signInAt(services, forged)).role).toBe('agent')
    expect((await findUserById(services.db, userId))?.role).toBe('agent')
  })

  it('give account groups, and take them when the claim is gone', async () => {
    await registerProvider(services, forged, { ...jit, groupsClaim: 'groups' })
    const accountGroupId = await makeGroup(services, [])
    await addMapping(services, root, { source: 'acme', groupName: 'desk', accountGroupId })
    forged.user = { ...forged.user, groups: ['desk', 7, null] }
    const { userId } = personIn(await signInAt(services, forged))
    expect(await listGroupIdsOf(services.db, userId)).toEqual([accountGroupId])
    forged.user = { ...forged.user, groups: undefined }
    await signInAt(services, forged)
    expect(await listGroupIdsOf(services.db, userId)).toEqual([])
  })

  it.each([
    [
      'names their source, as Entra ID does above 200',
      { _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } },
    ],
    ['says only that there are some', { hasgroups: true }],
    ['says so as text', { hasgroups: 'true' }],
  ])('that are not told, because the token %s, take nothing', async (_name, claims) => {
    await registerProvider(services, forged, { ...jit, groupsClaim: 'groups' })
    await addMapping(services, root, { source: 'acme', groupName: 'leads', role: 'admin' })
    forged.user = { ...forged.user, groups: ['leads'] }
    const { userId } = personIn(await signInAt(services, forged))
    forged.user = { ...forged.user, groups: undefined, ...claims }
    expect(personIn(await signInAt(services, forged)).role).toBe('admin')
    const untold = services.db.selectFrom('audit_events').select(['subject_id', 'details'])
    expect(await untold.where('kind', '=', 'user.groups_untold').execute()).toEqual([
      { subject_id: userId, details: '{"provider":"Acme"}' },
    ])
    forged.user = { ...forged.user, groups: [] }
    expect(personIn(await signInAt(services, forged)).role).toBe('agent')
  })

  it.each<[string, (idp: ForgedProvider) => void]>([
    ['is down', (idp) => void Object.assign(idp.routes, { '/userinfo': closeConnection })],
    ['answers 500', (idp) => void Object.assign(idp.routes, { '/userinfo': answer500 })],
    ['answers a page', (idp) => void Object.assign(idp.routes, { '/userinfo': answerPage })],
  ])('stay while the user info %s, which refuses no linked user', async (_name, damage) => {
    await registerProvider(services, forged, { ...jit, groupsClaim: 'groups' })
    await addMapping(services, root, { source: 'acme', groupName: 'leads', role: 'admin' })
    forged.userInfo = { sub: 'subject-1', groups: ['leads'] }
    expect(personIn(await signInAt(services, forged)).role).toBe('admin')
    damage(forged)
    expect(personIn(await signInAt(services, forged)).role).toBe('admin')
    const { email: _email, ...withoutAddress } = forged.user
    forged.user = { ...withoutAddress, sub: 'subject-2' }
    expect(await signInAt(services, forged)).toEqual({ problem: 'unavailable' })
  })

  it('never make an owner, or change one', async () => {
    await registerProvider(services, forged, { groupsClaim: 'groups' })
    await addMapping(services, root, { source: 'acme', groupName: 'staff', role: 'agent' })
    const owner = await insertLinked({ role: 'owner' })
    forged.user = { ...forged.user, groups: ['staff', 'owner'] }
    await signInAt(services, forged)
    expect((await findUserById(services.db, owner.id))?.role).toBe('owner')
  })
})

describe('the second factor', () => {
  it.each([
    ['acr', { acrValues: 'mfa phr' }, { acr: 'phr' }, { acr: 'pwd' }],
    ['amr', { amrValues: 'mfa' }, { amr: ['pwd', 'mfa'] }, { amr: ['pwd'] }],
  ])('is the provider’s if it requires %s, which this ID token proves', async (_name, settings, good, bad) => {
    forged.userInfo = { sub: 'subject-1', ...good }
    await registerProvider(services, forged, settings)
    forged.user = { ...forged.user, ...good }
    const user = await insertLinked({ role: 'admin' })
    await writePolicy(services.db, 'all', 'operator')
    expect(personIn(await signInAt(services, forged))).toMatchObject({ userId: user.id, strength: 'fed_mfa' })
    for (const claims of [bad, { acr: undefined, amr: undefined, email: undefined }, { acr: ['phr'], amr: 'mfa' }]) {
      forged.user = { ...forged.user, ...claims }
      expect(await signInAt(services, forged)).toEqual({ problem: 'factor' })
    }
  })

  it('is asked for here otherwise, as after a password', async () => {
    await registerProvider(services, forged)
    const user = await insertLinked()
    await addTestApp(services, personOf(services, user))
    expect(await signInAt(services, forged)).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) })
    const [pending] = await services.db.selectFrom('pending_sign_ins').selectAll().execute()
    expect(pending).toMatchObject({ user_id: user.id, provider_name: 'Acme' })
  })

  it('is counted as missing unless the provider proves one, or is disabled', async () => {
    await registerProvider(services, forged)
    await insertLinked()
    await insertUser(services)
    const count = () => countUsersWithoutFactor(services.db, ['agent'])
    expect(await count()).toBe(1)
    const { clientId, label } = (await listProviders(services, root))[0] ?? expect.fail()
    const change = (given: object) => changeProvider(services, root, { id: 'acme', label, clientId, ...given })
    await change({ amrValues: 'mfa' })
    expect(await count()).toBe(0)
    await change({ amrValues: '', isDisabled: true })
    expect(await count()).toBe(0)
    await change({ isDisabled: false })
    expect(await count()).toBe(1)
  })

  it('may be missing within the grace period alone', async () => {
    await registerProvider(services, forged)
    await insertLinked()
    await writePolicy(services.db, 'all', 'operator')
    const outcome = await signInAt(services, forged)
    const secret = 'person' in outcome ? outcome.secret : ''
    const read = () => findSignedInUser(services, { secret, browserHash: testBrowser.hash }, visitor)
    expect(await read()).toMatchObject({ strength: 'fed' })
    await services.db.updateTable('users').set({ factor_grace_ends_at: services.clock.now() }).execute()
    expect(await read()).toBeUndefined()
    expect(await signInAt(services, forged)).toHaveProperty('token')
  })

  it('must be recent if the provider’s settings say so', async () => {
    await registerProvider(services, forged, { maxAgeSeconds: 60 })
    const now = Math.floor(services.clock.now() / 1_000)
    // The library counts real seconds from the start of the exchange: some pass on a busy machine.
    forged.user = { ...forged.user, auth_time: now - 75 }
    await insertLinked()
    forged.user = { ...forged.user, auth_time: now - 91 }
    expect(await signInAt(services, forged)).toEqual({ problem: 'factor' })
    forged.user = { ...forged.user, auth_time: undefined }
    expect(await signInAt(services, forged)).toEqual({ problem: 'factor' })
  })
})

describe('a confirmation at the provider', () => {
  const authTime = (beforeMs = 0) => Math.floor((services.clock.now() - beforeMs) / 1_000)

  it('renews the session of a user without a password', async () => {
    await registerProvider(services, forged)
    await insertLinked()
    const outcome = await signInAt(services, forged)
    const person = personIn(outcome)
    services.clock.advance(700 * secondMs)
    const begun = await begin(services, { sessionId: person.sessionId })
    const { searchParams } = new URL(begun.url)
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])
    forged.user = { ...forged.user, auth_time: authTime(), sid: 'session-2' }
    const confirmed = await finish(services, begun, forged.authorize(begun.url), { current: person })
    if (!('user' in confirmed)) expect.fail(JSON.stringify(confirmed))
    expect(confirmed.user).toMatchObject({ sessionId: person.sessionId, confirmedAt: services.clock.now() })
    expect(confirmed.secret).not.toBe('person' in outcome ? outcome.secret : undefined)
    const row = await services.db.selectFrom('portal_sessions').selectAll().where('id', '=', person.sessionId).execute()
    expect(row[0]?.provider_sid_hash).toBe(sha256('session-2'))
  })

  it('is refused without a new sign-in there, for another user, and without a session', async () => {
    await registerProvider(services, forged)
    await insertLinked()
    const person = personIn(await signInAt(services, forged))
    const attempt = async (changes: object, current: typeof person | undefined = person) => {
      const begun = await begin(services, { sessionId: person.sessionId })
      forged.user = { ...forged.user, auth_time: authTime(), ...changes }
      return finish(services, begun, forged.authorize(begun.url), { current })
    }
    expect(await attempt({ auth_time: undefined })).toEqual({ problem: 'factor' })
    expect(await attempt({ auth_time: authTime(60 * secondMs) })).toEqual({ problem: 'factor' })
    expect(await attempt({}, { ...person, sessionId: 'ps_other' })).toEqual({ problem: 'expired' })
    const begun = await begin(services, { sessionId: person.sessionId })
    expect(await finish(services, begun, forged.authorize(begun.url))).toEqual({ problem: 'expired' })
    expect(await attempt({ sub: 'subject-2' })).toEqual({ problem: 'other_user' })
    expect(await countRowsOf('provider_identities')).toEqual([1])
    await insertLinked()
    expect(await attempt({})).toEqual({ problem: 'other_user' })
  })

  it('asks a user who has a factor for it, unless the provider proves one', async () => {
    await registerProvider(services, forged)
    const user = await insertLinked()
    const person = personIn(await signInAt(services, forged))
    await addTestApp(services, personOf(services, user))
    const begun = await begin(services, { sessionId: person.sessionId })
    forged.user = { ...forged.user, auth_time: authTime() }
    expect(await finish(services, begun, forged.authorize(begun.url), { current: person })).toHaveProperty('token')
  })
})

describe('a provider that is', () => {
  it.each([
    [
      'down',
      (idp: ForgedProvider) => {
        idp.routes['/token'] = (request) => void request.socket.destroy()
      },
    ],
    [
      'broken',
      (idp: ForgedProvider) => {
        idp.routes['/token'] = (_r, response) => void response.writeHead(502).end('<html>')
      },
    ],
    [
      'redirecting',
      (idp: ForgedProvider) => {
        idp.routes['/token'] = (_r, response) => void response.writeHead(302, { location: '/other' }).end()
      },
    ],
    [
      'huge',
      (idp: ForgedProvider) => {
        idp.routes['/token'] = (_r, response) =>
          void response.writeHead(200, { 'content-type': 'application/json' }).end(' '.repeat(300_000))
      },
    ],
  ])('%s is unavailable, and signs no one in', async (_name, damage) => {
    await registerProvider(services, forged, jit)
    damage(forged)
    expect(await signInAt(services, forged)).toEqual({ problem: 'unavailable' })
    expect(await countRowsOf('users', 'portal_sessions')).toEqual([0, 0])
  })

  it('down for a moment is known from before, and is not asked at every sign-in', async () => {
    await registerProvider(services, forged, jit)
    await begin(services)
    forged.routes['/.well-known/openid-configuration'] = (request) => void request.socket.destroy()
    services.clock.advance(11 * 60 * secondMs)
    const before = forged.requests.length
    for (let count = 0; count < 5; count++) await begin(services)
    expect(forged.requests).toHaveLength(before + 1)
    services.clock.advance(50 * 60 * secondMs)
    await expect(begin(services)).rejects.toThrow('unavailable')
  })
})

describe('passwords off for the provider’s domains', () => {
  const enter = (name: string) =>
    signIn(services, visitor, { name, password: goodPassword, browser: testBrowser }).then(
      () => 'signed in',
      (error: unknown) => (isRefusal(error) ? error.code : String(error)),
    )

  it('refuses the right password, as it refuses a wrong one; owners keep theirs', async () => {
    await registerProvider(services, forged, { domains: 'acme.example' })
    await insertUser(services, { username: 'jane', email: 'jane@acme.example', password: goodPassword })
    await insertUser(services, { username: 'olga', email: 'olga@acme.example', role: 'owner', password: goodPassword })
    await insertUser(services, { username: 'other', email: 'other@evilacme.example', password: goodPassword })
    expect(await enter('jane')).toBe('signed in')
    const settings = { label: 'Acme', clientId: forged.clientId, domains: 'acme.example' }
    await changeProvider(services, root, { id: 'acme', ...settings, passwordsOff: true })
    expect([await enter('jane'), await enter('JANE@acme.example')]).toEqual(['sign_in_failed', 'sign_in_failed'])
    expect([await enter('olga'), await enter('other')]).toEqual(['signed in', 'signed in'])
    expect(await lastRefusal()).toMatchObject({ reason: 'password_off' })
    await changeProvider(services, root, { id: 'acme', ...settings, passwordsOff: true, isDisabled: true })
    expect(await enter('jane')).toBe('signed in')
  })

  it('holds for a linked user whatever their address is now', async () => {
    await registerProvider(services, forged, { domains: 'acme.example' })
    const jane = await insertLinked({ username: 'jane', email: 'jane@private.example' })
    await setPasswordHash(services.db, jane.id, { hash: hashCheaply(goodPassword), isShort: false })
    const settings = { label: 'Acme', clientId: forged.clientId, domains: 'acme.example' }
    await changeProvider(services, root, { id: 'acme', ...settings, passwordsOff: true })
    expect([await enter('jane'), await enter('jane@private.example')]).toEqual(['sign_in_failed', 'sign_in_failed'])
    // A new address needs a manager: it would be the way to an old password.
    const names = { username: 'jane', email: 'jane@elsewhere.example' }
    expect(await changeOwnNames(services, personOf(services, jane), names)).toEqual({ email: 'approval' })
    await updateUser(services, root, { userId: jane.id, name: 'Jane', role: 'owner' })
    expect(await enter('jane')).toBe('signed in')
  })
})

describe('unlinking', () => {
  it('ends the sessions that came from the identity, and the way in', async () => {
    await registerProvider(services, forged)
    const user = await insertLinked()
    const [identity] = await services.db.selectFrom('provider_identities').selectAll().execute()
    const byPassword = await insertUser(services, { password: goodPassword })
    await signIn(services, visitor, { name: byPassword.username, password: goodPassword, browser: testBrowser })
    const changed = await unlinkIdentity(services, root, identity?.id ?? '')
    expect([changed.linkedAt, userState(changed)]).toEqual([null, 'invited'])
    const live = await services.db
      .selectFrom('portal_sessions')
      .select('user_id')
      .where('ended_at', 'is', null)
      .execute()
    expect(live).toEqual([{ user_id: byPassword.id }])
    expect(await signInAt(services, forged)).toEqual({ problem: 'not_linked' })
    expect(user.linkedAt).not.toBeNull()
  })

  it('stops a sign-in that read the identity before', async () => {
    await registerProvider(services, forged)
    const { id } = await insertLinked()
    const [identity] = await services.db.selectFrom('provider_identities').selectAll().execute()
    const federated = { identityId: identity?.id ?? '', sidHash: null, provider: 'Acme' }
    const start = async () => {
      const user = (await findUserById(services.db, id)) ?? expect.fail()
      const signingIn = { ...user, role: 'agent' } as const
      return startSession(services, visitor, {
        user: signingIn,
        browser: testBrowser,
        strength: 'fed',
        federated,
      }).then(
        () => 'signed in',
        (error: unknown) => (isRefusal(error) ? error.code : String(error)),
      )
    }
    expect(await start()).toBe('signed in')
    await setPasswordHash(services.db, id, { hash: 'a hash', isShort: false })
    await unlinkIdentity(services, root, federated.identityId)
    expect(await start()).toBe('sign_in_failed')
  })

  it('is for the user, unless it is their only way in, and for those who manage them', async () => {
    await registerProvider(services, forged)
    const user = await insertLinked({ role: 'admin' })
    const [identity] = await services.db.selectFrom('provider_identities').selectAll().execute()
    const attempt = (actor: Parameters<typeof unlinkIdentity>[1], id = identity?.id ?? '') =>
      unlinkIdentity(services, actor, id).then(
        () => 'done',
        (error: unknown) => (isRefusal(error) ? error.code : String(error)),
      )
    const agent = personOf(services, await insertUser(services))
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    expect([await attempt(agent), await attempt(agent, 'pid_unknown'), await attempt(visitor)]).toEqual([
      'forbidden',
      'forbidden',
      'forbidden',
    ])
    expect([await attempt(admin), await attempt(personOf(services, user))]).toEqual(['forbidden', 'conflict'])
    expect(await attempt(root, 'pid_unknown')).toBe('not_found')
    const late = personOf(services, user, { confirmedAt: 0 })
    expect(await attempt(late)).toBe('confirmation_required')
    await setPasswordHash(services.db, user.id, { hash: 'a hash', isShort: false })
    expect(await attempt(personOf(services, user))).toBe('done')
  })
})

it('removing a provider takes its links, mappings and access, and ends its sessions', async () => {
  await registerProvider(services, forged, { ...jit, groupsClaim: 'groups' })
  const accountGroupId = await makeGroup(services, [])
  await addMapping(services, root, { source: 'acme', groupName: 'leads', role: 'admin' })
  await addMapping(services, root, { source: 'acme', groupName: 'desk', accountGroupId })
  forged.user = { ...forged.user, groups: ['desk'] }
  const agent = personIn(await signInAt(services, forged))
  forged.user = { ...forged.user, sub: 'subject-2', email: 'lea@acme.example', groups: ['leads'] }
  const lead = personIn(await signInAt(services, forged))
  expect(lead.role).toBe('admin')
  expect(await removeProvider(services, root, 'acme')).toBe(2)
  expect(await listGroupIdsOf(services.db, agent.userId)).toEqual([])
  expect(await findUserById(services.db, lead.userId)).toMatchObject({ role: 'agent', linkedAt: null })
  expect(await services.db.selectFrom('group_mappings').selectAll().execute()).toEqual([])
  const live = await services.db.selectFrom('portal_sessions').select('id').where('ended_at', 'is', null).execute()
  expect(live).toEqual([])
})

it('no log line and no row holds the client secret, a code or a token', async () => {
  await registerProvider(services, forged, jit)
  await signInAt(services, forged)
  forged.header = { alg: 'none' }
  await signInAt(services, forged)
  const rows = [
    await services.db.selectFrom('sign_in_providers').selectAll().execute(),
    await services.db.selectFrom('provider_identities').selectAll().execute(),
    await services.db.selectFrom('audit_events').selectAll().execute(),
  ]
  for (const text of [JSON.stringify(rows), services.logLines.join('')]) {
    for (const secret of ['a-client-secret-of-the-provider', 'code-1', 'eyJhbGciOiJFUzI1NiIsImtpZCI']) {
      expect(text).not.toContain(secret)
    }
  }
})

it('a user is found again by name', async () => {
  await registerProvider(services, forged, jit)
  await changePolicy(services, root, { policy: 'offered' })
  await signInAt(services, forged)
  expect((await findUserByName(services.db, 'jane'))?.linkedAt).not.toBeNull()
})
