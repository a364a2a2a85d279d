import { sealData } from 'iron-session'
import { beforeEach, describe, expect, it } from 'vitest'
import { readAccountSession } from '#lib/domain/accounts/account-sessions/read-account-session.ts'
import { endLaunchedSessions } from '#lib/domain/accounts/account-sessions/store.ts'
import { createAccount, resumeAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { disableApiKey, enableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { deactivateUser, reactivateUser, updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { deriveServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { dayMs, hourMs, minuteMs } from '#lib/kernel/clock.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, root, signInAs } from '#lib/testing/people.ts'
import { sweep } from '#lib/testing/sweep.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { addTestProgram, crmOrigin, issueLink, makeTestProgram, type TestProgram } from '#lib/testing/test-grants.ts'
import { openTestServices, type TestServices, testSecret, testStart } from '#lib/testing/test-services.ts'
import { setWritable } from '#lib/testing/writable.ts'
import { readAccountCredential } from '#lib/web/cookies/account-cookie.ts'

let services: TestServices
let program: TestProgram
let browser: TestBrowser
beforeEach(async () => {
  services = await openTestServices()
  program = await makeTestProgram(services)
  browser = new TestBrowser()
  await browser.open((await issueLink(program, { locale: 'de-at' })).href)
})

async function read(accountId = 'acme', from = browser, using = services) {
  const credential = await readAccountCredential(using, from.cookieHeader(`/accounts/${accountId}`))
  return readAccountSession(using, credential, accountId)
}

async function reasonOf(accountId = 'acme'): Promise<string> {
  const found = await read(accountId)
  return found.ok ? 'open' : found.reason
}

async function lastSeen(): Promise<number[]> {
  const rows = await services.db.selectFrom('account_sessions').select('last_seen_at').execute()
  return rows.map((row) => row.last_seen_at)
}

describe('an account session', () => {
  it('is the one that the link has opened', async () => {
    expect(await read()).toEqual({
      ok: true,
      session: {
        id: expect.stringMatching(/^ases_/),
        userId: program.owner.id,
        userName: 'Robin Example',
        accountId: 'acme',
        accountName: 'Acme & Sons',
        keyId: program.keyId,
        familyId: expect.stringMatching(/^fam_/),
        browserHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        locale: 'de-at',
        backUrl: `${crmOrigin}/done`,
        deepPath: '/accounts/acme',
        createdAt: testStart,
        lastSeenAt: testStart,
        expiresAt: testStart + 8 * hourMs,
        endsAt: testStart + 30 * minuteMs,
        readAt: testStart,
      },
    })
  })

  it('ends after 30 minutes without use, to the millisecond', async () => {
    services.clock.advance(30 * minuteMs - 1)
    expect((await read()).ok).toBe(true)
    services.clock.advance(30 * minuteMs)
    expect(await read()).toMatchObject({
      ok: false,
      reason: 'expired',
      lastKnown: { accountId: 'acme', locale: 'de-at' },
    })
  })

  it('continues while it is used, for 8 hours at most', async () => {
    const step = 29 * minuteMs
    for (let used = step; used < 8 * hourMs; used += step) {
      services.clock.set(testStart + used)
      expect((await read()).ok).toBe(true)
    }
    services.clock.set(testStart + 8 * hourMs - 1)
    expect(await read()).toMatchObject({ ok: true, session: { endsAt: testStart + 8 * hourMs } })
    services.clock.advance(1)
    expect(await reasonOf()).toBe('expired')
  })

  it('writes its use once a minute at most', async () => {
    services.clock.advance(minuteMs - 1)
    await read()
    expect(await lastSeen()).toEqual([testStart])
    services.clock.advance(1)
    expect(await read()).toMatchObject({
      session: { lastSeenAt: testStart + minuteMs, endsAt: testStart + 31 * minuteMs },
    })
    expect(await lastSeen()).toEqual([testStart + minuteMs])
  })

  it('is read while nothing can be written, and ends as if unused', async () => {
    await setWritable(services, false)
    services.clock.advance(minuteMs)
    expect(await read()).toMatchObject({
      ok: true,
      session: { lastSeenAt: testStart, endsAt: testStart + 30 * minuteMs },
    })
    expect(services.logLines.join('')).toContain('the use of a session could not be noted')
  })

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['the account is taken away', () => setScope('list'), () => setScope('all')],
    [
      'the account is suspended',
      () => suspendAccount(services, root, 'acme'),
      () => resumeAccount(services, root, 'acme'),
    ],
    [
      'the key is disabled',
      () => disableApiKey(services, root, program.keyId),
      () => enableApiKey(services, root, program.keyId),
    ],
  ])('stops at once when %s, and continues when that is undone', async (_, spoil, mend) => {
    await spoil()
    expect(await reasonOf()).toBe('withdrawn')
    await mend()
    expect(await reasonOf()).toBe('open')
  })

  it('ends at once and for good when the user is deactivated', async () => {
    await deactivateUser(services, root, program.owner.id)
    expect(await reasonOf()).toBe('withdrawn')
    await reactivateUser(services, root, program.owner.id)
    expect(await reasonOf()).toBe('withdrawn')
  })

  it('stops at once when its key is revoked or expires', async () => {
    await services.db
      .updateTable('api_keys')
      .set({ expires_at: testStart + 1 })
      .execute()
    expect(await reasonOf()).toBe('open')
    services.clock.advance(1)
    expect(await reasonOf()).toBe('withdrawn')
    await services.db.updateTable('api_keys').set({ expires_at: null }).execute()
    await revokeApiKey(services, root, program.keyId)
    expect(await reasonOf()).toBe('withdrawn')
  })

  it('is deleted a day after its absolute end, to the millisecond', async () => {
    services.clock.advance(8 * hourMs + dayMs - 1)
    await sweep(services)
    expect(await reasonOf()).toBe('expired')
    services.clock.advance(1)
    await sweep(services)
    expect(await reasonOf()).toBe('none')
  })
})

function setScope(accountScope: 'all' | 'list') {
  const access = { role: 'agent', accountScope, accountIds: [] } as const
  return updateUser(services, root, { userId: program.owner.id, name: 'Robin Example', ...access })
}

describe('the cookie', () => {
  it('is refused at another account’s path', async () => {
    await createAccount(services, root, account({ id: 'beta', name: 'Beta' }))
    const cookie = browser.cookieHeader('/accounts/acme')
    expect(await readAccountSession(services, await readAccountCredential(services, cookie), 'beta')).toEqual({
      ok: false,
      reason: 'none',
    })
  })

  it('is not sent to an account whose ID has the same prefix', () => {
    expect(browser.cookieHeader('/accounts/acme2')).not.toContain('latchkey-account')
    expect(browser.cookieHeader('/accounts/acme/orders')).toContain('latchkey-account')
  })

  it('is valid under a new master secret while the old one is configured', async () => {
    const next = deriveServerKeys(['another master secret of 32 characters', testSecret])
    expect((await read('acme', browser, { ...services, keys: next })).ok).toBe(true)
    const last = deriveServerKeys(['another master secret of 32 characters'])
    expect(await read('acme', browser, { ...services, keys: last })).toEqual({ ok: false, reason: 'none' })
  })

  it('is refused if it was edited, invented or sealed with another key', async () => {
    const cookie = browser.cookieHeader('/accounts/acme')
    const forged = await sealData({ secret: 'x'.repeat(43) }, { password: 'x'.repeat(32), ttl: 0 })
    const ours = await sealData({ id: 'ases_x' }, { password: { 1: services.keys.current.accountSession }, ttl: 0 })
    const values = [cookie.replace(/.~2/, '~2'), cookie.replace('Fe26.2', 'Fe26.1'), '', '~', 'x', forged, ours, '%']
    const ownBrowser = browser.cookieHeader('/')
    for (const value of values) {
      const isWhole = value.includes('=') && value.includes('latchkey')
      const header = isWhole ? value : `${ownBrowser}; __Secure-latchkey-account=${value}`
      expect(await readAccountSession(services, await readAccountCredential(services, header), 'acme'), value).toEqual({
        ok: false,
        reason: 'none',
      })
    }
  })
})

describe('the sessions of one browser', () => {
  async function openAccount(id: string): Promise<void> {
    await createAccount(services, root, account({ id }))
    services.clock.advance(1)
    await browser.open((await issueLink(program, { accountId: id })).href)
  }

  it('are independent, also as different users', async () => {
    await createAccount(services, root, account({ id: 'beta', name: 'Beta' }))
    const kim = await addTestProgram(services, await insertUser(services, { name: 'Kim' }))
    await browser.open((await issueLink(kim, { accountId: 'beta' })).href)
    expect(await read('acme')).toMatchObject({ session: { userName: 'Robin Example' } })
    expect(await read('beta')).toMatchObject({ session: { userName: 'Kim' } })
  })

  it('are 50 at most: the least recently used one ends', async () => {
    for (let count = 2; count <= 50; count++) await openAccount(`account-${count}`)
    services.clock.advance(minuteMs)
    await read('acme')
    await openAccount('account-51')
    expect(await reasonOf('acme')).toBe('open')
    expect(await reasonOf('account-2')).toBe('ended')
    expect(await reasonOf('account-3')).toBe('open')
    expect(await reasonOf('account-51')).toBe('open')
  })

  it('do not count for another browser', async () => {
    const other = new TestBrowser()
    await other.open((await issueLink(program)).href)
    expect((await read()).ok).toBe(true)
    expect((await read('acme', other)).ok).toBe(true)
  })
})

describe('the end of a portal session', () => {
  it('ends the sessions launched in its browser, and no others', async () => {
    await createAccount(services, root, account({ id: 'beta', name: 'Beta' }))
    const { cookieHeader, person } = await signInAs(services, program.owner)
    const elsewhere = new TestBrowser((await signInAs(services, program.owner)).cookieHeader)
    browser = new TestBrowser(cookieHeader)
    await browser.open((await issueLink(program)).href)
    for (const launching of [browser, elsewhere]) {
      await launching.open((await launching.open('/launch/beta')).headers.get('location') ?? '')
    }
    expect(await endLaunchedSessions(services.db, person.browserHash)).toBe(1)
    expect(await reasonOf('acme')).toBe('open')
    expect(await reasonOf('beta')).toBe('ended')
    expect((await read('beta', elsewhere)).ok).toBe(true)
  })
})
