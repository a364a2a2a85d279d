import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { lockBrowser } from '#lib/account-sessions/lock-browser.ts'
import { createAccount } from '#lib/accounts/create-account.ts'
import { suspendAccount } from '#lib/accounts/suspend-account.ts'
import { disableApiKey } from '#lib/api-keys/disable-api-key.ts'
import { eventInStatement } from '#lib/audit/record-event.ts'
import { sha256 } from '#lib/crypto.ts'
import { removeReturnAddress } from '#lib/return-addresses/manage-return-addresses.ts'
import { describeRedemption, grantActor } from '#lib/sso-grants/grant-event.ts'
import { parseGrantLink } from '#lib/sso-grants/grant-link.ts'
import { redeemAtOnce } from '#lib/sso-grants/redeem-at-once.ts'
import { redeemSsoGrant } from '#lib/sso-grants/redeem-sso-grant.ts'
import { redeemGrantWhole } from '#lib/sso-grants/redemption-store.ts'
import type { GrantEntry, SsoGrant } from '#lib/sso-grants/sso-grant.ts'
import { findGrant } from '#lib/sso-grants/store.ts'
import { root, visitor } from '#lib/testing/people.ts'
import { crmOrigin, issueLink, makeTestProgram, type TestProgram } from '#lib/testing/test-grants.ts'
import { openTestServices, type TestServices, testBaseUrl, testEngine } from '#lib/testing/test-services.ts'
import { deactivateUser } from '#lib/user-lifecycle/deactivate-user.ts'
import { revokeApiKey } from '#lib/user-lifecycle/revoke-api-key.ts'

let services: TestServices
let program: TestProgram
beforeEach(async () => {
  services = await openTestServices()
  program = await makeTestProgram(services)
})

type Issued = Readonly<{ entry: GrantEntry; grant: SsoGrant }>

async function issue(browserHash = 'browser', fields: Readonly<Record<string, string>> = {}): Promise<Issued> {
  const link = parseGrantLink((await issueLink(program, fields)).searchParams) ?? expect.fail('our own link')
  const grant = (await findGrant(services.db, sha256(link.token))) ?? expect.fail('our own grant')
  return { entry: { ...link, browserHash }, grant }
}

const redeem = ({ entry, grant }: Issued) => redeemAtOnce(services, visitor, entry, grant)
const sessionRows = () => services.db.selectFrom('account_sessions').selectAll().orderBy('created_at').execute()
const events = () => services.db.selectFrom('audit_events').selectAll().where('kind', 'like', 'sso_grant.%').execute()

/** So many other accounts that are open in this browser, unless the state says otherwise. */
async function addSessions(state: Readonly<{ ended_at?: number; pending_until?: number }> = {}, count = 25) {
  for (let index = 0; index < count; index++) {
    const accountId = `other-${index}`
    await createAccount(services, root, { id: accountId, name: accountId, locale: null, deepPath: null })
    await services.db
      .insertInto('account_sessions')
      .values({
        ...{ id: `ases_${index}`, user_id: program.owner.id, account_id: accountId, browser_hash: 'browser' },
        ...{ locale: 'en-us', back_url: '/', deep_path: '/', created_at: 1, last_seen_at: 1, expires_at: 1 },
        ...state,
      })
      .execute()
  }
}

describe.runIf(testEngine() === 'sqlite')('on the embedded database', () => {
  it('a grant is left to the transaction, which costs no way to anywhere', async () => {
    expect(await redeem(await issue())).toBeUndefined()
    expect(await sessionRows()).toEqual([])
  })
})

describe.runIf(testEngine() === 'postgres')('a grant is redeemed at once', () => {
  it('where all is well: once', async () => {
    const issued = await issue()
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(issued)))
    const opened = { kind: 'opened', accountId: 'acme', deepPath: '/accounts/acme' }
    expect(answers.filter((answer) => answer !== undefined)).toMatchObject([opened])
    expect([await sessionRows(), await events()].map((rows) => rows.length)).toEqual([1, 1])
  })

  it('and says in every row what the transaction says', async () => {
    const atOnce = await issue('browser')
    const inTurn = await issue('elsewhere')
    expect(await redeem(atOnce)).toBeDefined()
    await services.db.deleteFrom('account_shortcuts').execute()
    // Full of others, so that there is more to do than open one.
    await services.db.updateTable('account_sessions').set({ account_id: 'acme', browser_hash: 'elsewhere' }).execute()
    expect(await redeem(inTurn)).toBeUndefined()
    expect(await redeemSsoGrant(services, visitor, inTurn.entry)).toMatchObject({ kind: 'opened' })
    const [first, second] = (await sessionRows()).map(
      ({ id, secret_hash, created_at, last_seen_at, expires_at, ended_at, end_reason, ...row }) => ({
        ...row,
        life: [last_seen_at - created_at, expires_at - created_at],
        kept: [id.length, secret_hash?.length],
      }),
    )
    expect(first).toEqual(second)
    const [one, other] = (await events()).map(({ id, at, ...row }) => row)
    expect(one).toEqual(other)
    expect(await services.db.selectFrom('account_shortcuts').selectAll().execute()).toMatchObject([
      { user_id: program.owner.id, account_id: 'acme', pinned_at: null, opened_at: expect.any(Number) },
    ])
  })

  it('also back to the product itself, which is registered nowhere', async () => {
    expect(await redeem(await issue('browser', { backUrl: testBaseUrl }))).toBeDefined()
  })

  it.each<[string, () => Promise<unknown>]>([
    ['its key is disabled', () => disableApiKey(services, root, program.keyId)],
    ['its key is revoked', () => revokeApiKey(services, root, program.keyId)],
    ['its family is revoked', () => services.db.updateTable('refresh_families').set({ revoked_at: 1 }).execute()],
    ['its user is deactivated', () => deactivateUser(services, root, program.owner.id)],
    ['its account is suspended', () => suspendAccount(services, root, 'acme')],
    ['its return address is removed', () => removeReturnAddress(services, root, { origin: crmOrigin })],
    ['it is another browser’s', () => services.db.updateTable('sso_grants').set({ browser_hash: 'other' }).execute()],
    ['it has expired', () => services.db.updateTable('sso_grants').set({ expires_at: 1 }).execute()],
    ['it was burned', () => services.db.updateTable('sso_grants').set({ burned_at: 1 }).execute()],
    ['the browser has 25 others open', () => addSessions()],
  ])('not when %s: nothing changes', async (_, spoil) => {
    const issued = await issue()
    await spoil()
    const before = [await sessionRows(), await events()]
    expect(await redeem(issued)).toBeUndefined()
    expect([await sessionRows(), await events()]).toEqual(before)
    expect(await services.db.selectFrom('sso_grants').select('redeemed_at').execute()).toEqual([{ redeemed_at: null }])
  })

  it.each<[string, Parameters<typeof addSessions>[0]]>([
    ['ended', { ended_at: 1 }],
    ['waiting for consent', { pending_until: 1 }],
  ])('beside others of the browser that are %s', async (_, state) => {
    const issued = await issue()
    await addSessions(state)
    expect(await redeem(issued)).toBeDefined()
  })

  it('not while another session is open there, and the database is not asked to fail', async () => {
    await redeem(await issue())
    const { entry, grant } = await issue()
    const values = {
      ...eventInStatement.values(grantActor(grant, visitor), describeRedemption(grant)),
      ...entry.hints,
      ...{ tokenHash: sha256(entry.token), browserHash: entry.browserHash, origin: crmOrigin },
      ...{ sessionId: 'ases_2', secretHash: 'hash', masterId: 'master' },
      ...{ accountId: grant.accountId, keyId: grant.keyId, familyId: grant.familyId, locale: grant.locale },
    }
    expect(await redeemGrantWhole(services.db, values)).toBe(false)
  })

  it('after whoever holds the lock of the browser; of two that wait for it both get their session', async () => {
    const both = [await issue(), await issue()]
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
})
