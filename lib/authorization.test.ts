import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  countPendingAccessRequests,
  decideAccessRequest,
  findAccessRequest,
  listAccessRequests,
} from '#lib/access-requests/decide-access-request.ts'
import { requestAccess } from '#lib/access-requests/request-access.ts'
import { rotateSigningKey } from '#lib/access-tokens/rotate-signing-key.ts'
import { addAccountsByFile, addAccountsById } from '#lib/account-groups/add-accounts-by-file.ts'
import { changeFoundMembers, changeMembers, countFoundAccounts } from '#lib/account-groups/change-members.ts'
import { readGroupPage, readGroupsOfAccounts } from '#lib/account-groups/group-page.ts'
import { addGroupRule, applyGroupRule, removeGroupRule } from '#lib/account-groups/group-rules.ts'
import {
  countAccountGroups,
  createGroup,
  deleteGroup,
  listGroupChoices,
  listGroups,
  updateGroup,
} from '#lib/account-groups/manage-groups.ts'
import { importAccountBatch, importAccounts } from '#lib/account-imports/import-accounts.ts'
import { previewImport, reviewAccountImport } from '#lib/account-imports/review-account-import.ts'
import { findAccountImport, runAccountImport, uploadAccountImport } from '#lib/account-imports/run-account-import.ts'
import { endSessionOfAccount, readAccountPage } from '#lib/account-management/account-page.ts'
import { setStateOfAccounts, summarizeBulk } from '#lib/account-management/bulk-accounts.ts'
import { countOpenSessions } from '#lib/account-sessions/read-account-session.ts'
import { findChosenAccounts, suggestAccounts } from '#lib/accounts/choose-accounts.ts'
import {
  countAccounts,
  createAccount,
  findManagedAccount,
  findPageStart,
  listAccountLocales,
  listAccounts,
  resumeAccount,
  suspendAccount,
  updateAccount,
} from '#lib/accounts/manage-accounts.ts'
import { exportEvents } from '#lib/activity/export-events.ts'
import { listEvents, listNewEventIds } from '#lib/activity/list-events.ts'
import { normalizeEventQuery } from '#lib/activity/normalize-event-query.ts'
import { listViews, removeView, saveView } from '#lib/activity/saved-views.ts'
import type { Actor, ApiClient, PortalUser } from '#lib/actor.ts'
import { disableApiKey, enableApiKey } from '#lib/api-keys/change-api-key-state.ts'
import { extendApiKey } from '#lib/api-keys/extend-api-key.ts'
import {
  findApiKey,
  findKeysToAttend,
  findUnusedNewKey,
  listApiKeys,
  searchApiKeys,
  summarizeKeysOf,
} from '#lib/api-keys/find-api-keys.ts'
import { generateApiKey } from '#lib/api-keys/generate-api-key.ts'
import { countExcess, setCallLimit } from '#lib/api-keys/set-call-limit.ts'
import { updateApiKey } from '#lib/api-keys/update-api-key.ts'
import { backUp } from '#lib/backup/back-up.ts'
import { restoreBackup, restoreInPlace } from '#lib/backup/restore-backup.ts'
import { isRefusal } from '#lib/errors.ts'
import { hideFirstSteps, readFirstSteps } from '#lib/first-steps/first-steps.ts'
import { handOverKey, handOverNewKey } from '#lib/hand-over/hand-over-key.ts'
import { readHandOver } from '#lib/hand-over/read-hand-over.ts'
import { withdrawHandOver } from '#lib/hand-over/withdraw-hand-over.ts'
import { checkJournal } from '#lib/journal/check-journal.ts'
import { exportJournal } from '#lib/journal/export-journal.ts'
import { readKeySecrets } from '#lib/key-rotation/read-key-secrets.ts'
import { endRehearsal, rehearseRetirement } from '#lib/key-rotation/rehearse-retirement.ts'
import { retireSecret } from '#lib/key-rotation/retire-secret.ts'
import { rotateSecret } from '#lib/key-rotation/rotate-secret.ts'
import { checkLeak } from '#lib/leak-desk/check-leak.ts'
import { containLeak } from '#lib/leak-desk/contain-leak.ts'
import { findContainment } from '#lib/leak-desk/find-containment.ts'
import { sendTestMail } from '#lib/mail-delivery/send-test-mail.ts'
import { optionalKinds } from '#lib/mails/mail.ts'
import { changeLogo, removeLogo, updateOrganization } from '#lib/organization/manage-organization.ts'
import { readOverview } from '#lib/overview/read-overview.ts'
import { searchManaged } from '#lib/palette/search-palette.ts'
import { countRefusalsNotKept, findRefusal, listRefusalsOfKey } from '#lib/refusals/find-refusals.ts'
import { readLiveKey } from '#lib/refusals/live-key.ts'
import {
  addReturnAddress,
  listReturnAddresses,
  removeReturnAddress,
} from '#lib/return-addresses/manage-return-addresses.ts'
import { type Role, roles } from '#lib/roles.ts'
import { issueSsoGrant } from '#lib/sso-grants/issue-sso-grant.ts'
import { getReceipt } from '#lib/sso-grants/read-receipt.ts'
import { makeGroup } from '#lib/testing/account-groups.ts'
import { insertUser, personOf, root, visitor } from '#lib/testing/people.ts'
import { makeBackup, restoreSite } from '#lib/testing/restoring.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { readAccountUsage } from '#lib/usage/read-account-usage.ts'
import { readDailyCalls } from '#lib/usage/read-daily-calls.ts'
import { readKeyUsage } from '#lib/usage/read-key-usage.ts'
import { changeUsers, findBulkUsers, summarizeBulkUsers } from '#lib/user-lifecycle/bulk-users.ts'
import { findExampleAccount } from '#lib/user-lifecycle/find-example-account.ts'
import { countSessionsOfApiKey, revokeApiKey } from '#lib/user-lifecycle/revoke-api-key.ts'
import { changeAccountAccess, listAccountAccess } from '#lib/users/account-access.ts'
import { changeGroupAccess, listGroupAccess } from '#lib/users/group-access.ts'
import { readOwnNotices, updateOwnNotices } from '#lib/users/own-notices.ts'
import type { User } from '#lib/users/user.ts'
import { pauseWebhook, replayWebhook, resumeWebhook } from '#lib/webhooks/control-webhook.ts'
import { addWebhook, getWebhook, listWebhooks, removeWebhook, updateWebhook } from '#lib/webhooks/manage-webhooks.ts'
import { endFormerSecret, rotateSigningSecret } from '#lib/webhooks/rotate-signing-secret.ts'
import { sendTest } from '#lib/webhooks/send-test.ts'
import { readWebhookPage } from '#lib/webhooks/webhook-page.ts'

// Who may change users stands in `users/authorization.test.ts`; here is everything else.

/** Section 1 of the protocol, written out once more: who may manage whose keys and access, besides their own keys. */
const manages: Record<string, readonly Role[]> = {
  owner: ['owner', 'admin', 'agent', 'service'],
  admin: ['agent', 'service'],
  agent: [],
  'service user': [],
  visitor: [],
  operator: ['owner', 'admin', 'agent', 'service'],
}
/** Owners and admins open all accounts. */
const noLists = { 'change the listed accounts of': 'conflict', 'change the account groups of': 'conflict' }
const kinds = Object.keys(manages)
const managers = kinds.filter((kind) => (manages[kind] ?? []).length > 0)

type Work = (actor: Actor, target: User) => Promise<unknown>

const acme = { id: 'acme', name: 'Acme', locale: null, deepPath: null }
const logo = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')
const rows = [{ line: 2, account: { ...acme, id: 'beta' } }]
const file = { rows, badRows: [], unusedColumns: [] }

async function insertKey(owner: User): Promise<string> {
  return (await generateApiKey(services, root, { name: 'CRM', ownerId: owner.id, expiresInDays: null })).id
}

/** What is done to a user's keys, and to the list of accounts that they may open. */
const toUsers: Record<string, Work> = {
  'generate a key of': (actor, { id }) =>
    generateApiKey(services, actor, { name: 'CRM', ownerId: id, expiresInDays: null }),
  'extend a key of': async (actor, { id }) => {
    const key = await generateApiKey(services, root, { name: 'CRM', ownerId: id, expiresInDays: 1 })
    await extendApiKey(services, actor, { keyId: key.id, days: 2 })
  },
  'disable a key of': async (actor, owner) => disableApiKey(services, actor, await insertKey(owner)),
  'enable a key of': async (actor, owner) => {
    const id = await insertKey(owner)
    await disableApiKey(services, root, id)
    return enableApiKey(services, actor, id)
  },
  'revoke a key of': async (actor, owner) => revokeApiKey(services, actor, await insertKey(owner)),
  'rotate the secret of a key of': async (actor, owner) =>
    rotateSecret(services, actor, { keyId: await insertKey(owner) }),
  'hand over a key of': async (actor, owner) => handOverKey(services, actor, { keyId: await insertKey(owner) }),
  'hand over a new key of': (actor, { id }) => handOverNewKey(services, actor, { name: 'Partner', ownerId: id }),
  'withdraw the hand-over of a key of': async (actor, owner) =>
    withdrawHandOver(services, actor, await insertKey(owner)),
  'see the hand-over of a key of': async (actor, owner) => readHandOver(services, actor, await insertKey(owner)),
  'limit the calls of a key of': async (actor, owner) =>
    setCallLimit(services, actor, { keyId: await insertKey(owner), mode: 'enforce', perMinute: 1 }),
  'count the calls beyond the limit of a key of': async (actor, owner) => {
    const key = await findApiKey(services, root, await insertKey(owner))
    return key && countExcess(services, actor, key)
  },
  'retire a secret of a key of': async (actor, owner) => {
    const keyId = await insertKey(owner)
    await rotateSecret(services, root, { keyId })
    const { secrets } = await readKeySecrets(services, root, keyId)
    const secretId = secrets.find(({ state }) => state === 'pending')?.id ?? ''
    return retireSecret(services, actor, { keyId, secretId })
  },
  'rehearse the retirement of a secret of': async (actor, owner) => {
    const keyId = await insertKey(owner)
    const retiring = { retiring_since: services.clock.now(), retires_at: services.clock.now() + 1 }
    await services.db.updateTable('key_secrets').set(retiring).where('key_id', '=', keyId).execute()
    return rehearseRetirement(services, actor, { keyId })
  },
  'end a rehearsal of a key of': async (actor, owner) => endRehearsal(services, actor, await insertKey(owner)),
  'see the secrets of a key of': async (actor, owner) => readKeySecrets(services, actor, await insertKey(owner)),
  'rename a key of': async (actor, owner) =>
    updateApiKey(services, actor, { keyId: await insertKey(owner), name: 'Other', note: '' }),
  'find an account to try a key of': async (actor, owner) =>
    findExampleAccount(services, actor, await insertKey(owner)),
  'count the sessions of a key of': async (actor, owner) => {
    const key = await findApiKey(services, root, await insertKey(owner))
    return key && countSessionsOfApiKey(services, actor, key)
  },
  'see the keys of': async (actor, owner) => {
    const id = await insertKey(owner)
    const seen = (await listApiKeys(services, actor)).some((key) => key.id === id)
    return seen ? undefined : Promise.reject(new Error('hidden'))
  },
  'change the listed accounts of': (actor, { id }) =>
    changeAccountAccess(services, actor, { userId: id, added: ['acme'], removed: [] }),
  'change the account groups of': async (actor, { id }) =>
    changeGroupAccess(services, actor, { userId: id, added: [await makeGroup(services, [])], removed: [] }),
}

/** What owners and admins may do, and agents and anonymous actors may not. */
const byManagers: Record<string, (actor: Actor) => Promise<unknown>> = {
  'create an account': (actor) => createAccount(services, actor, { ...acme, id: 'beta' }),
  'change an account': (actor) => updateAccount(services, actor, { ...acme, name: 'Other' }),
  'suspend an account': (actor) => suspendAccount(services, actor, 'acme'),
  'resume an account': (actor) => resumeAccount(services, actor, 'acme'),
  'read the page of an account': (actor) => readAccountPage(services, actor, 'acme'),
  'end a session of an account': (actor) =>
    endSessionOfAccount(services, actor, { accountId: 'acme', sessionId: 'any' }),
  'suspend accounts': (actor) => setStateOfAccounts(services, actor, 'suspended', ['acme']),
  'summarize the suspension of accounts': (actor) => summarizeBulk(services, actor, 'suspended', ['acme']),
  'change users together': (actor) => changeUsers(services, actor, 'deactivate', { ids: ['usr_x'] }),
  'summarize a change of users': (actor) => summarizeBulkUsers(services, actor, 'give', ['usr_x']),
  'select all users that a search finds': (actor) => findBulkUsers(services, actor, { search: '' }),
  'count the accounts': (actor) => countAccounts(services, actor),
  'list the locales of accounts': (actor) => listAccountLocales(services, actor),
  'list accounts': (actor) => listAccounts(services, actor, {}),
  'find the page of an account': (actor) => findPageStart(services, actor, 'acme'),
  'look at an account': (actor) => findManagedAccount(services, actor, 'acme'),
  'search the API keys': (actor) =>
    searchApiKeys(services, actor, { search: '', state: 'all', age: 'any', ownerId: '', sort: 'newest', page: 1 }),
  'summarize the keys of a user': (actor) => summarizeKeysOf(services, actor, 'usr_x'),
  'look for a key whose secret was lost': (actor) => findUnusedNewKey(services, actor),
  'look at an API key': async (actor) =>
    findApiKey(services, actor, await insertKey(await insertUser(services, { role: 'service' }))),
  'search accounts to choose from': (actor) => suggestAccounts(services, actor, 'acme'),
  'find chosen accounts': (actor) => findChosenAccounts(services, actor, ['acme']),
  'choose accounts for a user': (actor) => listAccountAccess(services, actor, { userId: 'usr_x', listedOnly: false }),
  'count the open sessions of an account': (actor) => countOpenSessions(services, actor, 'acme'),
  'import accounts': (actor) => importAccounts(services, actor, { file, fileName: 'a.csv', skipBad: false }),
  'import some accounts': (actor) =>
    services.db.transaction().execute((trx) => importAccountBatch(trx, actor, { fileName: 'a.csv', rows })),
  'preview an import': (actor) => previewImport(services, actor, rows),
  'count the account groups': (actor) => countAccountGroups(services, actor),
  'list the account groups': (actor) => listGroups(services, actor),
  'list the account groups to choose from': (actor) => listGroupChoices(services, actor),
  'list the account groups of a user': (actor) => listGroupAccess(services, actor, 'usr_x'),
  'read the page of an account group': async (actor) =>
    readGroupPage(services, actor, { groupId: await makeGroup(services, ['acme']) }),
  'create an account group': (actor) => createGroup(services, actor, { name: 'New' }),
  'change an account group': async (actor) =>
    updateGroup(services, actor, { groupId: await makeGroup(services, []), name: 'Changed' }),
  'delete an account group': async (actor) => deleteGroup(services, actor, await makeGroup(services, [])),
  'add accounts to a group': async (actor) =>
    changeMembers(services, actor, { groupId: await makeGroup(services, []), change: 'added', ids: ['acme'] }),
  'add accounts to a group by ID': async (actor) =>
    addAccountsById(services, actor, { groupId: await makeGroup(services, []), ids: ['acme'] }),
  'add accounts to a group by file': async (actor) =>
    addAccountsByFile(services, actor, { groupId: await makeGroup(services, []), bytes: Buffer.from('id\nacme') }),
  'read the groups of accounts': (actor) => readGroupsOfAccounts(services, actor, ['acme']),
  'remove found accounts from a group': async (actor) =>
    changeFoundMembers(services, actor, { groupId: await makeGroup(services, ['acme']), change: 'removed' }),
  'count the accounts that a search finds': (actor) => countFoundAccounts(services, actor, {}),
  'add a rule to a group': async (actor) => addGroupRule(services, actor, await newRule()),
  'continue a rule of a group': async (actor) =>
    applyGroupRule(services, actor, await addGroupRule(services, root, await newRule())),
  'remove a rule of a group': async (actor) =>
    removeGroupRule(services, actor, await addGroupRule(services, root, await newRule())),
  'find keys to attend to': (actor) => findKeysToAttend(services, actor, 'unused', 5),
  'read the overview': (actor) => readOverview(services, actor, { days: 7, timeZone: 'UTC' }),
  'read the activity': (actor) => listEvents(services, actor, {}),
  'follow the activity': (actor) => listNewEventIds(services, actor, {}, 0),
  'save the activity': async (actor) => void exportEvents(services, actor, {}),
  'export the journal': (actor) => exportJournal(services, actor),
  'check the journal': (actor) => checkJournal(services, actor, undefined),
  'search the activity': (actor) => normalizeEventQuery(services, actor, {}, 'UTC'),
  'list the access requests': (actor) => listAccessRequests(services, actor),
  'count the access requests': (actor) => countPendingAccessRequests(services, actor),
  'look at an access request': (actor) => findAccessRequest(services, actor, 'areq_x'),
  'decide an access request': async (actor) => decideAccessRequest(services, actor, await insertAccessRequest()),
  'list the saved views': (actor) => listViews(services, actor),
  'save a view': (actor) => saveView(services, actor, { name: 'Audit', query: 'kind=user' }),
  'delete a saved view': (actor) => removeView(services, actor, 'Audit'),
  'find users, keys and accounts to manage': (actor) => searchManaged(services, actor, 'acme'),
  'see the first steps': (actor) => readFirstSteps(services, actor),
  'hide the first steps': (actor) => hideFirstSteps(services, actor),
  'change the organization': (actor) => updateOrganization(services, actor, { name: 'Acme', accent: '' }),
  'change the logo': (actor) => changeLogo(services, actor, logo),
  'remove the logo': (actor) => removeLogo(services, actor),
  'list return addresses': (actor) => listReturnAddresses(services, actor),
  'add a return address': (actor) => addReturnAddress(services, actor, { origin: 'https://other.example' }),
  'read the usage of a key': async (actor) =>
    readKeyUsage(services, actor, {
      keyId: await insertKey(await insertUser(services, { role: 'service' })),
      period: 'day',
    }),
  'list the daily calls of keys': (actor) => readDailyCalls(services, actor, []),
  'read the usage of an account': (actor) => readAccountUsage(services, actor, acme.id),
  'look at a receipt': async (actor) => getReceipt(services, actor, await issueGrant()),
  'count the refusals that were not kept': (actor) => countRefusalsNotKept(services, actor),
  'read what a key shows live': async (actor) =>
    readLiveKey(services, actor, await insertKey(await insertUser(services, { role: 'service' }))),
  'contain a leak': async (actor) => {
    const keyId = await insertKey(await insertUser(services, { role: 'service' }))
    const secrets = services.db.selectFrom('key_secrets').select('id').where('key_id', '=', keyId)
    return containLeak(services, actor, { keyId, subject: 'secret', ...(await secrets.executeTakeFirstOrThrow()) })
  },
  'find what containing a leak concerns': (actor) =>
    findContainment(services, actor, { keyId: 'lkid_x', subject: 'secret', id: 'ksec_x' }),
  'check a leak': (actor) => checkLeak(services, actor, ''),
  'find a refusal': (actor) => findRefusal(services, actor, 'req_1'),
  'list the refusals of a key': (actor) => listRefusalsOfKey(services, actor, 'lkid_1', { since: 0, limit: 1 }),
  'list the webhooks': (actor) => listWebhooks(services, actor),
  'look at a webhook': async (actor) => getWebhook(services, actor, await insertWebhook()),
  'read the page of a webhook': async (actor) => readWebhookPage(services, actor, await insertWebhook()),
  'add a webhook': (actor) => addWebhook(services, actor, { url: hookUrl }),
  'change a webhook': async (actor) => updateWebhook(services, actor, { id: await insertWebhook(), url: hookUrl }),
  'remove a webhook': async (actor) => removeWebhook(services, actor, await insertWebhook()),
  'rotate the secret of a webhook': async (actor) => rotateSigningSecret(services, actor, await insertWebhook()),
  'end the former secret of a webhook': async (actor) => endFormerSecret(services, actor, await insertWebhook()),
  'pause a webhook': async (actor) => pauseWebhook(services, actor, await insertWebhook()),
  'resume a webhook': async (actor) => resumeWebhook(services, actor, await insertWebhook()),
  'send a test mail': (actor) => sendTestMail(services, actor, { email: 'anna@example.org', signal: over }),
  'send a test to a webhook': async (actor) => sendTest(services, actor, { id: await insertWebhook(), signal: over }),
  'replay to a webhook': async (actor) => replayWebhook(services, actor, { id: await insertWebhook(), from: 1 }),
  'remove a return address': (actor) => removeReturnAddress(services, actor, { origin: 'https://crm.example' }),
}

const over = AbortSignal.abort()
const hookUrl = 'https://hooks.example/latchkey'

async function issueGrant() {
  const { id } = await createAccount(services, root, { ...acme, id: 'linked' })
  const agent = personOf(services, await insertUser(services))
  return (await issueSsoGrant(services, agent, { accountId: id })).grantId
}

async function insertWebhook() {
  return (await addWebhook(services, root, { url: hookUrl })).id
}

async function newRule() {
  return { groupId: await makeGroup(services, []), idPrefix: 'ac', locale: '' }
}

async function insertAccessRequest() {
  const agent = personOf(services, await insertUser(services, { accountScope: 'list' }))
  await requestAccess(services, agent, { accountId: 'acme', reason: 'Support' })
  const [request] = (await listAccessRequests(services, root)).pending
  return { requestId: request?.id ?? '', decision: 'approved', note: '' }
}

/** What only the command line may do. */
const byOperator: Record<string, (actor: Actor) => Promise<unknown>> = {
  'back up': (actor) => backUp(services, actor, { file: join(services.env.dataDir, 'copy.db') }),
  'restore a backup': async (actor) =>
    restoreBackup(restoreSite(services), actor, { file: await makeBackup(services) }),
  'declare the database restored': (actor) => restoreInPlace(restoreSite(services), actor, {}),
  'rotate the signing key': (actor) => rotateSigningKey(services, actor, { now: true }),
}

let services: TestServices

beforeEach(async () => {
  // Nothing listens there.
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'latchkey@example.com' }
  services = await openTestServices(mail)
  await createAccount(services, root, acme)
  await addReturnAddress(services, root, { origin: 'https://crm.example' })
})

async function actorOf(kind: string): Promise<{ actor: Actor; self: User | undefined }> {
  if (kind === 'operator') return { actor: root, self: undefined }
  if (kind === 'visitor') return { actor: visitor, self: undefined }
  const role = kind === 'service user' ? 'service' : roles.find((known) => known === kind)
  const self = await insertUser(services, { role: role ?? 'agent', accountScope: 'list' })
  if (role !== 'service') return { actor: personOf(services, self), self }
  const program: ApiClient = { ...visitor, kind: 'program', userId: self.id, keyId: 'lkid_x', name: self.name }
  return { actor: program, self }
}

async function outcomeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'allowed'
  } catch (error) {
    return isRefusal(error) ? error.code : String(error)
  }
}

/** What comes of each piece of work of a table, one after the other. */
async function outcomesOf<T>(table: Record<string, T>, run: (work: T) => Promise<unknown>) {
  const outcomes: Record<string, string> = {}
  for (const [name, work] of Object.entries(table)) outcomes[name] = await outcomeOf(() => run(work))
  return outcomes
}

/** The same outcome for each piece of work of a table, but for the exceptions. */
function each(table: Record<string, unknown>, outcome: string, exceptions: Record<string, string> = {}) {
  return { ...Object.fromEntries(Object.keys(table).map((name) => [name, outcome])), ...exceptions }
}

describe.each(kinds)('%s', (kind) => {
  const mayManage = manages[kind] ?? []
  const isManager = managers.includes(kind)

  it.each(roles)('may do to another user who is %s what section 1 allows, and nothing else', async (role) => {
    const { actor } = await actorOf(kind)
    const outcomes = await outcomesOf(toUsers, async (work) =>
      work(actor, await insertUser(services, { role, accountScope: 'list' })),
    )
    const opensAll = role === 'owner' || role === 'admin'
    expect(outcomes).toEqual(
      mayManage.includes(role)
        ? each(toUsers, 'allowed', opensAll ? noLists : {})
        : each(toUsers, 'forbidden', isManager ? { 'see the keys of': 'Error: hidden' } : {}),
    )
  })

  it(`${isManager ? 'may' : 'may not'} do everything to their own keys`, async () => {
    const { actor, self } = await actorOf(kind)
    if (!self) return
    const toKeys = Object.fromEntries(Object.entries(toUsers).filter(([name]) => !(name in noLists)))
    expect(await outcomesOf(toKeys, (work) => work(actor, self))).toEqual(
      each(toKeys, isManager ? 'allowed' : 'forbidden'),
    )
  })

  it(`${isManager ? 'may' : 'may not'} manage accounts and return addresses and read the activity`, async () => {
    const { actor } = await actorOf(kind)
    const outcomes = await outcomesOf(byManagers, (work) => work(actor))
    expect(outcomes).toEqual(each(byManagers, isManager ? 'allowed' : 'forbidden'))
  })

  it(`${kind === 'operator' ? 'may' : 'may not'} do what is the command line’s alone`, async () => {
    const { actor } = await actorOf(kind)
    const outcomes = await outcomesOf(byOperator, (work) => work(actor))
    expect(outcomes).toEqual(each(byOperator, kind === 'operator' ? 'allowed' : 'forbidden'))
  })
})

describe('an uploaded file of accounts', () => {
  const bytes = new TextEncoder().encode('id,name\nbeta,Beta\n')
  const upload = (person: PortalUser) => uploadAccountImport(services, person, { fileName: 'a.csv', bytes })
  const personWith = async (role: Role) => personOf(services, await insertUser(services, { role }))

  it('is for managers alone, also once they no longer are one', async () => {
    expect(await outcomeOf(async () => upload(await personWith('agent')))).toBe('forbidden')
    const admin = await personWith('admin')
    const id = await upload(admin)
    const demoted: PortalUser = { ...admin, role: 'agent' }
    for (const work of [
      () => reviewAccountImport(services, demoted, id),
      () => findAccountImport(services, demoted, id),
      () => runAccountImport(services, demoted, { id, skipBad: false }),
    ]) {
      expect(await outcomeOf(work)).toBe('forbidden')
    }
  })

  it('is out of the reach of everybody but the one who sent it', async () => {
    const id = await upload(await personWith('admin'))
    const owner = await personWith('owner')
    for (const work of [
      () => reviewAccountImport(services, owner, id),
      () => runAccountImport(services, owner, { id, skipBad: false }),
    ]) {
      expect(await outcomeOf(work)).toBe('not_found')
    }
  })
})

describe('the choice of notices', () => {
  it('is the user’s own, whatever their role', async () => {
    const agent = personOf(services, await insertUser(services, { role: 'agent' }))
    const owner = personOf(services, await insertUser(services, { role: 'owner' }))
    expect(await outcomeOf(() => updateOwnNotices(services, owner, { wanted: [] }))).toBe('allowed')
    expect(await readOwnNotices(services, agent)).toEqual(optionalKinds)
    expect(await outcomeOf(() => updateOwnNotices(services, agent, { wanted: ['key_revoked'] }))).toBe('allowed')
    expect([await readOwnNotices(services, owner), await readOwnNotices(services, agent)]).toEqual([
      [],
      ['key_revoked'],
    ])
  })
})

describe('every use case that takes an actor', () => {
  it('is in one of the tables', () => {
    const tables = ['lib/authorization.test.ts', 'lib/users/authorization.test.ts'].map((path) =>
      readFileSync(path, 'utf8'),
    )
    const useCases = globSync('lib/*/*.ts')
      .filter((path) => !/\.test\.ts$|^lib\/(testing|demo)\//.test(path))
      .flatMap((path) => [
        ...readFileSync(path, 'utf8').matchAll(
          /^export (?:async )?function (\w+)\((?=[^)]*\b(?:services|db|trx)\b)[^)]*actor: Actor/gm,
        ),
      ])
      .map(([, name = '']) => name)
    expect(useCases.length).toBeGreaterThan(35)
    // Their callers authorize.
    const inner = [
      'addApiKey',
      'addUser',
      'changeAccess',
      'changeApiKeyState',
      'changeGivenGroups',
      'changeListedAccounts',
      'checkNewUser',
      'deactivateManaged',
      'endKey',
      'getManagedKey',
      'getManagedUser',
      'prepareApiKey',
      'reactivateManaged',
      'recordEvent',
      'replaceSetPasswordLink',
    ]
    const missing = useCases.filter(
      (name) => !inner.includes(name) && !tables.some((text) => text.includes(`${name}(`)),
    )
    expect(missing).toEqual([])
  })
})
