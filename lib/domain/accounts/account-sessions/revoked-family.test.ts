import { beforeEach, describe, expect, it } from 'vitest'
import { readAccountSession } from '#lib/domain/accounts/account-sessions/read-account-session.ts'
import { endSessionsOfFamily, endSessionsOfKey } from '#lib/domain/accounts/account-sessions/store.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { account } from '#lib/testing/accounts.ts'
import { openTestSession } from '#lib/testing/open-accounts.ts'
import { insertUser, root, signInAs } from '#lib/testing/people.ts'
import { explain } from '#lib/testing/query-plans.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { addTestProgram, issueLink, makeTestProgram, renewToken, type TestProgram } from '#lib/testing/test-grants.ts'
import { clientFields, postRevocation, postToken, readTokens, refreshFields } from '#lib/testing/test-programs.ts'
import { onlyOn, openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { makeAccountCookie, readAccountCredential } from '#lib/web/cookies/account-cookie.ts'
import { makeBrowserCookie } from '#lib/web/cookies/browser-cookie.ts'

type Program = TestProgram & Readonly<{ refreshToken: string }>

let services: TestServices
let program: Program
beforeEach(async () => {
  services = await openTestServices()
  const made = await makeTestProgram(services)
  const tokens = await readTokens(await postToken(clientFields({ id: made.keyId, secret: made.secret })))
  program = { ...made, ...tokens }
})

async function openIn(browser: TestBrowser, by: TestProgram, accountId = 'acme'): Promise<TestBrowser> {
  await browser.open((await issueLink(by, { accountId })).href)
  return browser
}

async function stateIn(browser: TestBrowser, accountId = 'acme'): Promise<string> {
  const found = await readAccountSession(
    services,
    await readAccountCredential(services, browser.cookieHeader(`/accounts/${accountId}`)),
    accountId,
  )
  return found.ok ? 'open' : found.reason
}

const endReasons = async () =>
  (await services.db.selectFrom('account_sessions').select('end_reason').execute()).map((row) => row.end_reason)

const revoke = () => postRevocation({ token: program.refreshToken, client_id: program.keyId })

async function reuse(): Promise<void> {
  const fields = refreshFields(program.owner.username, program.refreshToken)
  await readTokens(await postToken(fields))
  services.clock.advance(minuteMs)
  expect((await postToken(fields)).status).toBe(400)
}

function revokeAccessToken() {
  return postRevocation({ token: program.accessToken, client_id: program.keyId, client_secret: program.secret })
}

describe('an account session ends at the next request and in its row', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    ['its refresh token is revoked', revoke, 'family_revoked'],
    ['its access token is revoked', revokeAccessToken, 'family_revoked'],
    ['a refresh token of its family is used again', reuse, 'family_revoked'],
    ['its key is revoked', () => revokeApiKey(services, root, program.keyId), 'key_revoked'],
    ['its user is deactivated', () => deactivateUser(services, root, program.owner.id), 'user_deactivated'],
  ])('when %s', async (_, end, reason) => {
    const browser = await openIn(new TestBrowser(), program)
    expect(await stateIn(browser)).toBe('open')
    await end()
    expect(await endReasons()).toEqual([reason])
    expect(await stateIn(browser)).toBe('withdrawn')
  })

  it('while it is pending', async () => {
    const other = await addTestProgram(services, await insertUser(services))
    const browser = await openIn(new TestBrowser(), other)
    const question = (await browser.open((await issueLink(program)).href)).headers.get('location') ?? expect.fail()
    expect((await browser.open(question)).status).toBe(200)
    await revoke()
    expect((await browser.open(question)).status).toBe(410)
    expect(await stateIn(browser)).toBe('open')
    // Both sessions were created in the same millisecond: no column orders them.
    expect(new Set(await endReasons())).toEqual(new Set([null, 'family_revoked']))
  })
})

describe('the revocation of a family', () => {
  it('ends its sessions in every browser and account, also after a refresh, and no others', async () => {
    await createAccount(services, root, account({ id: 'beta', name: 'Beta' }))
    const refreshed = await readTokens(await postToken(refreshFields(program.owner.username, program.refreshToken)))
    const [one, two, three, launched] = [
      await openIn(await openIn(new TestBrowser(), program), program, 'beta'),
      await openIn(new TestBrowser(), { ...program, ...refreshed }),
      await openIn(new TestBrowser(), await renewToken(program)),
      new TestBrowser((await signInAs(services, program.owner)).cookieHeader),
    ]
    await launched.open((await launched.open('/launch/acme')).headers.get('location') ?? '')
    await revoke()
    expect([await stateIn(one), await stateIn(one, 'beta'), await stateIn(two)]).toEqual(Array(3).fill('withdrawn'))
    expect([await stateIn(three), await stateIn(launched)]).toEqual(['open', 'open'])
  })

  it('refuses a link that was issued before', async () => {
    const link = await issueLink(program)
    await revoke()
    expect((await new TestBrowser().open(link.href)).status).toBe(403)
    expect(await endReasons()).toEqual([])
  })

  it('leaves no session open for links that are redeemed at the same moment', async () => {
    const links = await Promise.all(Array.from({ length: 12 }, () => issueLink(program)))
    const browsers = links.map(() => new TestBrowser())
    const opened = links.map((link, index) => browsers[index]?.open(link.href))
    await Promise.all([...opened.slice(0, 6), revoke(), ...opened.slice(6)])
    for (const browser of browsers) expect(await stateIn(browser)).toMatch(/none|withdrawn/)
    for (const answer of opened) expect([303, 403]).toContain((await answer)?.status)
  })
})

// On the embedded database one transaction writes at a time.
describe('a session that commits after a revocation that did not see it', onlyOn('postgres'), () => {
  it('is refused', async () => {
    const { name, value, hash: browserHash } = makeBrowserCookie(testBaseUrl)
    const [, familyId = null] = program.refreshToken.split('.')
    const place = { accountId: 'acme', deepPath: '/accounts/acme', locale: 'en-us', backUrl: testBaseUrl }
    const target = { ...place, userId: program.owner.id, keyId: program.keyId, familyId, browserHash }
    const secret = await services.db.transaction().execute(async (trx) => {
      const opening = await openTestSession(trx, services, target)
      await revoke()
      return opening.kind === 'opened' ? opening.secret : expect.fail()
    })
    const cookies = `${name}=${value}; ${await makeAccountCookie(services, 'acme', secret)}`
    expect(await endReasons()).toEqual([null])
    expect(await readAccountSession(services, await readAccountCredential(services, cookies), 'acme')).toMatchObject({
      ok: false,
      reason: 'withdrawn',
    })
  })
})

it.each([
  ['a family', endSessionsOfFamily],
  ['a key', endSessionsOfKey],
])('the sessions of %s are found by an index', async (_, end) => {
  const [plan] = await explain(services.db, (db) => end(db, { id: 'x', ownerId: 'usr_x' }))
  expect(plan).toContain('account_sessions_by_family')
})
