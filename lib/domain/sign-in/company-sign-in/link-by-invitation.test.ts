import { beforeEach, describe, expect, it } from 'vitest'
import { addMapping } from '#lib/domain/people/group-mappings/manage-mappings.ts'
import { createSetPasswordLink, findLinkedUser } from '#lib/domain/people/password-links/set-password-link.ts'
import { requestPasswordLink } from '#lib/domain/people/user-lifecycle/request-password-link.ts'
import { setPassword } from '#lib/domain/people/user-lifecycle/set-password.ts'
import { findUserById } from '#lib/domain/people/users/store.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import type { ProviderOutcome } from '#lib/domain/sign-in/company-sign-in/finish-provider-sign-in.ts'
import {
  acceptLink,
  type LinkQuestion,
  readLinkQuestion,
} from '#lib/domain/sign-in/company-sign-in/link-by-invitation.ts'
import { sealAttempt } from '#lib/domain/sign-in/company-sign-in/provider-attempt.ts'
import { removeProvider } from '#lib/domain/sign-in/company-sign-in/remove-provider.ts'
import { rememberBrowser } from '#lib/domain/sign-in/portal-sessions/known-browsers-store.ts'
import { changeProvider } from '#lib/domain/sign-in/sign-in-providers/manage-providers.ts'
import { unsealLink } from '#lib/foundation/mails/seal-link.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { addTestApp } from '#lib/testing/factors.ts'
import { type ForgedProvider, startForgedProvider } from '#lib/testing/forged-provider.ts'
import { goodPassword, insertUser, personOf, root, signInAs, visitor } from '#lib/testing/people.ts'
import { localBaseUrl, registerProvider, signInAt, testBrowser } from '#lib/testing/sign-in-providers.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

// Mallory, an agent, sends a link of their own to a colleague who is an admin at the provider.
let services: TestServices
let colleague: ForgedProvider
let mallory: User

beforeEach(async () => {
  services = await openTestServices({
    BASE_URL: localBaseUrl,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'latchkey@example.com',
  })
  colleague = await startForgedProvider(() => services.clock.now())
  colleague.user = { ...colleague.user, email: 'ada@corp.example', groups: ['admins'] }
  await registerProvider(services, colleague, { groupsClaim: 'groups' })
  await addMapping(services, root, { source: 'acme', groupName: 'admins', role: 'admin' })
  mallory = await insertUser(services, {
    name: 'Mallory',
    username: 'mallory',
    email: 'mallory@corp.example',
    password: goodPassword,
  })
})

async function managersLink(user = mallory): Promise<string> {
  return new URL((await createSetPasswordLink(services, root, user.id)).url).searchParams.get('token') ?? ''
}

async function ask(link: string): Promise<LinkQuestion> {
  const outcome = await signInAt(services, colleague, { link })
  return 'sealed' in outcome ? outcome : expect.fail(JSON.stringify(outcome))
}

type Changes = Partial<Parameters<typeof acceptLink>[2]>

function accept({ sealed }: Readonly<{ sealed: string }>, changes: Changes = {}): Promise<ProviderOutcome | string> {
  const form = { providerId: 'acme', sealed, browser: testBrowser, password: goodPassword, ...changes }
  return acceptLink(services, visitor, form).catch((error: unknown) => (isRefusal(error) ? error.code : String(error)))
}

async function stateOf(user: User) {
  const identities = await services.db.selectFrom('provider_identities').select('user_id').execute()
  return { role: (await findUserById(services.db, user.id))?.role, identities: identities.length }
}

const unchanged = { role: 'agent', identities: 0 }

it('a link that its user requested links nothing, whoever opens it', async () => {
  await requestPasswordLink(services, visitor, { name: 'mallory' })
  const [mail] = await services.db.selectFrom('mails').select(['link_sealed', 'master_id']).execute()
  const sealed = { linkSealed: mail?.link_sealed ?? '', masterId: mail?.master_id ?? '' }
  const link = await unsealLink(services.keys, sealed)
  expect((await findLinkedUser(services, link))?.id).toBe(mallory.id)
  expect(await signInAt(services, colleague, { link })).toEqual({ problem: 'link_unusable' })
  expect(await stateOf(mallory)).toEqual(unchanged)
  await setPassword(services, visitor, { token: link, password: 'nine green figs on a plate' })
})

describe('an invitation', () => {
  it('changes nothing before the holder of the identity has agreed to the user who is named', async () => {
    const link = await managersLink()
    expect(await ask(link)).toEqual({
      identity: 'ada@corp.example',
      provider: 'Acme',
      needsPassword: true,
      next: '/launch/acme',
      invited: { name: 'Mallory', username: 'mallory' },
      sealed: expect.stringMatching(/^ey/),
    })
    expect(await stateOf(mallory)).toEqual(unchanged)
    expect((await findLinkedUser(services, link))?.id).toBe(mallory.id)
  })

  it('of a user who has a password takes the password', async () => {
    const question = await ask(await managersLink())
    expect(await accept(question, { password: 'another password altogether' })).toBe('password_wrong')
    expect(await accept(question, { password: '' })).toBe('input_invalid')
    expect(await stateOf(mallory)).toEqual(unchanged)
    expect(await accept(question)).toHaveProperty('person')
    expect(await stateOf(mallory)).toEqual({ role: 'admin', identities: 1 })
  })

  it('counts wrong passwords as a sign-in does, in a known browser for itself', async () => {
    const question = await ask(await managersLink())
    for (let count = 0; count < 10; count++) await accept(question, { password: 'wrong' })
    expect(await accept(question)).toBe('too_many_requests')
    await rememberBrowser(services.db, mallory.id, testBrowser.hash)
    expect(await accept(question)).toHaveProperty('person')
  })

  it('ends the sessions of the user, which must not get what the groups give', async () => {
    await signInAs(services, mallory)
    await accept(await ask(await managersLink()))
    const live = services.db.selectFrom('portal_sessions').select('browser_hash').where('ended_at', 'is', null)
    expect(await live.execute()).toEqual([{ browser_hash: testBrowser.hash }])
  })

  it('links a user without a password by the answer alone', async () => {
    const invited = await insertUser(services)
    const question = await ask(await managersLink(invited))
    expect(question.needsPassword).toBe(false)
    expect(await accept(question, { password: '' })).toHaveProperty('person')
    expect(await stateOf(invited)).toEqual({ role: 'admin', identities: 1 })
  })

  it('answers a form that is sent again with "linked", and starts no other session', async () => {
    const question = await ask(await managersLink())
    await accept(question)
    const sessions = () => services.db.selectFrom('portal_sessions').select('id').execute()
    const before = await sessions()
    expect(await accept(question)).toEqual({ problem: 'linked' })
    const form = { providerId: 'acme', sealed: question.sealed, browser: testBrowser }
    expect(await readLinkQuestion(services, form)).toEqual({ problem: 'linked' })
    expect(await sessions()).toEqual(before)
  })

  it('waits for a required second factor', async () => {
    const invited = await insertUser(services)
    const question = await ask(await managersLink(invited))
    await addTestApp(services, personOf(services, invited))
    expect(await accept(question)).toEqual({ problem: 'has_factor' })
    expect(await stateOf(invited)).toEqual(unchanged)
  })

  it('does not carry more groups than its form holds: the next sign-in tells them', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(256, 'x'))
    for (const groupName of names) await addMapping(services, root, { source: 'acme', groupName, role: 'admin' })
    colleague.user = { ...colleague.user, groups: names }
    const question = await ask(await managersLink())
    expect(question.sealed.length).toBeLessThan(4_000)
    await accept(question)
    expect(await stateOf(mallory)).toEqual({ role: 'agent', identities: 1 })
    await signInAt(services, colleague)
    expect(await stateOf(mallory)).toEqual({ role: 'admin', identities: 1 })
  })
})

describe('the answer is refused', () => {
  it.each<[string, Changes]>([
    ['in another browser', { browser: { ...testBrowser, hash: sha256('of Mallory') } }],
    ['at another provider', { providerId: 'other' }],
    ['with other content', { sealed: 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..a.b.c' }],
  ])('%s', async (_name, changes) => {
    const question = await ask(await managersLink())
    expect(await accept(question, changes)).toEqual({ problem: 'expired' })
    expect(await stateOf(mallory)).toEqual(unchanged)
  })

  it('after ten minutes, to the millisecond', async () => {
    const question = await ask(await managersLink())
    services.clock.advance(10 * minuteMs)
    expect(await accept(question)).toEqual({ problem: 'expired' })
    services.clock.advance(-1)
    expect(await accept(question)).toHaveProperty('person')
  })

  it('for a sign-in under way, which is sealed with the same key', async () => {
    const attempt = {
      providerId: 'acme',
      browserHash: testBrowser.hash,
      next: '/',
      linkHash: sha256(await managersLink()),
    }
    const offer = {
      issuer: colleague.issuer,
      subject: 'subject-1',
      shownAs: 'x',
      email: null,
      sidHash: null,
      groups: null,
      provesFactor: true,
      offeredAt: services.clock.now(),
    }
    const sealed = await sealAttempt(services.keys, {
      ...attempt,
      state: 's',
      nonce: 'n',
      verifier: 'v',
      startedAt: services.clock.now(),
      ...offer,
    })
    expect(await accept({ sealed })).toEqual({ problem: 'expired' })
  })

  it('once the invitation was replaced or used', async () => {
    const question = await ask(await managersLink())
    await setPassword(services, visitor, { token: await managersLink(), password: 'nine green figs on a plate' })
    expect(await accept(question)).toEqual({ problem: 'link_unusable' })
    const form = { providerId: 'acme', sealed: question.sealed, browser: testBrowser }
    expect(await readLinkQuestion(services, form)).toEqual({ problem: 'link_unusable' })
    expect(await stateOf(mallory)).toEqual(unchanged)
  })

  it('once the provider was disabled, or removed', async () => {
    const question = await ask(await managersLink())
    const settings = { id: 'acme', label: 'Acme', clientId: colleague.clientId }
    await changeProvider(services, root, { ...settings, isDisabled: true })
    expect(await accept(question)).toEqual({ problem: 'expired' })
    await removeProvider(services, root, 'acme')
    expect(await accept(question)).toEqual({ problem: 'expired' })
  })

  it('for an identity that was linked to someone else meanwhile', async () => {
    const question = await ask(await managersLink())
    const invited = await insertUser(services)
    await accept(await ask(await managersLink(invited)))
    expect(await accept(question)).toEqual({ problem: 'other_user' })
    expect(await stateOf(mallory)).toEqual({ role: 'agent', identities: 1 })
  })
})
