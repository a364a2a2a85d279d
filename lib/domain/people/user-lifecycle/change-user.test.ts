import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readAccountSession } from '#lib/domain/accounts/account-sessions/read-account-session.ts'
import { authenticateApiKey } from '#lib/domain/keys/api-keys/authenticate-api-key.ts'
import { createSetPasswordLink, findLinkedUser } from '#lib/domain/people/password-links/set-password-link.ts'
import { readHashLoad, runHash } from '#lib/domain/people/passwords/password-hash.ts'
import { deactivateUser, reactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { setPasswordHash } from '#lib/domain/people/users/store.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { signIn } from '#lib/domain/sign-in/portal-sessions/sign-in.ts'
import { startSession } from '#lib/domain/sign-in/portal-sessions/start-session.ts'
import { issueRefreshTokenFamily } from '#lib/domain/tokens/refresh-tokens/issue-refresh-token-family.ts'
import { insertFamily } from '#lib/domain/tokens/refresh-tokens/store.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { openTestSession } from '#lib/testing/open-accounts.ts'
import { goodPassword, insertUser, root, signInAs, visitor } from '#lib/testing/people.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { addTestProgram, issueLink, makeTestProgram, postGrant } from '#lib/testing/test-grants.ts'
import { postToken, readTokens, refreshFields } from '#lib/testing/test-programs.ts'
import { onlyOn, openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { makeAccountCookie, readAccountCredential } from '#lib/web/cookies/account-cookie.ts'
import { makeBrowserCookie } from '#lib/web/cookies/browser-cookie.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
})

const deactivate = (user: User) => deactivateUser(services, root, user.id)

async function deactivateAndReactivate(user: User): Promise<void> {
  await deactivate(user)
  await reactivateUser(services, root, user.id)
}

const browserOf = (hash: string) => ({ hash, userAgent: null, formerSecret: undefined })

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (isRefusal(error) ? error.code : String(error)),
  )
}

describe('reactivating a user does not restore', () => {
  it('accounts opened by a client or from the portal, in any browser', async () => {
    const program = await makeTestProgram(services)
    const byProgram = new TestBrowser()
    await byProgram.open((await issueLink(program)).href)
    const launching = new TestBrowser((await signInAs(services, program.owner)).cookieHeader)
    await launching.open((await launching.open('/launch/acme')).headers.get('location') ?? '')
    // Past its own end the portal session takes nothing along any more.
    await services.db.updateTable('portal_sessions').set({ expires_at: services.clock.now() }).execute()
    const read = async (browser: TestBrowser) => {
      const credential = await readAccountCredential(services, browser.cookieHeader('/accounts/acme'))
      return (await readAccountSession(services, credential, 'acme')).ok
    }
    expect([await read(byProgram), await read(launching)]).toEqual([true, true])
    await deactivateAndReactivate(program.owner)
    expect([await read(byProgram), await read(launching)]).toEqual([false, false])
    const rows = await services.db.selectFrom('account_sessions').select('end_reason').execute()
    expect(rows).toEqual([{ end_reason: 'user_deactivated' }, { end_reason: 'user_deactivated' }])
  })

  it('accounts of a signed-in user, who is told why', async () => {
    const { owner } = await makeTestProgram(services)
    const browser = new TestBrowser((await signInAs(services, owner)).cookieHeader)
    await browser.open((await browser.open('/launch/acme')).headers.get('location') ?? '')
    await deactivate(owner)
    const read = await readAccountSession(
      services,
      await readAccountCredential(services, browser.cookieHeader('/accounts/acme')),
      'acme',
    )
    expect(read).toMatchObject({ ok: false, reason: 'withdrawn' })
  })

  it('a pending account session', async () => {
    const program = await makeTestProgram(services)
    const other = await addTestProgram(services, await insertUser(services))
    const browser = new TestBrowser()
    await browser.open((await issueLink(other)).href)
    const asked = await browser.open((await issueLink(program)).href)
    const question = asked.headers.get('location') ?? expect.fail()
    expect((await browser.open(question)).status).toBe(200)
    await deactivateAndReactivate(program.owner)
    expect((await browser.open(question)).status).toBe(410)
  })

  it('other users’ accounts, which stay open', async () => {
    const program = await makeTestProgram(services)
    const browser = new TestBrowser()
    await browser.open((await issueLink(program)).href)
    await deactivate(await insertUser(services))
    expect(
      (
        await readAccountSession(
          services,
          await readAccountCredential(services, browser.cookieHeader('/accounts/acme')),
          'acme',
        )
      ).ok,
    ).toBe(true)
  })

  it('the portal, refresh tokens and access tokens, and password links', async () => {
    const program = await makeTestProgram(services)
    const { owner, keyId, secret } = program
    const fields = { grantType: 'client_credentials', clientId: keyId, clientSecret: secret }
    const tokens = await readTokens(await postToken(fields))
    const { cookieHeader } = await signInAs(services, owner)
    const link = new URL((await createSetPasswordLink(services, root, owner.id)).url)
    await deactivateAndReactivate(owner)
    const refreshed = await postToken(refreshFields(owner.username, tokens.refreshToken))
    expect([refreshed.status, (await postGrant(tokens.accessToken, { accountId: 'acme' })).status]).toEqual([400, 401])
    expect(await readSignedInUser(testContext(services), cookieHeader)).toBeUndefined()
    expect(await findLinkedUser(services, link.searchParams.get('token') ?? '')).toBeUndefined()
    // The key itself is the user's again, as before.
    expect((await postToken(fields)).status).toBe(200)
  })
})

describe('deactivating a user also stops', () => {
  it('a sign-in while its password is checked', async () => {
    const user = await insertUser(services, { username: 'jane', password: goodPassword })
    const held = Promise.withResolvers<void>()
    const other = runHash('other', () => held.promise)
    const signingIn = codeOf(
      signIn(services, visitor, { name: 'jane', password: goodPassword, browser: browserOf('b') }),
    )
    await vi.waitFor(() => expect(readHashLoad()).toEqual({ running: 1, waiting: 1 }))
    await deactivate(user)
    held.resolve()
    await other
    expect(await signingIn).toBe('sign_in_failed')
    expect(await services.db.selectFrom('portal_sessions').select('id').execute()).toEqual([])
  })

  it('a session for a user who was read before the deactivation or a new password', async () => {
    const user = await insertUser(services, { password: goodPassword })
    const start = () =>
      codeOf(startSession(services, visitor, { user: { ...user, role: 'agent' }, browser: browserOf('b') }))
    expect(await start()).toBe('done')
    await deactivate(user)
    expect(await start()).toBe('sign_in_failed')
    await reactivateUser(services, root, user.id)
    expect(await start()).toBe('done')
    services.clock.advance(1)
    await setPasswordHash(services.db, user.id, { hash: 'another hash', isShort: false })
    expect(await start()).toBe('sign_in_failed')
  })

  it('a refresh family for a key that was checked before it', async () => {
    const { owner, keyId, secret } = await makeTestProgram(services)
    const proof = await authenticateApiKey(services, visitor, { keyId, secret })
    await deactivate(owner)
    const family = { id: 'fam_1', nonce: 'nonce', masterId: proof.keyMasterId, address: visitor.address }
    expect(
      await insertFamily(services.db, { ...family, scope: null, jkt: null, isCounted: 0, ...proof }),
    ).toBeUndefined()
    expect(await codeOf(issueRefreshTokenFamily(services, visitor, { keyId, secret }))).toBe('invalid_client')
    const rows = services.db.selectFrom('refresh_families').select('id').where('revoked_at', 'is', null)
    expect(await rows.execute()).toEqual([])
  })
})

// The embedded database has one writer: there nothing can begin before a deactivation and end after it.
describe('what commits only after the deactivation that it did not see', onlyOn('postgres'), () => {
  it('is refused, and stays refused after reactivation', async () => {
    const { owner, keyId, secret } = await makeTestProgram(services)
    const browser = makeBrowserCookie(testBaseUrl)
    const slipped = await services.db.transaction().execute(async (trx) => {
      const { refreshToken } = await issueRefreshTokenFamily({ ...services, db: trx }, visitor, { keyId, secret })
      const target = {
        userId: owner.id,
        accountId: 'acme',
        keyId,
        familyId: null,
        browserHash: browser.hash,
        locale: 'en-us',
        backUrl: testBaseUrl,
        deepPath: '/accounts/acme',
      }
      const opening = await openTestSession(trx, services, target)
      await deactivate(owner)
      return { refreshToken, secret: opening.kind === 'opened' ? opening.secret : expect.fail() }
    })
    const cookie = `${browser.name}=${browser.value}; ${await makeAccountCookie(services, 'acme', slipped.secret)}`
    const seen = async () => [
      (await postToken(refreshFields(owner.username, slipped.refreshToken))).status,
      (await readAccountSession(services, await readAccountCredential(services, cookie), 'acme')).ok,
    ]
    expect(await seen()).toEqual([400, false])
    await reactivateUser(services, root, owner.id)
    expect(await seen()).toEqual([400, false])
  })
})
