import { copyFileSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { listAccounts } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { accountSchema } from '#lib/domain/accounts/accounts/schema.ts'
import { exportEvents } from '#lib/domain/events/activity/export-events.ts'
import { listWebhooks } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { readWebhookPage } from '#lib/domain/events/webhooks/webhook-page.ts'
import { authenticateApiKey } from '#lib/domain/keys/api-keys/authenticate-api-key.ts'
import { listApiKeys } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { readHandOver } from '#lib/domain/keys/hand-over/read-hand-over.ts'
import { readKeySecrets } from '#lib/domain/keys/key-rotation/read-key-secrets.ts'
import { newPasswordLength } from '#lib/domain/people/passwords/password-length.ts'
import { findPasswordProblem } from '#lib/domain/people/passwords/password-policy.ts'
import { reactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { createUser } from '#lib/domain/people/users/create-user.ts'
import { getUserByName, listUsers } from '#lib/domain/people/users/find-users.ts'
import { signIn } from '#lib/domain/sign-in/portal-sessions/sign-in.ts'
import { findPolicy } from '#lib/domain/sign-in/sign-in-policy/store.ts'
import { databaseFile } from '#lib/foundation/db/database.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import { accountCount, accountsOf, demoAccounts } from '#lib/server/demo/accounts.ts'
import { describeDemo } from '#lib/server/demo/describe-demo.ts'
import { type Demo, insertDemoData } from '#lib/server/demo/insert-demo-data.ts'
import { type DemoPerson, demoPasswords, demoPeople } from '#lib/server/demo/people.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { requireSession, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'
import { ssoGrantEndpoint } from '#lib/web/endpoints/sso-grant.ts'
import { tokenEndpoint } from '#lib/web/endpoints/token.ts'

const source = { address: '192.0.2.7', requestId: 'req_1' }
let services: TestServices
let said: string[]
/** A database with the data, and what the insertion returned: inserting takes as long as all tests. */
let inserted: Readonly<{ file: string; demo: Demo }> | undefined

beforeEach(() => {
  said = []
})

/** A database with demonstration data only for the test. */
async function openDemo(): Promise<Demo> {
  if (!inserted) {
    services = await openTestServices()
    const demo = await insert()
    const file = join(mkdtempSync(join(inject('dataFolders'), 'demo-')), 'copy.db')
    await sql`vacuum into ${file}`.execute(services.db)
    inserted = { file, demo }
    said = []
    return demo
  }
  const folder = mkdtempSync(join(inject('dataFolders'), 'demo-'))
  copyFileSync(inserted.file, databaseFile(folder))
  services = await openTestServices({ DATA_DIR: folder })
  return inserted.demo
}

function insert(): Promise<Demo> {
  return insertDemoData(services, (sentence) => said.push(sentence))
}

function authenticate({ key }: Demo) {
  return authenticateApiKey(services, source, { keyId: key.id, secret: key.secret })
}

async function countEverything() {
  const { db } = services
  const accounts = await db.selectFrom('accounts').select('id').execute()
  const { total: users } = await listUsers(services, root)
  const shortcuts = await db.selectFrom('account_shortcuts').select('user_id').execute()
  const webhooks = (await listWebhooks(services, root)).length
  return { accounts: accounts.length, users, shortcuts: shortcuts.length, webhooks }
}

describe('demonstration data', () => {
  it('has accounts, users who can sign in, and a working key', async () => {
    const demo = await openDemo()
    expect(await countEverything()).toEqual({
      accounts: accountCount,
      users: 9,
      shortcuts: expect.any(Number),
      webhooks: 1,
    })
    expect(await authenticate(demo)).toMatchObject({ keyId: demo.key.id })
    const browser = { hash: 'hash', userAgent: null, formerSecret: undefined }
    const { username: name, role } = demoPeople.owner
    const password = demoPasswords[role]
    const signedIn = await signIn(services, { kind: 'visitor', ...source }, { name, password, browser })
    expect(requireSession(signedIn).person).toMatchObject({ name: 'Olivia Berger', role: 'owner' })
  })

  it('requires a second factor of managers, whose printed sign-in keeps its one step at every start', async () => {
    const signInAsAdmin = () => {
      const browser = { hash: 'hash', userAgent: null, formerSecret: undefined }
      const { username: name, role } = demoPeople.admin
      return signIn(services, { kind: 'visitor', ...source }, { name, password: demoPasswords[role], browser })
    }
    await openDemo()
    expect(await findPolicy(services.db)).toBe('managers')
    requireSession(await signInAsAdmin())
    services.clock.advance(7 * dayMs)
    expect(await signInAsAdmin()).not.toHaveProperty('secret')
    await insert()
    requireSession(await signInAsAdmin())
  })

  it('accepts the requests that the terminal prints', async () => {
    const { key, accountId, locale } = await openDemo()
    const form = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
      method: 'POST',
      body: new URLSearchParams(fields),
      headers,
    })
    const credentials = { grantType: 'client_credentials', clientId: key.id, clientSecret: key.secret }
    const token = await callEndpoint(tokenEndpoint, new Request(`${testBaseUrl}/auth/v1/token`, form(credentials)))
    const { accessToken } = await token.json()
    const wanted = { accountId, locale, backUrl: 'http://localhost:4000/' }
    const bearer = { authorization: `Bearer ${accessToken}` }
    const grant = await callEndpoint(ssoGrantEndpoint, new Request(`${testBaseUrl}/auth/v1/sso`, form(wanted, bearer)))
    expect([grant.status, (await grant.json()).expiresIn]).toEqual([200, 15])
  })

  it('has activity of the last month that ends before today, apart from the new key', async () => {
    await openDemo()
    const kinds = new Set<string>()
    const today = testStart - (testStart % 86_400_000)
    for await (const event of exportEvents(services, root, { until: today })) {
      kinds.add(event.kind)
      expect(event.at).toBeGreaterThanOrEqual(today - 30 * 86_400_000)
    }
    expect([...kinds]).toEqual(
      expect.arrayContaining(['account.imported', 'portal_session.started', 'sso_grant.redeemed']),
    )
    const later: string[] = []
    for await (const event of exportEvents(services, root, { since: today })) later.push(event.kind)
    expect(later).toEqual(['api_key.generated'])
  })

  it('has a key whose next secret was handed over, and whose former one is still in use', async () => {
    await openDemo()
    const shop = (await listApiKeys(services, root)).find(({ name }) => name === 'Shop')?.id ?? ''
    expect(await readHandOver(services, root, shop)).toMatchObject({
      state: 'used',
      createdByName: 'Adam Novak',
      usedFrom: '198.51.100.33',
    })
    const { secrets, isSafeToRetire } = await readKeySecrets(services, root, shop)
    expect(secrets.map(({ state }) => state)).toEqual(['current', 'retiring'])
    expect(isSafeToRetire).toBe(false)
  })

  it('has a webhook with deliveries, which sends nothing until it is resumed', async () => {
    await openDemo()
    const [webhook, ...others] = await listWebhooks(services, root)
    expect(others).toEqual([])
    expect(webhook).toMatchObject({ url: expect.stringMatching(/\.example\//), paused: { reason: 'manual' } })
    const { deliveries, waiting } = await readWebhookPage(services, root, webhook?.id ?? '')
    expect(waiting).toBe(0)
    expect(deliveries.length).toBeGreaterThan(5)
    expect(deliveries.filter(({ status }) => status !== 200).map(({ status }) => status)).toEqual([503])
  })

  it('is inserted once: a second start only replaces the key', async () => {
    const first = await openDemo()
    const before = await countEverything()
    const second = await insert()
    expect(await countEverything()).toEqual(before)
    expect(said).toEqual([])
    expect(second.key.id).not.toBe(first.key.id)
    await expect(authenticate(first)).rejects.toMatchObject({ code: 'invalid_client' })
    await expect(authenticate(second)).resolves.toMatchObject({ keyId: second.key.id })
  })

  it('is completed by the next start after an interruption', async () => {
    await openDemo()
    const before = await countEverything()
    const former = await getUserByName(services, root, demoPeople.former.username)
    await reactivateUser(services, root, former.id)
    await insert()
    expect(await countEverything()).toEqual(before)
  })

  it('is refused in a database with other users', async () => {
    services = await openTestServices()
    await createUser(services, root, { username: 'ann', name: 'Ann', email: 'ann@example.com', role: 'owner' })
    await expect(insert()).rejects.toMatchObject({ name: 'EnvError', message: expect.stringContaining('DATA_DIR') })
    expect((await listAccounts(services, root, {})).accounts).toEqual([])
  })
})

describe('the accounts', () => {
  it('are valid, and no name or ID repeats', () => {
    for (const account of demoAccounts) expect(accountSchema.parse(account)).toEqual(account)
    expect(new Set(demoAccounts.map(({ name }) => name)).size).toBe(accountCount)
    expect(new Set(demoAccounts.map(({ id }) => id)).size).toBe(accountCount)
    expect(demoAccounts.filter(({ name }) => /[{}]|^\s|\s$| {2}/.test(name))).toEqual([])
  })

  it.each(Object.values<DemoPerson>(demoPeople))('are enough for $username', (person) => {
    if (person.access !== 'all') expect(accountsOf(person)).toHaveLength(person.access.count)
  })
})

describe('the printed text', () => {
  it('contains URL, sign-ins and commands to paste', () => {
    const key = {
      id: 'lkid_1',
      secret: 'lksec_1',
      name: 'Demonstration',
      expiresAt: null,
      ownerUsername: 'demo',
      scopes: ['sso'] as const,
      sameNameKeyId: undefined,
    }
    const place = { baseUrl: 'http://localhost:3000', dataDir: '/srv/demo data' }
    const text = describeDemo(place, { key, accountId: 'at-1', locale: 'de-at', accounts: 10_000 })
    expect(text).toContain("\n  DATA_DIR='/srv/demo data' npm run latchkey -- user list\n")
    expect(text).toContain('Latchkey runs at http://localhost:3000 with demonstration data: 10,000 accounts.')
    expect(text).toContain('  agent, 40 accounts    luca       demonstration-agent\n')
    expect(text).toContain('-d clientId=lkid_1 \\\n    -d clientSecret=lksec_1 | sed')
    expect(text).toContain('-d accountId=at-1 -d locale=de-at')
  })

  it('has passwords that meet the password policy', () => {
    for (const person of Object.values<DemoPerson>(demoPeople)) {
      const holder = { ...person, email: `${person.username}@example.com` }
      const context = { holder, companyNames: [], minLength: newPasswordLength.min }
      expect(findPasswordProblem(demoPasswords[person.role], context)).toBe(undefined)
    }
  })
})
