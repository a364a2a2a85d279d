import { describe, expect, it } from 'vitest'
import { addGroupRule } from '#lib/domain/accounts/account-groups/group-rules.ts'
import { pinAccount, searchOpenableAccounts } from '#lib/domain/accounts/accounts/launcher.ts'
import { saveView } from '#lib/domain/events/activity/saved-views.ts'
import { checkJournal } from '#lib/domain/events/journal/check-journal.ts'
import { addFinalCheckpoint } from '#lib/domain/events/journal/checkpoint.ts'
import { sealAllEvents } from '#lib/domain/events/journal/seal-events.ts'
import { pauseWebhook } from '#lib/domain/events/webhooks/control-webhook.ts'
import { addWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { writeUsage } from '#lib/domain/keys/usage/write-usage.ts'
import { changeLogo, updateOrganization } from '#lib/domain/organization/organization/manage-organization.ts'
import { requestAccess } from '#lib/domain/people/access-requests/request-access.ts'
import { addMapping } from '#lib/domain/people/group-mappings/manage-mappings.ts'
import { applyGroupMappings } from '#lib/domain/people/user-lifecycle/apply-group-mappings.ts'
import { changeOwnNames } from '#lib/domain/people/user-lifecycle/own-names.ts'
import { changeAccountAccess } from '#lib/domain/people/users/account-access.ts'
import { changePolicy } from '#lib/domain/sign-in/sign-in-policy/change-policy.ts'
import { insertIdentity } from '#lib/domain/sign-in/sign-in-providers/identities-store.ts'
import { insertProvider } from '#lib/domain/sign-in/sign-in-providers/store.ts'
import { countUse } from '#lib/foundation/buffers/usage-counts.ts'
import { readRows } from '#lib/foundation/db/copy/rows.ts'
import { retainedTables } from '#lib/foundation/db/copy/stored-tables.ts'
import { installServices } from '#lib/foundation/services.ts'
import { giveGroup } from '#lib/testing/account-groups.ts'
import { addTestApp, addTestPasskey } from '#lib/testing/factors.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { makePng } from '#lib/testing/png.ts'
import { makeBackup, restoreTo } from '#lib/testing/restoring.ts'
import { makeDirectory } from '#lib/testing/scim.ts'
import { issueLink, makeTestProgram, renewToken, type TestProgram } from '#lib/testing/test-grants.ts'
import { onlyOn, openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

const manyAccounts = 1_201

/** At least a row in each table that a backup holds, and some tables that are longer than a page. */
async function fill(services: TestServices): Promise<TestProgram> {
  const program = await makeTestProgram(services)
  const person = personOf(services, program.owner)
  await pinAccount(services, person, { accountId: 'acme' })
  const ids = Array.from({ length: manyAccounts }, (_, n) => `acc-${n}`)
  const account = { locale: null, deep_path: null, created_at: testStart, suspended_at: null }
  await services.db
    .insertInto('accounts')
    .values(ids.map((id) => ({ ...account, id, name: `Žižkov 李 🚀 ${id}`, search_text: `žižkov 李 🚀 ${id}\n${id}` })))
    .execute()
  await generateApiKey(services, root, {
    name: 'Limited',
    ownerId: program.owner.id,
    scopes: ['sso', 'introspect'],
    accountIds: ['acc-7', 'acc-8'],
    networks: ['192.0.2.0/24', '2001:db8::/32'],
  })
  const listing = await insertUser(services, { accountScope: 'list', accountIds: ['acme'] })
  await changeAccountAccess(services, root, { userId: listing.id, added: ids.slice(0, 600), removed: [] })
  const groupId = await giveGroup(services, listing.id, ids.slice(600, 602))
  await addGroupRule(services, root, { groupId, idPrefix: 'acc-12', locale: '' })
  await addMapping(services, root, { source: 'scim', groupName: 'Žižkov', accountGroupId: groupId })
  await insertProvider(
    services.db,
    {
      id: 'acme',
      label: 'Žižkov',
      issuer: 'https://idp.example',
      clientId: 'latchkey',
      clientAuth: 'private_key_jwt',
      domains: ['a.example'],
      groupsClaim: 'groups',
      acrValues: [],
      amrValues: ['mfa'],
      maxAgeSeconds: null,
      createsUsers: true,
      passwordsOff: false,
      isDisabled: true,
    },
    { sealed: undefined, createdBy: 'operator' },
  )
  const identity = {
    providerId: 'acme',
    issuer: 'https://idp.example',
    subject: 'Žižkov',
    userId: listing.id,
    email: null,
  }
  await insertIdentity(services.db, { id: 'pid_1', ...identity })
  const directory = await makeDirectory(services)
  await directory.addGroup('Žižkov 🚀', [
    await directory.addUser('žižkov', { emails: [{ value: 'zizkov@corp.example' }] }),
  ])
  const source = { id: 'scim', name: 'SCIM' }
  await services.db
    .transaction()
    .execute((trx) => applyGroupMappings(trx, root, { userId: listing.id, source, groupNames: ['Žižkov'] }))
  await requestAccess(services, personOf(services, listing), { accountId: 'acc-999', reason: 'Žižkov\n🚀' })
  const counts = { bad_rows: 0, created_rows: 0, updated_rows: 0, unchanged_rows: 0 }
  await services.db
    .insertInto('account_imports')
    .values({
      ...counts,
      id: 'imp_1',
      user_id: program.owner.id,
      file_name: 'a.csv',
      content: 'id,name\n',
      total_rows: 7,
      done_rows: 3,
      uploaded_at: testStart,
    })
    .execute()
  const admin = personOf(services, await insertUser(services, { role: 'admin' }))
  await saveView(services, admin, { name: 'Keys', query: 'kind=api_key' })
  await addTestPasskey(services, admin, 'Žižkov 🚀')
  await addTestApp(services, admin)
  await changeOwnNames(services, admin, { username: 'kamil', email: 'kamil@corp.example' })
  await changePolicy(services, root, { policy: 'off' })
  await updateOrganization(services, root, { name: 'Žižkov 李 🚀', accent: '#0a5fb4' })
  await changeLogo(services, root, makePng(1, 1))
  const webhook = await addWebhook(services, root, { url: 'https://hooks.example/latchkey' })
  // A restore pauses the others.
  await pauseWebhook(services, root, webhook.id)
  countUse(services, 'account-opened', { keyId: program.keyId })
  // Of the former version.
  const usage = { account_id: 'acme', day: testStart, opener: program.keyId, count: 1, expires_at: testStart }
  await services.db.insertInto('account_usage').values(usage).execute()
  await writeUsage(services)
  await sealAllEvents(services)
  await addFinalCheckpoint(services)
  return program
}

/** Everything that a backup holds, but for what a restore changes. */
async function dump({ db }: TestServices): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {}
  for (const table of retainedTables) {
    const rows: object[] = []
    for await (const page of readRows(db, table)) rows.push(...page)
    tables[table] = rows
      .map((row) => ({ ...row, revoked_at: undefined, revoked_reason: undefined }))
      .filter((row) => !('kind' in row) || row.kind !== 'database.restored')
  }
  return tables
}

// Run once, with the suites of PostgreSQL.
describe('a backup of one engine is restored on the other', onlyOn('postgres'), () => {
  it.each([
    ['from the embedded database to PostgreSQL', { DATABASE_URL: '' }, {}],
    ['and back', {}, { DATABASE_URL: '' }],
  ])('%s', async (_, from, to) => {
    const source = await openTestServices(from)
    const program = await fill(source)
    const before = await dump(source)
    for (const [table, rows] of Object.entries(before)) expect(rows.length, table).toBeGreaterThan(0)

    const file = await makeBackup(source)
    const target = await openTestServices(to)
    expect(target.env.databaseUrl === undefined).not.toBe(source.env.databaseUrl === undefined)
    expect(await restoreTo(target, file, { enableKeys: true })).toMatchObject({ accounts: manyAccounts + 1 })
    expect(await dump(target)).toEqual(before)
    expect(await checkJournal(target, root, undefined)).toHaveProperty('to')
    expect(before.api_keys).toContainEqual(
      expect.objectContaining({ account_ids: 'acc-7 acc-8', networks: '192.0.2.0/24 2001:db8::/32' }),
    )

    installServices(target)
    expect((await issueLink(await renewToken(program))).pathname).toBe('/sso')
    const found = await searchOpenableAccounts(target, personOf(target, program.owner), { query: 'acc-1200', shown: 1 })
    expect(found).toMatchObject({ accounts: [{ id: 'acc-1200' }] })
  })
})
