import { beforeEach, describe, expect, it } from 'vitest'
import { readAccountSession } from '#lib/domain/accounts/account-sessions/read-account-session.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { listEvents } from '#lib/domain/events/activity/list-events.ts'
import { disableApiKey, enableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { listApiKeys } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { handOverKey } from '#lib/domain/keys/hand-over/hand-over-key.ts'
import { takeHandOver } from '#lib/domain/keys/hand-over/take-hand-over.ts'
import { writeUsage } from '#lib/domain/keys/usage/write-usage.ts'
import { createSetPasswordLink } from '#lib/domain/people/password-links/set-password-link.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { setPassword } from '#lib/domain/people/user-lifecycle/set-password.ts'
import { findUserById } from '#lib/domain/people/users/store.ts'
import { signIn } from '#lib/domain/sign-in/portal-sessions/sign-in.ts'
import { rotateSigningKey } from '#lib/domain/tokens/access-tokens/rotate-signing-key.ts'
import type { RestoreResult } from '#lib/server/backup/finalize-restore.ts'
import { type RestoreOrder, restoreBackup } from '#lib/server/backup/restore-backup.ts'
import { account } from '#lib/testing/accounts.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { goodPassword, insertUser, root, signInAs, visitor } from '#lib/testing/people.ts'
import { makeBackup, restoreSite, restoreTo } from '#lib/testing/restoring.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { issueLink, makeTestProgram, postGrant, type TestProgram } from '#lib/testing/test-grants.ts'
import { clientFields, postToken, readTokens, refreshFields } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'
import { readAccountCredential } from '#lib/web/cookies/account-cookie.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'

let services: TestServices
let program: TestProgram
let file: string

beforeEach(async () => {
  services = await openTestServices()
  program = await makeTestProgram(services)
  services.clock.advance(1_000)
  file = await makeBackup(services)
  services.clock.advance(1_000)
})

const restore = (order?: Omit<RestoreOrder, 'file'>): Promise<RestoreResult> => restoreTo(services, file, order)

/** The key's state, and whether it gets a token. */
async function tryKey(keyId = program.keyId, secret = program.secret): Promise<[string | undefined, number]> {
  const state = (await listApiKeys(services, root)).find((key) => key.id === keyId)?.state
  return [state, (await postToken(clientFields({ id: keyId, secret }))).status]
}

const kinds = async () => (await listEvents(services, root, {})).events.map((event) => event.kind)

describe('what was there when the backup was made', () => {
  it('is back with its limits: a key works where it worked, and for what it was made', async () => {
    const limits = { accountIds: ['acme'], networks: ['192.0.2.0/24'] }
    const ownerId = program.owner.id
    const key = await generateApiKey(services, root, { name: 'L', ownerId, scopes: ['introspect', 'sso'], ...limits })
    const before = (await listApiKeys(services, root)).find(({ id }) => id === key.id)
    file = await makeBackup(services)
    await restore({ enableKeys: true })
    expect((await listApiKeys(services, root)).find(({ id }) => id === key.id)).toEqual(before)
    expect(before).toMatchObject({ scopes: ['sso', 'introspect'], ...limits })
    expect((await postToken(clientFields(key), { address: '192.0.2.9' })).status).toBe(200)
    expect((await postToken(clientFields(key), { address: '192.0.3.9' })).status).toBe(401)
  })

  it('is back, and what came since is gone', async () => {
    await createAccount(services, root, account({ id: 'later', name: 'Later' }))
    const later = await generateApiKey(services, root, { name: 'Later', ownerId: program.owner.id })
    expect(await restore()).toEqual({
      madeAt: testStart + 1_000,
      users: 1,
      accounts: 1,
      apiKeys: 1,
      carriedOver: { revokedKeys: 0, disabledKeys: 0, deactivatedUsers: 0, newerPasswords: 0, events: 2 },
      ignorance: null,
      keysToEnable: [],
      pausedWebhooks: 0,
      keepsSigningKeys: true,
      activeOwners: 0,
      movedAside: null,
    })
    expect(await tryKey()).toEqual(['active', 200])
    expect(await tryKey(later.id, later.secret)).toEqual([undefined, 401])
    expect(await services.db.selectFrom('accounts').select('id').execute()).toEqual([{ id: 'acme' }])
  })

  it('is a database in use again: nothing in it says that it was a backup', async () => {
    await restore()
    const names = await services.db.selectFrom('settings').select('name').orderBy('name').execute()
    expect(names).toEqual([{ name: 'master-secret-id' }])
  })

  it('leaves the usage that was counted since', async () => {
    const count = async (tokens: number) => {
      services.usage.set('token-issued', tokens)
      await writeUsage(services)
    }
    await count(3)
    file = await makeBackup(services)
    await count(4)
    await restore()
    expect(await services.db.selectFrom('usage_hours').select(['name', 'count']).execute()).toEqual([
      { name: 'token-issued', count: 7 },
    ])
  })

  it('is in working order: what is added later goes on', async () => {
    await restore()
    const link = await issueLink({ ...program, accessToken: (await issueTokens()).accessToken })
    expect((await new TestBrowser().open(link.href)).status).toBe(303)
  })
})

const issueTokens = async () => readTokens(await postToken(clientFields({ id: program.keyId, secret: program.secret })))

describe('what somebody held before is void', () => {
  it('a refresh token, with invalid_grant, and an access token', async () => {
    const { accessToken, refreshToken } = await issueTokens()
    await restore()
    const refused = await postToken(refreshFields(program.owner.username, refreshToken))
    expect([refused.status, await refused.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })])
    for (const token of [accessToken, program.accessToken]) {
      expect((await postGrant(token, { accountId: 'acme' })).status).toBe(401)
    }
  })

  it('a refresh token from before the backup, which knows its family', async () => {
    const tokens = await issueTokens()
    file = await makeBackup(services)
    await restore()
    const families = await services.db.selectFrom('refresh_families').select(['revoked_at', 'revoked_reason']).execute()
    expect(families).toEqual(Array(2).fill({ revoked_at: testStart + 2_000, revoked_reason: 'restored' }))
    expect((await postToken(refreshFields(program.owner.username, tokens.refreshToken))).status).toBe(400)
  })

  it('a session of the portal, one of an account, and a link that waits to be opened', async () => {
    const { cookieHeader } = await signInAs(services, program.owner)
    const browser = new TestBrowser()
    await browser.open((await issueLink(program)).href)
    const waiting = await issueLink(program)
    const { url } = await createSetPasswordLink(services, root, program.owner.id)
    const token = new URL(url).searchParams.get('token') ?? ''
    const handOver = new URL((await handOverKey(services, root, { keyId: program.keyId })).url)
    await restore()
    const taking = takeHandOver(services, visitor, handOver.searchParams.get('token') ?? '')
    await expect(taking).rejects.toMatchObject({ code: 'link_unusable' })
    expect(await readSignedInUser(testContext(services), cookieHeader)).toBeUndefined()
    const session = await readAccountSession(
      services,
      await readAccountCredential(services, browser.cookieHeader('/accounts/acme')),
      'acme',
    )
    expect(session.ok).toBe(false)
    expect((await new TestBrowser().open(waiting.href)).status).toBe(403)
    await expect(setPassword(services, visitor, { token, password: goodPassword })).rejects.toMatchObject({
      code: 'link_unusable',
    })
  })
})

describe('what was taken since the backup stays taken', () => {
  it('a revoked key, and for good', async () => {
    await revokeApiKey(services, root, program.keyId)
    expect(await restore({ enableKeys: true })).toMatchObject({ carriedOver: { revokedKeys: 1 }, keysToEnable: [] })
    expect(await tryKey()).toEqual(['revoked', 401])
    await expect(enableApiKey(services, root, program.keyId)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('a disabled key, until somebody enables it', async () => {
    await disableApiKey(services, root, program.keyId)
    expect(await restore({ enableKeys: true })).toMatchObject({ carriedOver: { disabledKeys: 1 }, keysToEnable: [] })
    expect(await tryKey()).toEqual(['disabled', 401])
    await enableApiKey(services, root, program.keyId)
    expect(await tryKey()).toEqual(['active', 200])
  })

  it('what a deactivated user may do', async () => {
    await deactivateUser(services, root, program.owner.id)
    expect(await restore()).toMatchObject({ carriedOver: { deactivatedUsers: 1 } })
    expect(await findUserById(services.db, program.owner.id)).toMatchObject({ deactivatedAt: testStart + 2_000 })
    expect(await tryKey()).toEqual(['active', 401])
  })

  it('a password that was replaced, and the new one works', async () => {
    const former = 'an earlier password of plums'
    const { id, username } = await insertUser(services, { password: former })
    file = await makeBackup(services)
    services.clock.advance(1_000)
    const { url } = await createSetPasswordLink(services, root, id)
    await setPassword(services, visitor, {
      token: new URL(url).searchParams.get('token') ?? '',
      password: goodPassword,
    })
    expect(await restore()).toMatchObject({ carriedOver: { newerPasswords: 1 } })
    const browser = { hash: 'a'.repeat(64), userAgent: 'Test', formerSecret: undefined }
    const attempt = (password: string) => signIn(services, visitor, { name: username, password, browser })
    await expect(attempt(former)).rejects.toMatchObject({ code: 'sign_in_failed' })
    expect(await attempt(goodPassword)).toMatchObject({ person: { userId: id } })
  })

  it('a signing key that was retired', async () => {
    const { keyId } = await rotateSigningKey(services, root, { now: true })
    expect(await restore()).toMatchObject({ keepsSigningKeys: true })
    const { accessToken } = await issueTokens()
    expect(JSON.parse(Buffer.from(accessToken.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({
      kid: keyId,
    })
  })

  it('but no signing key that cannot be read: new ones are made', async () => {
    await services.db.updateTable('signing_keys').set({ master_id: 'former' }).execute()
    expect(await restore()).toMatchObject({ ignorance: null, keepsSigningKeys: false })
    expect(await tryKey()).toEqual(['active', 200])
  })

  it('what was recorded', async () => {
    await revokeApiKey(services, root, program.keyId)
    await restore()
    expect((await kinds()).toSorted()).toEqual([
      'account.created',
      'api_key.generated',
      'api_key.revoked',
      'database.restored',
      'return_address.added',
      'user.created',
    ])
  })
})

describe('what the backup took stays taken, whatever happened since', () => {
  it('a key that was disabled then and enabled since', async () => {
    await disableApiKey(services, root, program.keyId)
    file = await makeBackup(services)
    await enableApiKey(services, root, program.keyId)
    expect(await restore({ enableKeys: true })).toMatchObject({ keysToEnable: [] })
    expect(await tryKey()).toEqual(['disabled', 401])
  })
})

describe('where nobody can tell what was revoked since', () => {
  const listed = () => [{ keyId: program.keyId, name: 'CRM', owner: 'Robin Example', lastUsedAt: testStart }]

  async function expectDisabled(restored: RestoreResult, ignorance: RestoreResult['ignorance']): Promise<void> {
    expect(restored).toMatchObject({ ignorance, keysToEnable: listed(), keepsSigningKeys: false })
    expect(await tryKey()).toEqual(['disabled', 401])
    await enableApiKey(services, root, program.keyId)
    expect(await tryKey()).toEqual(['active', 200])
  }

  it('every key comes back disabled: on a new database', async () => {
    services = await openTestServices()
    await expectDisabled(await restore(), 'none')
    expect(await kinds()).toContain('api_key.disabled')
  })

  it('likewise on one that ends before the backup does', async () => {
    services = await openTestServices()
    services.clock.set(testStart - 1)
    await insertUser(services)
    services.clock.set(testStart + 2_000)
    await expectDisabled(await restore(), 'older')
  })

  it('likewise on one that ends before the backup does and knows the key as a good one', async () => {
    const original = services
    services = await openTestServices()
    services.clock.set(original.clock.now())
    await restore({ enableKeys: true })
    original.clock.advance(1_000)
    await createAccount(original, root, account({ id: 'later', name: 'Later' }))
    file = await makeBackup(original)
    services.clock.set(original.clock.now())
    await expectDisabled(await restore(), 'older')
  })

  it('likewise a key that the replaced database does not have', async () => {
    services = await openTestServices()
    services.clock.advance(2_000)
    await insertUser(services)
    expect(await restore()).toMatchObject({ ignorance: null, keysToEnable: listed() })
    expect(await tryKey()).toEqual(['disabled', 401])
  })

  it('unless all are to work at all risk, with the same signing keys', async () => {
    const before = await services.db.selectFrom('signing_keys').select('id').orderBy('id').execute()
    services = await openTestServices()
    expect(await restore({ enableKeys: true })).toMatchObject({ keysToEnable: [], keepsSigningKeys: true })
    expect(await tryKey()).toEqual(['active', 200])
    expect(await services.db.selectFrom('signing_keys').select('id').orderBy('id').execute()).toEqual(before)
  })

  it('neither a revoked nor an expired key is listed', async () => {
    await revokeApiKey(services, root, program.keyId)
    await generateApiKey(services, root, { name: 'Brief', ownerId: program.owner.id, expiresInDays: 1 })
    file = await makeBackup(services)
    services = await openTestServices()
    services.clock.advance(90_000_000)
    expect(await restore()).toMatchObject({ ignorance: 'none', keysToEnable: [] })
  })
})

describe('another database that is named as the replaced one', () => {
  it('says what was taken', async () => {
    await revokeApiKey(services, root, program.keyId)
    const former = services
    services = await openTestServices()
    services.clock.set(former.clock.now())
    const replaced = restoreSite(former).env.databaseUrl ?? `${former.env.dataDir}/latchkey.db`
    expect(await restore({ replaced })).toMatchObject({
      ignorance: null,
      carriedOver: { revokedKeys: 1, events: 1 },
      keepsSigningKeys: true,
    })
    expect(await tryKey()).toEqual(['revoked', 401])
    expect(await kinds()).toContain('api_key.revoked')
  })
})

describe('a restore', () => {
  it('is recorded with who did it, from what and what it came to', async () => {
    await disableApiKey(services, root, program.keyId)
    await restore()
    const { events } = await listEvents(services, root, { kind: 'database' })
    expect(events).toMatchObject([
      {
        kind: 'database.restored',
        at: testStart + 2_000,
        actor: { kind: 'operator', name: 'root' },
        subject: { kind: 'database', name: 'copy.db' },
        details: { via: 'file', madeAt: testStart + 1_000, disabledKeys: 1, keysToEnable: 0 },
      },
    ])
  })

  it('tells how far it is', async () => {
    const steps: [number, number][] = []
    await restore({ onProgress: (done, total) => void steps.push([done, total]) })
    const total = steps.at(-1)?.[1]
    expect(total).toBeGreaterThan(5)
    expect(steps.at(-1)).toEqual([total, total])
  })

  it('is refused to everybody but the operator', async () => {
    await revokeApiKey(services, root, program.keyId)
    await expect(restoreBackup(restoreSite(services), visitor, { file })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await kinds()).not.toContain('database.restored')
  })
})
