import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { prepareSession } from '#lib/domain/accounts/account-sessions/open-account-session.ts'
import { lockBrowser } from '#lib/domain/accounts/account-sessions/store.ts'
import { createAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { disableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { removeReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { describeRedemption, grantActor } from '#lib/domain/links/sso-grants/grant-event.ts'
import { parseGrantLink } from '#lib/domain/links/sso-grants/grant-link.ts'
import { redeemSsoGrant } from '#lib/domain/links/sso-grants/redeem-sso-grant.ts'
import { invalidateGrant, type Redemption, redeemGrant } from '#lib/domain/links/sso-grants/redemption-store.ts'
import { checkGrant, type GrantEntry, type SsoGrant } from '#lib/domain/links/sso-grants/sso-grant.ts'
import { findGrant } from '#lib/domain/links/sso-grants/store.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, root, visitor } from '#lib/testing/people.ts'
import { callersAtOnce } from '#lib/testing/sampling.ts'
import { addTestProgram, crmOrigin, issueLink, makeTestProgram, type TestProgram } from '#lib/testing/test-grants.ts'
import { onlyOn, openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let program: TestProgram
beforeEach(async () => {
  services = await openTestServices()
  program = await makeTestProgram(services)
})

type Prepared = Readonly<{ entry: GrantEntry; grant: SsoGrant; redemption: Redemption }>

/** A grant, and its redemption as prepared now. The statement must hold although things change afterwards. */
async function prepare(browserHash = 'browser', fields: Record<string, string> = {}, by = program): Promise<Prepared> {
  const link = parseGrantLink((await issueLink(by, fields)).searchParams) ?? expect.fail('our own link')
  const tokenHash = sha256(link.token)
  const found = (await findGrant(services.db, tokenHash, browserHash)) ?? expect.fail('our own grant')
  const { grant, isOccupied, networks } = found
  const target = { ...grant, browserHash }
  const { session } = await prepareSession(services.db, target, { isOccupied, masterId: 'master' })
  const origin = fields.backUrl === testBaseUrl ? null : crmOrigin
  const redemption = { ...session, ...link.params, tokenHash, origin, networks, network: '192.0.2.1' }
  return { entry: { ...link, browserHash }, grant, redemption }
}

function redeem({ grant, redemption }: Prepared, changes: Partial<Redemption> = {}): Promise<boolean> {
  const record = { actor: grantActor(grant, visitor), event: describeRedemption(grant) }
  return redeemGrant(services.db, { ...redemption, ...changes }, record)
}

const sessionRows = () => services.db.selectFrom('account_sessions').selectAll().orderBy('id').execute()
const events = () => services.db.selectFrom('audit_events').selectAll().where('kind', 'like', 'sso_grant.%').execute()
const shortcuts = () => services.db.selectFrom('account_shortcuts').selectAll().execute()
const setGrant = (values: Record<string, string | number | null>) =>
  services.db.updateTable('sso_grants').set(values).execute()

/** Opens other accounts in the browser. */
async function addSessions(count: number, state: Readonly<{ ended_at?: number; pending_until?: number }> = {}) {
  for (let index = 0; index < count; index++) {
    const accountId = `other-${index}`
    await createAccount(services, root, account({ id: accountId }))
    await services.db
      .insertInto('account_sessions')
      .values({
        id: `ases_${index}`,
        user_id: program.owner.id,
        account_id: accountId,
        browser_hash: 'browser',
        locale: 'en-us',
        back_url: '/',
        deep_path: '/',
        created_at: 1,
        last_seen_at: index,
        expires_at: 1,
        ...state,
      })
      .execute()
  }
}

describe('redeeming a grant', () => {
  it('succeeds for one of many callers, and writes one session, one audit event and one shortcut', async () => {
    const prepared = await prepare()
    const outcomes = await Promise.all(Array.from({ length: callersAtOnce(50) }, () => redeem(prepared)))
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    expect([await sessionRows(), await events()].map((rows) => rows.length)).toEqual([1, 1])
    const { owner } = program
    expect(await shortcuts()).toEqual([
      { user_id: owner.id, account_id: 'acme', pinned_at: null, pin_order: null, opened_at: testStart },
    ])
  })

  it('writes the session as it was prepared', async () => {
    const prepared = await prepare()
    expect(await redeem(prepared)).toBe(true)
    const { sessionId, secretHash, keyId, familyId } = prepared.redemption
    expect(await sessionRows()).toEqual([
      {
        id: sessionId,
        secret_hash: secretHash,
        master_id: 'master',
        user_id: program.owner.id,
        account_id: 'acme',
        key_id: keyId,
        family_id: familyId,
        browser_hash: 'browser',
        locale: 'en-us',
        deep_path: '/accounts/acme',
        back_url: `${crmOrigin}/done`,
        created_at: testStart,
        last_seen_at: testStart,
        expires_at: testStart + 8 * 3_600_000,
        pending_until: null,
        ended_at: null,
        end_reason: null,
        confirmed_at: null,
      },
    ])
  })

  it('needs no return address for the platform itself', async () => {
    expect(await redeem(await prepare('browser', { backUrl: testBaseUrl }))).toBe(true)
  })

  it('is allowed at 14 999 ms and refused at 15 000 ms', async () => {
    const prepared = await prepare()
    services.clock.advance(15_000)
    expect(await redeem(prepared)).toBe(false)
    services.clock.set(testStart + 14_999)
    expect(await redeem(prepared)).toBe(true)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['its key is disabled', () => disableApiKey(services, root, program.keyId)],
    ['its key is revoked', () => revokeApiKey(services, root, program.keyId)],
    ['its key has expired', () => services.db.updateTable('api_keys').set({ expires_at: testStart }).execute()],
    ['its family is revoked', () => services.db.updateTable('refresh_families').set({ revoked_at: 1 }).execute()],
    ['its user is deactivated', () => deactivateUser(services, root, program.owner.id)],
    ['its account is suspended', () => suspendAccount(services, root, 'acme')],
    ['its return address is removed', () => removeReturnAddress(services, root, { origin: crmOrigin })],
    ['it belongs to another browser', () => setGrant({ browser_hash: 'other' })],
    ['it has expired', () => setGrant({ expires_at: testStart })],
    ['it was invalidated', () => setGrant({ burned_at: 1 })],
    ['it was redeemed', () => setGrant({ redeemed_at: 1 })],
  ])('changes nothing if %s', async (_, spoil) => {
    const prepared = await prepare()
    await spoil()
    const before = [await sessionRows(), await events(), await shortcuts()]
    expect(await redeem(prepared)).toBe(false)
    expect([await sessionRows(), await events(), await shortcuts()]).toEqual(before)
  })

  it.each<Partial<Redemption>>([
    { userId: 'usr_other' },
    { timestamp: String(testStart + 1) },
    { timestamp: '' },
    { timestamp: 'x' },
    { backUrl: 'https://login.example.com/' },
    { deepPath: '/accounts/other' },
  ])('changes nothing if the link is edited: %j', async (change) => {
    const prepared = await prepare()
    expect(await redeem(prepared, change)).toBe(false)
    expect(await redeem(prepared)).toBe(true)
  })

  it('is allowed in the browser of the launch', async () => {
    await prepare()
    const prepared = await prepare()
    await setGrant({ browser_hash: 'browser' })
    expect(await redeem(prepared)).toBe(true)
  })

  it('changes nothing if another session was opened in the same browser and account meanwhile', async () => {
    const prepared = await prepare()
    expect(await redeem(await prepare())).toBe(true)
    expect(await redeem(prepared)).toBe(false)
    expect((await sessionRows()).map((row) => row.ended_at)).toEqual([null])
  })

  it('changes nothing if the session that it would replace has ended meanwhile', async () => {
    expect(await redeem(await prepare())).toBe(true)
    const prepared = await prepare()
    await services.db.updateTable('account_sessions').set({ ended_at: testStart }).execute()
    expect(await redeem(prepared)).toBe(false)
  })

  it('replaces the same user’s session', async () => {
    await redeem(await prepare())
    expect(await redeem(await prepare())).toBe(true)
    const reasons = (await sessionRows()).map((row) => row.end_reason)
    expect(new Set(reasons)).toEqual(new Set(['replaced', null]))
  })

  it('leaves another user’s session open and inserts a pending one, which is no opening yet', async () => {
    await redeem(await prepare())
    await services.db.deleteFrom('account_shortcuts').execute()
    const kim = await addTestProgram(services, await insertUser(services, { name: 'Kim' }))
    const prepared = await prepare('browser', {}, kim)
    expect(await redeem(prepared)).toBe(true)
    const pendingUntil = new Map((await sessionRows()).map((row) => [row.user_id, row.pending_until]))
    expect(pendingUntil.get(program.owner.id)).toBeNull()
    expect(pendingUntil.get(kim.owner.id)).toBe(testStart + 5 * 60_000)
    expect((await sessionRows()).map((row) => row.ended_at)).toEqual([null, null])
    expect(await shortcuts()).toEqual([])
  })

  it('ends the least recently used session beyond 50 in one browser', async () => {
    await addSessions(50)
    expect(await redeem(await prepare())).toBe(true)
    const ended = (await sessionRows()).filter((row) => row.end_reason === 'too_many').map((row) => row.id)
    expect(ended).toEqual(['ases_0'])
  })

  it('counts neither the session that it replaces nor ended and pending ones', async () => {
    await redeem(await prepare())
    await addSessions(49)
    await addSessions(0, { ended_at: 1 })
    expect(await redeem(await prepare())).toBe(true)
    expect((await sessionRows()).filter((row) => row.end_reason === 'too_many')).toEqual([])
  })
})

describe('the verdict on a grant in TypeScript and in SQL', () => {
  it.each<[string, Record<string, string | number>, string]>([
    ['live', {}, 'redeemable'],
    ['live to the last millisecond', { expires_at: testStart + 1 }, 'redeemable'],
    ['expired', { expires_at: testStart }, 'expired'],
    ['redeemed', { redeemed_at: testStart }, 'redeemed'],
    ['invalidated', { burned_at: testStart }, 'invalidated'],
    ['for another browser', { browser_hash: 'other' }, 'other_browser'],
    ['for this browser', { browser_hash: 'browser' }, 'redeemable'],
    ['for another user', { user_id: 'root' }, 'tampered'],
    ['issued at another instant', { issued_at: testStart + 1 }, 'tampered'],
    ['to another return address', { back_url: crmOrigin }, 'tampered'],
    ['to another path', { deep_path: '/accounts/acme/x' }, 'tampered'],
  ])('is the same for a grant that is %s', async (_, values, verdict) => {
    const prepared = await prepare()
    const other = await insertUser(services)
    await setGrant({ burned_at: null, ...values, ...(values.user_id && { user_id: other.id }) })
    const found = await findGrant(services.db, prepared.redemption.tokenHash, 'browser')
    expect(found && checkGrant(found.grant, prepared.entry)).toBe(verdict)
    expect(await redeem(prepared)).toBe(verdict === 'redeemable')
  })
})

describe('redeeming a grant on PostgreSQL', onlyOn('postgres'), () => {
  it('waits for the browser’s lock; two grants that wait both open', async () => {
    const both = [await prepare(), await prepare()]
    const opening = services.db.transaction().execute(async (trx) => {
      await lockBrowser(trx, 'browser')
      const openings = both.map(({ entry }) => redeemSsoGrant(services, visitor, entry))
      expect(await Promise.race([...openings, sleep(300, 'waiting')])).toBe('waiting')
      return { openings }
    })
    const openings = await Promise.all((await opening).openings)
    expect(openings.map(({ kind }) => kind)).toEqual(['opened', 'opened'])
    expect((await sessionRows()).filter(({ ended_at }) => ended_at === null)).toHaveLength(1)
  })

  it('opens for each of twelve grants at once in the same browser and account', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => prepare()))
    const openings = await Promise.all(all.map(({ entry }) => redeemSsoGrant(services, visitor, entry)))
    expect(openings.map(({ kind }) => kind)).toEqual(Array(12).fill('opened'))
    expect((await sessionRows()).filter(({ ended_at }) => ended_at === null)).toHaveLength(1)
  })
})

describe('invalidating a grant', () => {
  it('succeeds once, and never for a redeemed one', async () => {
    const { tokenHash, network } = (await prepare()).redemption
    const refused = { tokenHash, network, refusal: 'tampered' } as const
    expect(await invalidateGrant(services.db, refused)).toBe(true)
    expect(await invalidateGrant(services.db, refused)).toBe(false)
    await services.db.updateTable('sso_grants').set({ burned_at: null, redeemed_at: testStart }).execute()
    expect(await invalidateGrant(services.db, refused)).toBe(false)
  })

  it('spares a grant that is still allowed, if told so', async () => {
    const { tokenHash, network } = (await prepare()).redemption
    const refused = { tokenHash, network, refusal: 'tampered' } as const
    expect(await invalidateGrant(services.db, refused, { origin: crmOrigin, networks: null })).toBe(false)
    expect(await invalidateGrant(services.db, refused, { origin: 'https://other.example', networks: null })).toBe(true)
  })
})
