import { beforeEach, describe, expect, it } from 'vitest'
import { suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { issueSsoGrant } from '#lib/domain/links/sso-grants/issue-sso-grant.ts'
import type { NewGrant } from '#lib/domain/links/sso-grants/store.ts'
import { insertGrant } from '#lib/domain/links/sso-grants/store.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import type { VerifiedAccessToken } from '#lib/domain/tokens/access-tokens/access-token.ts'
import { verifyAccessToken } from '#lib/domain/tokens/access-tokens/verify-access-token.ts'
import type { Database } from '#lib/foundation/db/database.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { crmOrigin, issueLink, makeTestProgram, type TestProgram } from '#lib/testing/test-grants.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

const request = { accountId: 'acme', backUrl: `${crmOrigin}/done` }
const context = { address: '192.0.2.1', requestId: 'req_1' }

let services: TestServices
let program: TestProgram
let token: VerifiedAccessToken
beforeEach(async () => {
  services = await openTestServices()
  program = await makeTestProgram(services)
  token = await verifyAccessToken(services, program.accessToken)
})

/** The database, and the number of statements that it has executed. */
function counting(db: Database): { db: Database; executed: () => number } {
  let executed = 0
  const watched = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      executed++
      return result
    },
  })
  return { db: watched, executed: () => executed }
}

const issueFor = (claims: Partial<VerifiedAccessToken> = {}, at = services) =>
  issueSsoGrant(at, { kind: 'program', token: { ...token, ...claims }, ...context }, request)

/** Only the statement, with what the use case would give it. */
function insert(values: Partial<NewGrant> = {}) {
  const { userId, keyId, familyId, issuedAt: validFrom, expiresAt: validUntil } = token
  return insertGrant(services.db, {
    tokenHash: 'hash',
    userId,
    keyId,
    familyId,
    validFrom,
    validUntil,
    browserHash: null,
    accountId: 'acme',
    accountPath: '/accounts/acme',
    networks: null,
    hasRoom: 0,
    backUrl: request.backUrl,
    origin: crmOrigin,
    deepPath: null,
    locale: null,
    retryOfAt: null,
    isCounted: 0,
    ...values,
  })
}

const grants = () => services.db.selectFrom('sso_grants').selectAll().execute()
const setKey = (values: Record<string, string | number>) => services.db.updateTable('api_keys').set(values).execute()

describe('issuing a grant for an access token', () => {
  it('takes one statement', async () => {
    const { db, executed } = counting(services.db)
    expect(await issueFor({}, { ...services, db })).toMatchObject({ expiresIn: 15 })
    expect(executed()).toBe(1)
  })

  it('notes the use of the key once a minute', async () => {
    services.clock.advance(minuteMs)
    await issueFor()
    const { last_used_at } = await services.db.selectFrom('api_keys').select('last_used_at').executeTakeFirstOrThrow()
    expect(last_used_at).toBe(testStart + minuteMs)
    const { db, executed } = counting(services.db)
    await issueFor({}, { ...services, db })
    expect(executed()).toBe(1)
  })

  it.each([{ networks: '192.0.2.0/24' }, { account_ids: 'acme beta' }, { networks: '192.0.2.1', account_ids: 'acme' }])(
    'works for a key with limits that allow it: %j',
    async (limits) => {
      await setKey(limits)
      expect(await issueFor()).toMatchObject({ expiresIn: 15 })
    },
  )

  it('gives up if the key changes whenever it is checked', async () => {
    await setKey({ networks: '192.0.2.0/24' })
    let networks = 0
    const db = services.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        networks += 1
        await setKey({ networks: `192.0.${networks}.0/24 192.0.2.0/24` })
        return result
      },
    })
    await expect(issueFor({}, { ...services, db })).rejects.toMatchObject({ code: 'temporarily_unavailable' })
    expect(await grants()).toEqual([])
  })

  it.each([
    ['SQLITE_FULL', 'suspended', 'access_denied'],
    ['53100', 'suspended', 'access_denied'],
    ['SQLITE_FULL', 'active', 'SQLITE_FULL'],
    ['57P01', 'suspended', '57P01'],
  ])('that fails with %s for an account that is %s ends with %s', async (code, state, expected) => {
    if (state === 'suspended') await suspendAccount(services, root, 'acme')
    let executed = 0
    const failing = services.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (++executed === 1) throw Object.assign(new Error('the insert fails'), { code })
        return result
      },
    })
    expect(await issueFor({}, { ...services, db: failing }).catch((error) => error.code)).toBe(expected)
  })
})

describe('the statement that inserts a grant', () => {
  it('fills in what the request leaves out', async () => {
    await insert({ deepPath: '/accounts/acme/x', locale: 'de-at', tokenHash: 'first' })
    await insert({ tokenHash: 'second' })
    await services.db.updateTable('accounts').set({ deep_path: '/accounts/acme/home', locale: 'fr-fr' }).execute()
    await insert({ tokenHash: 'third' })
    const rows = (await grants()).toSorted((one, other) => one.token_hash.localeCompare(other.token_hash))
    expect(rows.map(({ deep_path, locale }) => [deep_path, locale])).toEqual([
      ['/accounts/acme/x', 'de-at'],
      ['/accounts/acme', 'en-us'],
      ['/accounts/acme/home', 'fr-fr'],
    ])
  })

  it('writes the whole row', async () => {
    expect(await insert()).toMatchObject({ issuedAt: testStart, deepPath: '/accounts/acme' })
    const { userId, keyId, familyId } = token
    expect(await grants()).toEqual([
      {
        token_hash: 'hash',
        user_id: userId,
        account_id: 'acme',
        key_id: keyId,
        family_id: familyId,
        browser_hash: null,
        back_url: request.backUrl,
        deep_path: '/accounts/acme',
        locale: 'en-us',
        retry_of_at: null,
        issued_at: testStart,
        expires_at: testStart + 15_000,
        redeemed_at: null,
        redeemed_from: null,
        session_id: null,
        burned_at: null,
        prefetched_at: null,
        prefetched_from: null,
        refused_at: null,
        refused_from: null,
        refused_reason: null,
      },
    ])
  })

  it('needs no key and no return address for a launch back to the platform', async () => {
    const launch = { keyId: null, familyId: null, validFrom: null, validUntil: null, browserHash: 'browser' }
    expect(await insert({ ...launch, origin: null })).toMatchObject({ dueKeyId: null })
  })

  it.each<[string, () => Promise<unknown>]>([
    ['the key is disabled', () => setKey({ disabled_at: 1 })],
    ['the key is revoked', () => setKey({ revoked_at: 1 })],
    ['the key has expired', () => setKey({ expires_at: testStart })],
    ['the key has networks', () => setKey({ networks: '192.0.2.0/24' })],
    ['the key is limited to other accounts', () => setKey({ account_ids: 'beta' })],
    ['the key has lost the scope sso', () => setKey({ scopes: 'introspect' })],
    ['the family is revoked', () => services.db.updateTable('refresh_families').set({ revoked_at: 1 }).execute()],
    ['the owner is deactivated', () => deactivateUser(services, root, program.owner.id)],
    ['the account is suspended', () => suspendAccount(services, root, 'acme')],
    ['the return address is removed', () => services.db.deleteFrom('return_addresses').execute()],
    [
      'the user may not open the account',
      () => services.db.updateTable('users').set({ role: 'agent', account_scope: 'list' }).execute(),
    ],
  ])('inserts nothing if %s', async (_, spoil) => {
    await spoil()
    expect(await insert()).toBeUndefined()
    expect(await grants()).toEqual([])
  })

  it.each<Partial<NewGrant>>([
    { keyId: 'lkid_other' },
    { familyId: 'fam_other' },
    { validFrom: testStart + 1 },
    { validUntil: testStart },
    { validFrom: null },
    { validUntil: null },
    { accountId: 'other' },
    { origin: 'https://other.example' },
  ])('inserts nothing for %j', async (values) => {
    expect(await insert(values)).toBeUndefined()
  })

  it('inserts nothing for another user who may open the account', async () => {
    const { id: userId } = await insertUser(services, { role: 'owner' })
    expect(await insert({ userId })).toBeUndefined()
  })

  it('inserts to the last millisecond of the token', async () => {
    expect(await insert({ validFrom: testStart, validUntil: testStart + 1 })).toBeDefined()
  })

  it('requires the networks that were checked, and the accounts and scopes of this moment', async () => {
    await setKey({ networks: '192.0.2.0/24', account_ids: 'acme' })
    expect(await insert({ networks: '192.0.2.0/25' })).toBeUndefined()
    const checked = { networks: '192.0.2.0/24' }
    for (const narrowed of [{ account_ids: 'beta' }, { account_ids: 'acme.2 2.acme' }, { scopes: 'introspect' }]) {
      await setKey(narrowed)
      expect(await insert(checked)).toBeUndefined()
      await setKey({ account_ids: 'beta acme', scopes: 'sso' })
    }
    expect(await insert(checked)).toBeDefined()
  })

  it('inserts nothing at 10 000 live grants of the key', async () => {
    const { href } = await issueLink(program)
    expect(href).toContain('token=')
    const [row] = await grants()
    const rows = Array.from({ length: 9_999 }, (_, n) => ({ ...(row ?? expect.fail()), token_hash: `hash ${n}` }))
    for (let from = 0; from < rows.length; from += 1_000) {
      await services.db
        .insertInto('sso_grants')
        .values(rows.slice(from, from + 1_000))
        .execute()
    }
    expect(await insert()).toBeUndefined()
    await services.db.updateTable('sso_grants').set({ redeemed_at: 1 }).where('token_hash', '=', 'hash 0').execute()
    expect(await insert()).toBeDefined()
  })
})
