import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeEach, describe, expect, it } from 'vitest'
import { addAccountsByFile, addAccountsById } from '#lib/domain/accounts/account-groups/add-accounts-by-file.ts'
import {
  changeFoundMembers,
  changeMembers,
  countFoundAccounts,
} from '#lib/domain/accounts/account-groups/change-members.ts'
import { addMember, editMembers, removeMember } from '#lib/domain/accounts/account-groups/edit-members.ts'
import {
  getAccountGroup,
  getMember,
  listGroupsById,
  listMembersById,
} from '#lib/domain/accounts/account-groups/find-groups.ts'
import { readGroupPage, readGroupsOfAccounts } from '#lib/domain/accounts/account-groups/group-page.ts'
import { addGroupRule, applyGroupRule, removeGroupRule } from '#lib/domain/accounts/account-groups/group-rules.ts'
import {
  countAccountGroups,
  createGroup,
  deleteGroup,
  listGroupChoices,
  listGroups,
  updateGroup,
} from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { groupSchema } from '#lib/domain/accounts/account-groups/schema.ts'
import { patchGroup } from '#lib/domain/accounts/account-groups/write-group.ts'
import { importAccountBatch, importAccounts } from '#lib/domain/accounts/account-imports/import-accounts.ts'
import { previewImport, reviewAccountImport } from '#lib/domain/accounts/account-imports/review-account-import.ts'
import {
  findAccountImport,
  runAccountImport,
  uploadAccountImport,
} from '#lib/domain/accounts/account-imports/run-account-import.ts'
import { endSessionOfAccount, readAccountPage } from '#lib/domain/accounts/account-management/account-page.ts'
import { setStateOfAccounts, summarizeBulk } from '#lib/domain/accounts/account-management/bulk-accounts.ts'
import { endManagedSession, listManagedSessions } from '#lib/domain/accounts/account-management/manage-sessions.ts'
import { synchronizeAccounts } from '#lib/domain/accounts/account-management/synchronize-accounts.ts'
import { countOpenSessions } from '#lib/domain/accounts/account-sessions/read-account-session.ts'
import { findChosenAccounts, suggestAccounts } from '#lib/domain/accounts/accounts/choose-accounts.ts'
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
} from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { accountSchema } from '#lib/domain/accounts/accounts/schema.ts'
import { patchAccount, putAccount } from '#lib/domain/accounts/accounts/write-account.ts'
import { readAccountOpenings } from '#lib/domain/events/activity/account-openings.ts'
import { exportEvents } from '#lib/domain/events/activity/export-events.ts'
import { listEventFolds } from '#lib/domain/events/activity/list-event-folds.ts'
import { listEvents, listNewEventIds, listNewestEvents } from '#lib/domain/events/activity/list-events.ts'
import { findNamed, listNamed } from '#lib/domain/events/activity/named-filters.ts'
import { normalizeEventQuery } from '#lib/domain/events/activity/normalize-event-query.ts'
import { listViews, removeView, saveView } from '#lib/domain/events/activity/saved-views.ts'
import { checkJournal } from '#lib/domain/events/journal/check-journal.ts'
import { exportJournal } from '#lib/domain/events/journal/export-journal.ts'
import {
  countRefusals,
  countRefusalsNotKept,
  findRefusal,
  listRefusals,
  listRefusalsOfKey,
  searchRefusals,
} from '#lib/domain/events/refusals/find-refusals.ts'
import { readLiveKey } from '#lib/domain/events/refusals/live-key.ts'
import { pauseWebhook, replayWebhook, resumeWebhook } from '#lib/domain/events/webhooks/control-webhook.ts'
import {
  addWebhook,
  countStoppedWebhooks,
  getWebhook,
  listWebhooks,
  removeWebhook,
  updateWebhook,
} from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { patchWebhook } from '#lib/domain/events/webhooks/patch-webhook.ts'
import { endFormerSecret, rotateSigningSecret } from '#lib/domain/events/webhooks/rotate-signing-secret.ts'
import { webhookSchema } from '#lib/domain/events/webhooks/schema.ts'
import { sendTest } from '#lib/domain/events/webhooks/send-test.ts'
import { readWebhookPage } from '#lib/domain/events/webhooks/webhook-page.ts'
import { callLimitSchema } from '#lib/domain/keys/api-keys/call-limit-schema.ts'
import { disableApiKey, enableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { extendApiKey } from '#lib/domain/keys/api-keys/extend-api-key.ts'
import {
  findApiKey,
  findKeysToAttend,
  findUnusedNewKey,
  listActiveKeysOf,
  listApiKeys,
  listApiKeysById,
  nameKeyUsers,
  searchApiKeys,
} from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { generateApiKey, registerApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { apiKeyEditSchema, newApiKeySchema } from '#lib/domain/keys/api-keys/schema.ts'
import { countExcess, setCallLimit } from '#lib/domain/keys/api-keys/set-call-limit.ts'
import { updateApiKey } from '#lib/domain/keys/api-keys/update-api-key.ts'
import { handOverKey, handOverNewKey } from '#lib/domain/keys/hand-over/hand-over-key.ts'
import { readHandOver } from '#lib/domain/keys/hand-over/read-hand-over.ts'
import { withdrawHandOver } from '#lib/domain/keys/hand-over/withdraw-hand-over.ts'
import { generateKeyForPurpose } from '#lib/domain/keys/key-management/generate-for-purpose.ts'
import { readKeySecrets } from '#lib/domain/keys/key-rotation/read-key-secrets.ts'
import { endRehearsal, rehearseRetirement } from '#lib/domain/keys/key-rotation/rehearse-retirement.ts'
import { retireSecret } from '#lib/domain/keys/key-rotation/retire-secret.ts'
import { rotatePublicKey, rotateSecret } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import { checkLeak } from '#lib/domain/keys/leak-desk/check-leak.ts'
import { containLeak } from '#lib/domain/keys/leak-desk/contain-leak.ts'
import { findContainment } from '#lib/domain/keys/leak-desk/find-containment.ts'
import { countCallsInLastDay } from '#lib/domain/keys/usage/count-calls-in-last-day.ts'
import { readDailyCalls } from '#lib/domain/keys/usage/read-daily-calls.ts'
import { readKeyUsage } from '#lib/domain/keys/usage/read-key-usage.ts'
import {
  addReturnAddress,
  listReturnAddresses,
  removeReturnAddress,
} from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { issueSsoGrant } from '#lib/domain/links/sso-grants/issue-sso-grant.ts'
import { getReceipt, listReceipts } from '#lib/domain/links/sso-grants/read-receipt.ts'
import { hideFirstSteps, readFirstSteps } from '#lib/domain/organization/first-steps/first-steps.ts'
import {
  changeLogo,
  removeLogo,
  updateOrganization,
} from '#lib/domain/organization/organization/manage-organization.ts'
import { organizationSchema } from '#lib/domain/organization/organization/schema.ts'
import { readOverview } from '#lib/domain/organization/overview/read-overview.ts'
import { searchManaged } from '#lib/domain/organization/palette/search-palette.ts'
import { patchSettings } from '#lib/domain/organization/settings/patch-settings.ts'
import { readSettings } from '#lib/domain/organization/settings/read-settings.ts'
import {
  countPendingAccessRequests,
  decideAccessRequest,
  findAccessRequest,
  listAccessRequests,
} from '#lib/domain/people/access-requests/decide-access-request.ts'
import { requestAccess } from '#lib/domain/people/access-requests/request-access.ts'
import { scimSource } from '#lib/domain/people/group-mappings/group-mapping.ts'
import { addMapping, listMappings, removeMapping } from '#lib/domain/people/group-mappings/manage-mappings.ts'
import { findProvisioned } from '#lib/domain/people/scim/find-provisioned.ts'
import { listProvisionedGroups, mapScimGroup, unmapScimGroup } from '#lib/domain/people/scim/map-groups.ts'
import { changeUsers, findBulkUsers, summarizeBulkUsers } from '#lib/domain/people/user-lifecycle/bulk-users.ts'
import { deactivateUser, inviteUser, updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { findExampleAccount } from '#lib/domain/people/user-lifecycle/find-example-account.ts'
import { narrowApiKey, narrowingSchema } from '#lib/domain/people/user-lifecycle/narrow-api-key.ts'
import { ownNamesSchema } from '#lib/domain/people/user-lifecycle/own-names.ts'
import { patchApiKey } from '#lib/domain/people/user-lifecycle/patch-api-key.ts'
import { patchUser } from '#lib/domain/people/user-lifecycle/patch-user.ts'
import { previewFactorReset } from '#lib/domain/people/user-lifecycle/reset-factors.ts'
import { countSessionsOfApiKey, revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { changeAccountAccess, listAccountAccess } from '#lib/domain/people/users/account-access.ts'
import { createUser } from '#lib/domain/people/users/create-user.ts'
import { listUsersById } from '#lib/domain/people/users/find-users.ts'
import { changeGroupAccess, listGroupAccess } from '#lib/domain/people/users/group-access.ts'
import { readOwnNotices, updateOwnNotices } from '#lib/domain/people/users/own-notices.ts'
import { profileSchema } from '#lib/domain/people/users/own-profile.ts'
import { newUserSchema, userChangesSchema } from '#lib/domain/people/users/schema.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { listAllIdentities, listIdentities } from '#lib/domain/sign-in/company-sign-in/identities.ts'
import { removeProvider } from '#lib/domain/sign-in/company-sign-in/remove-provider.ts'
import { signOutAllUsers } from '#lib/domain/sign-in/portal-sessions/manage-sessions.ts'
import { changePolicy } from '#lib/domain/sign-in/sign-in-policy/change-policy.ts'
import { readPolicy } from '#lib/domain/sign-in/sign-in-policy/read-policy.ts'
import {
  addProvider,
  changeProvider,
  findProviderIssuer,
  getProvider,
  listProviders,
  testProvider,
} from '#lib/domain/sign-in/sign-in-providers/manage-providers.ts'
import { insertProvider } from '#lib/domain/sign-in/sign-in-providers/store.ts'
import { rotateSigningKey } from '#lib/domain/tokens/access-tokens/rotate-signing-key.ts'
import type { Actor, ApiClient, PortalUser } from '#lib/foundation/authorization/actor.ts'
import { type ManagementScope, managementScopes } from '#lib/foundation/authorization/management-scopes.ts'
import { confirmationMs } from '#lib/foundation/authorization/permissions.ts'
import { portalRoles, type Role, roles } from '#lib/foundation/authorization/roles.ts'
import { replaceMasterSecrets } from '#lib/foundation/server-keys/master-secret.ts'
import { randomBase62, randomToken } from '#lib/kernel/crypto.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { backUp } from '#lib/server/backup/back-up.ts'
import { restoreBackup, restoreInPlace } from '#lib/server/backup/restore-backup.ts'
import { sendTestMail } from '#lib/server/mail-delivery/send-test-mail.ts'
import { rekey } from '#lib/server/master-secret/rekey.ts'
import { retireMasterSecret, rotateMasterSecret } from '#lib/server/master-secret/rotate-file.ts'
import { makeGroup } from '#lib/testing/account-groups.ts'
import { account } from '#lib/testing/accounts.ts'
import { type ActionRow, formatAuthorizationPage } from '#lib/testing/authorization-page.ts'
import { openTestSession } from '#lib/testing/open-accounts.ts'
import { ownActions } from '#lib/testing/own-actions.ts'
import { insertUser, personOf, root, visitor } from '#lib/testing/people.ts'
import { makePng } from '#lib/testing/png.ts'
import { makeBackup, restoreSite } from '#lib/testing/restoring.ts'
import { isComplete, sampled } from '#lib/testing/sampling.ts'
import { onlyOn, openTestServices, type TestServices, testSecret } from '#lib/testing/test-services.ts'
import { findUseCases, innerUseCases } from '#lib/testing/use-cases.ts'
import { changes, reads, views } from '#lib/testing/user-actions.ts'

// `users/authorization.test.ts` covers who may change users; here is everything else.

/** Section 1 of the protocol, written out once more: who may manage whose keys and access, besides their own keys. */
const manages: Record<string, readonly Role[]> = {
  owner: ['owner', 'admin', 'agent', 'service', 'service_admin'],
  admin: ['agent', 'service'],
  agent: [],
  'service user': [],
  visitor: [],
  operator: ['owner', 'admin', 'agent', 'service', 'service_admin'],
}
/** Owners and admins open all accounts. */
const noLists = { 'change the listed accounts of': 'conflict', 'change the account groups of': 'conflict' }
const kinds = Object.keys(manages)
const managers = kinds.filter((kind) => (manages[kind] ?? []).length > 0)

type Work = (actor: Actor, target: User) => Promise<unknown>

const acme = account({ id: 'acme', name: 'Acme' })
const logo = makePng(1, 1)
const rows = [{ line: 2, account: { ...acme, id: 'beta' } }]
const file = { rows, badRows: [], unusedColumns: [] }

const forOpening = { purpose: 'open', scopes: [], secretTo: 'show', expiresInDays: 90 } as const

/** RFC 9449 §4.1. */
const publicJwk = {
  kty: 'EC',
  crv: 'P-256',
  x: 'l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs',
  y: '9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA',
}

async function insertKey(owner: User): Promise<string> {
  return (await generateApiKey(services, root, { name: 'CRM', ownerId: owner.id, expiresInDays: null })).id
}

/** What is done to a user's keys, and to the list of accounts that they may open. */
const toUsers: Record<string, Work> = {
  'generate a key of': (actor, { id }) =>
    generateApiKey(services, actor, { name: 'CRM', ownerId: id, expiresInDays: null }),
  'generate a key for a purpose, owned by': (actor, { id }) =>
    generateKeyForPurpose(services, actor, { ...forOpening, name: 'Shop', owner: id }),
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
  'register a key with a public key of': (actor, { id }) =>
    registerApiKey(services, actor, { name: 'Signing CRM', ownerId: id, publicJwk }),
  'rotate the public key of a key of': async (actor, owner) =>
    rotatePublicKey(services, actor, { keyId: await insertKey(owner), publicJwk }),
  'hand over a key of': async (actor, owner) => handOverKey(services, actor, { keyId: await insertKey(owner) }),
  'hand over a new key of': (actor, { id }) => handOverNewKey(services, actor, { name: 'Partner', ownerId: id }),
  'withdraw the hand-over of a key of': async (actor, owner) =>
    withdrawHandOver(services, actor, await insertKey(owner)),
  'see the hand-over of a key of': async (actor, owner) => readHandOver(services, actor, await insertKey(owner)),
  'limit the calls of a key of': async (actor, owner) =>
    setCallLimit(services, actor, { keyId: await insertKey(owner), mode: 'enforce', perMinute: 1 }),
  'narrow the limits of a key of': async (actor, owner) =>
    narrowApiKey(services, actor, { keyId: await insertKey(owner), networks: ['10.0.0.0/8'] }),
  'count the calls beyond the limit of a key of': async (actor, owner) =>
    countExcess(services, actor, await insertKey(owner)),
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
    updateApiKey(services, actor, { keyId: await insertKey(owner), name: 'Other' }),
  'find an account to try a key of': async (actor, owner) =>
    findExampleAccount(services, actor, await insertKey(owner)),
  'count the sessions of a key of': async (actor, owner) => {
    const key = await findApiKey(services, root, await insertKey(owner))
    return key && countSessionsOfApiKey(services, actor, key)
  },
  'see who generated a key of': async (actor, owner) => {
    const key = await findApiKey(services, root, await insertKey(owner))
    return key && nameKeyUsers(services, actor, key)
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
  'list the sessions of managed users': (actor) =>
    listManagedSessions(services, actor, { accountId: 'acme', limit: 1 }),
  'end a session of a managed user': async (actor) => endManagedSession(services, actor, await openSession()),
  'suspend accounts': (actor) => setStateOfAccounts(services, actor, { state: 'suspended', ids: ['acme'] }),
  'preview the suspension of accounts': (actor) =>
    summarizeBulk(services, actor, { state: 'suspended', ids: ['acme'] }),
  'change users together': (actor) => changeUsers(services, actor, { verb: 'deactivate', ids: ['usr_x'] }),
  'preview a change of users': (actor) => summarizeBulkUsers(services, actor, { verb: 'give', ids: ['usr_x'] }),
  'preview a reset of factors': (actor) =>
    previewFactorReset(services, actor, { id: 'usr_x', role: 'agent', email: null }),
  'select all users that a search finds': (actor) => findBulkUsers(services, actor, { search: '' }),
  'count the accounts': (actor) => countAccounts(services, actor),
  'list the locales of accounts': (actor) => listAccountLocales(services, actor),
  'list accounts': (actor) => listAccounts(services, actor, {}),
  'find the page of an account': (actor) => findPageStart(services, actor, 'acme'),
  'look at an account': (actor) => findManagedAccount(services, actor, 'acme'),
  'list users by ID': (actor) => listUsersById(services, actor, { after: '', limit: 1, filter: {} }),
  'create a user': (actor) => createUser(services, actor, newUserOf('agent')),
  'change the fields and the state of a user': async (actor) => {
    const { id, name, role } = await insertUser(services)
    const change = () => ({ fields: { name, role }, active: false })
    return patchUser(services, actor, { id, change, precondition: () => undefined })
  },
  'list API keys by ID': (actor) =>
    listApiKeysById(services, actor, { search: '', state: 'all', age: 'any', ownerId: '', after: '', limit: 1 }),
  'generate a key': async (actor) => {
    const { id: ownerId } = await insertUser(services, { role: 'service' })
    return generateApiKey(services, actor, { name: 'CRM', ownerId })
  },
  'change the fields and the state of a key': async (actor) => {
    const id = await insertKey(await insertUser(services, { role: 'service' }))
    return patchApiKey(services, actor, { id, change: () => ({ state: 'disabled' }), precondition: () => undefined })
  },
  'rotate the secret of a key': async (actor) =>
    rotateSecret(services, actor, { keyId: await insertKey(await insertUser(services, { role: 'service' })) }),
  'hand over a key': async (actor) =>
    handOverKey(services, actor, { keyId: await insertKey(await insertUser(services, { role: 'service' })) }),
  'hand over a new key': async (actor) => {
    const { id: ownerId } = await insertUser(services, { role: 'service' })
    return handOverNewKey(services, actor, { name: 'Partner', ownerId })
  },
  'see the secrets of a key': async (actor) =>
    readKeySecrets(services, actor, await insertKey(await insertUser(services, { role: 'service' }))),
  'search the API keys': (actor) =>
    searchApiKeys(services, actor, { search: '', state: 'all', age: 'any', ownerId: '', sort: 'newest', page: 1 }),
  'list the active keys of a user': (actor) => listActiveKeysOf(services, actor, 'usr_x'),
  'look for a key whose secret was lost': (actor) => findUnusedNewKey(services, actor),
  'look at an API key': async (actor) =>
    findApiKey(services, actor, await insertKey(await insertUser(services, { role: 'service' }))),
  'search accounts to choose from': (actor) => suggestAccounts(services, actor, 'acme'),
  'find chosen accounts': (actor) => findChosenAccounts(services, actor, ['acme']),
  'choose accounts for a user': (actor) => listAccountAccess(services, actor, { userId: 'usr_x', listedOnly: false }),
  'count the open sessions of an account': (actor) => countOpenSessions(services, actor, 'acme'),
  'create or replace an account': (actor) =>
    putAccount(services, actor, { wanted: acme, precondition: () => undefined }),
  'change the fields and the state of an account': (actor) =>
    patchAccount(services, actor, { id: 'acme', change: () => acme, precondition: () => undefined }),
  'import accounts': (actor) => importAccounts(services, actor, { file, fileName: 'a.csv', skipBad: false }),
  'import a batch of accounts': (actor) =>
    services.db.transaction().execute((trx) => importAccountBatch(trx, actor, { fileName: 'a.csv', rows })),
  'import a stream of accounts': async (actor) => {
    const chunks = Readable.from([Buffer.from('{"id":"beta","name":"Beta"}')])
    for await (const _ of synchronizeAccounts(services, { chunks, authorize: async () => actor }));
  },
  'preview an import': (actor) => previewImport(services, actor, rows),
  'count the account groups': (actor) => countAccountGroups(services, actor),
  'list the account groups': (actor) => listGroups(services, actor),
  'list the account groups by ID': (actor) => listGroupsById(services, actor, { after: '', limit: 1 }),
  'look at an account group': async (actor) => getAccountGroup(services, actor, await makeGroup(services, [])),
  'list the accounts of a group by ID': async (actor) =>
    listMembersById(services, actor, { groupId: await makeGroup(services, ['acme']), after: '', limit: 1 }),
  'look at an account of a group': async (actor) =>
    getMember(services, actor, { groupId: await makeGroup(services, ['acme']), accountId: 'acme' }),
  'change the fields of an account group': async (actor) =>
    patchGroup(services, actor, {
      id: await makeGroup(services, []),
      change: () => ({ name: 'Patched' }),
      precondition: () => undefined,
    }),
  'add an account to a group': async (actor) =>
    addMember(services, actor, { groupId: await makeGroup(services, []), accountId: 'acme' }),
  'remove an account from a group': async (actor) =>
    removeMember(services, actor, { groupId: await makeGroup(services, ['acme']), accountId: 'acme' }),
  'add and remove accounts of a group': async (actor) =>
    editMembers(services, actor, { groupId: await makeGroup(services, []), add: ['acme'], remove: [] }),
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
  'apply a rule of a group': async (actor) =>
    applyGroupRule(services, actor, await addGroupRule(services, root, await newRule())),
  'remove a rule of a group': async (actor) =>
    removeGroupRule(services, actor, await addGroupRule(services, root, await newRule())),
  'list keys that need attention': (actor) => findKeysToAttend(services, actor, { age: 'unused', limit: 5 }),
  'read the overview': (actor) => readOverview(services, actor, { days: 7, timeZone: 'UTC' }),
  'read the activity': (actor) => listEvents(services, actor, {}),
  'read the rows of the activity': (actor) =>
    listEventFolds(services, actor, { filter: {}, turn: {}, timeZone: 'UTC' }),
  'read the newest events': (actor) => listNewestEvents(services, actor, { filter: {}, limit: 1 }),
  'follow the activity': (actor) => listNewEventIds(services, actor, { filter: {}, since: 0 }),
  'export the activity': async (actor) => void exportEvents(services, actor, {}),
  'export the journal': (actor) => exportJournal(services, actor),
  'check the journal': (actor) => checkJournal(services, actor, undefined),
  'list what a filter of the activity can name': (actor) =>
    listNamed(services, actor, { filter: 'account', text: 'acme' }),
  'find what a filter of the activity names': (actor) =>
    findNamed(services, actor, { filter: 'account', text: 'acme' }),
  'filter the activity': (actor) => normalizeEventQuery(services, actor, { fields: {}, timeZone: 'UTC' }),
  'list the access requests': (actor) => listAccessRequests(services, actor),
  'count the access requests': (actor) => countPendingAccessRequests(services, actor),
  'look at an access request': (actor) => findAccessRequest(services, actor, 'areq_x'),
  'decide an access request': async (actor) => decideAccessRequest(services, actor, await insertAccessRequest()),
  'list the saved views of the activity': (actor) => listViews(services, actor),
  'save a view of the activity': (actor) => saveView(services, actor, { name: 'Audit', query: 'kind=user' }),
  'delete a saved view of the activity': (actor) => removeView(services, actor, 'Audit'),
  'find users, keys and accounts to manage': (actor) => searchManaged(services, actor, 'acme'),
  'see the first steps': (actor) => readFirstSteps(services, actor),
  'hide the first steps': (actor) => hideFirstSteps(services, actor),
  'read who needs a second factor': (actor) => readPolicy(services, actor),
  'change the organization': (actor) => updateOrganization(services, actor, { name: 'Acme', accent: '' }),
  'read the settings': (actor) => readSettings(services, actor),
  'change the settings': (actor) =>
    patchSettings(services, actor, { change: () => ({ name: 'Acme', accent: null }), precondition: () => undefined }),
  'change the logo': (actor) => changeLogo(services, actor, logo),
  'remove the logo': (actor) => removeLogo(services, actor),
  'list return addresses': (actor) => listReturnAddresses(services, actor),
  'add a return address': (actor) => addReturnAddress(services, actor, { origin: 'https://other.example' }),
  'read the usage of a key': async (actor) =>
    readKeyUsage(services, actor, {
      keyId: await insertKey(await insertUser(services, { role: 'service' })),
      period: 'day',
    }),
  'count the calls of keys': (actor) => countCallsInLastDay(services, actor, []),
  'list the daily calls of keys': (actor) => readDailyCalls(services, actor, []),
  'read who opened an account': (actor) =>
    readAccountOpenings(services, actor, { accountId: acme.id, period: '7d', timeZone: 'UTC' }),
  'look at the receipt of a sign-in link': async (actor) => getReceipt(services, actor, await issueGrant()),
  'list the receipts of sign-in links': (actor) => listReceipts(services, actor, { limit: 1 }),
  'list the newest refusals': (actor) => listRefusals(services, actor, 1),
  'search the refusals': (actor) => searchRefusals(services, actor, { limit: 1 }),
  'count the refusals': (actor) => countRefusals(services, actor),
  'count the refusals that were not kept': (actor) => countRefusalsNotKept(services, actor),
  'watch a key live': async (actor) =>
    readLiveKey(services, actor, await insertKey(await insertUser(services, { role: 'service' }))),
  'contain a leak': async (actor) => {
    const keyId = await insertKey(await insertUser(services, { role: 'service' }))
    const secrets = services.db.selectFrom('key_secrets').select('id').where('key_id', '=', keyId)
    return containLeak(services, actor, { keyId, subject: 'secret', ...(await secrets.executeTakeFirstOrThrow()) })
  },
  'contain a link from the portal': async (actor) =>
    containLeak(services, actor, { keyId: '', subject: 'link', id: await issueGrant() }),
  'preview the containment of a link from the portal': async (actor) =>
    findContainment(services, actor, { keyId: '', subject: 'link', id: await issueGrant() }),
  'preview the containment of a leak': (actor) =>
    findContainment(services, actor, { keyId: 'lkid_x', subject: 'secret', id: 'ksec_x' }),
  'check a leak': (actor) => checkLeak(services, actor, ''),
  'find a refusal': (actor) => findRefusal(services, actor, 'req_1'),
  'list the refusals of a key': (actor) => listRefusalsOfKey(services, actor, { keyId: 'lkid_1', since: 0, limit: 1 }),
  'list the identities of a user': (actor) => listIdentities(services, actor, 'usr_x'),
  'list all identities': (actor) => listAllIdentities(services, actor, 1),
  'list the webhooks': (actor) => listWebhooks(services, actor),
  'count the stopped webhooks': (actor) => countStoppedWebhooks(services, actor),
  'look at a webhook': async (actor) => getWebhook(services, actor, await insertWebhook()),
  'read the page of a webhook': async (actor) => readWebhookPage(services, actor, await insertWebhook()),
  'add a webhook': (actor) => addWebhook(services, actor, { url: hookUrl }),
  'change the target and the state of a webhook': async (actor) =>
    patchWebhook(services, actor, {
      id: await insertWebhook(),
      change: () => ({ paused: true }),
      precondition: () => undefined,
    }),
  'change a webhook': async (actor) => updateWebhook(services, actor, { id: await insertWebhook(), url: hookUrl }),
  'remove a webhook': async (actor) => removeWebhook(services, actor, await insertWebhook()),
  'rotate the secret of a webhook': async (actor) => rotateSigningSecret(services, actor, await insertWebhook()),
  'end the former secret of a webhook': async (actor) => endFormerSecret(services, actor, await insertWebhook()),
  'pause a webhook': async (actor) => pauseWebhook(services, actor, await insertWebhook()),
  'resume a webhook': async (actor) => resumeWebhook(services, actor, await insertWebhook()),
  'send a test mail': (actor) => sendTestMail(services, actor, 'anna@example.org'),
  'send a test to a webhook': async (actor) => sendTest(services, actor, { id: await insertWebhook(), signal: over }),
  'send events to a webhook again': async (actor) =>
    replayWebhook(services, actor, { id: await insertWebhook(), from: 1 }),
  'list the groups that a directory provisions': (actor) => listProvisionedGroups(services, actor),
  'see whether a directory manages a user': (actor) => findProvisioned(services, actor, 'usr_x'),
  'remove a return address': (actor) => removeReturnAddress(services, actor, { origin: 'https://crm.example' }),
}

const over = AbortSignal.abort()
const hookUrl = 'https://hooks.example/latchkey'

async function issueGrant() {
  const { id } = await createAccount(services, root, { ...acme, id: `linked-${randomBase62(8)}` })
  const agent = personOf(services, await insertUser(services))
  return (await issueSsoGrant(services, agent, { accountId: id })).grantId
}

async function openSession(): Promise<string> {
  const { id: userId } = await insertUser(services)
  const browserHash = randomToken()
  await openTestSession(services.db, services, { userId, accountId: 'acme', browserHash })
  const sessions = services.db.selectFrom('account_sessions').select('id')
  return (await sessions.where('browser_hash', '=', browserHash).executeTakeFirstOrThrow()).id
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

/** What owners and the command line may do, and admins may not. */
const byOwners: Record<string, (actor: Actor) => Promise<unknown>> = {
  'change who needs a second factor': (actor) => changePolicy(services, actor, { policy: 'off' }),
  'end the sessions of all users': (actor) => signOutAllUsers(services, actor),
  'list the sign-in providers': (actor) => listProviders(services, actor),
  'look at a sign-in provider': async (actor) => getProvider(services, actor, await insertSignInProvider()),
  // The input is looked at only once the actor may add one.
  'add a sign-in provider': (actor) =>
    addProvider(services, actor, {
      id: 'new',
      issuer: 'http://idp.example',
      label: 'New',
      clientId: 'c',
      secret: 's',
    }).catch(passInvalid),
  'find the issuer of a sign-in provider': (actor) =>
    findProviderIssuer(services, actor, 'http://idp.example').catch(passInvalid),
  'change a sign-in provider': async (actor) =>
    changeProvider(services, actor, { id: await insertSignInProvider(), ...providerSettings }),
  'test a sign-in provider': async (actor) => testProvider(services, actor, await insertSignInProvider()),
  'remove a sign-in provider': async (actor) => removeProvider(services, actor, await insertSignInProvider()),
  'list the mappings of groups': (actor) => listMappings(services, actor, scimSource),
  'map a group': (actor) => addMapping(services, actor, newMapping()),
  'remove the mapping of a group': async (actor) =>
    removeMapping(services, actor, { source: scimSource, id: await insertGroupMapping() }),
  'map a group that a directory provisions': (actor) => mapScimGroup(services, actor, newMapping()),
  'remove the mapping of a group that a directory provisions': async (actor) =>
    unmapScimGroup(services, actor, await insertGroupMapping()),
}

const providerSettings = { label: 'Acme', clientId: 'latchkey', clientAuth: 'private_key_jwt' } as const

async function insertSignInProvider(): Promise<string> {
  const id = `p-${randomBase62(8).toLowerCase()}`
  const lists = { domains: [], acrValues: [], amrValues: [], groupsClaim: null, maxAgeSeconds: null }
  const states = { createsUsers: false, passwordsOff: false, isDisabled: true }
  // Nothing answers there.
  const issuer = `https://127.0.0.1:1/${id}`
  await insertProvider(services.db, { id, issuer, ...providerSettings, ...lists, ...states }, noSecret)
  return id
}

const noSecret = { sealed: undefined, createdBy: 'operator' }

function passInvalid(error: unknown): void {
  if (!isRefusal(error) || error.code !== 'input_invalid') throw error
}

function newMapping() {
  return { source: scimSource, groupName: `Group ${randomBase62(8)}`, role: 'agent' }
}

async function insertGroupMapping(): Promise<string> {
  return (await addMapping(services, root, newMapping())).id
}

/** What client programs may do with a management scope, if the owner of their key is an owner or admin. */
const byScope: Readonly<Record<ManagementScope, readonly string[]>> = {
  'events:read': ['list the newest refusals', 'search the refusals', 'find a refusal'],
  'grants:read': ['list the receipts of sign-in links'],
  'accounts:read': [
    'list accounts',
    'look at an account',
    'list the account groups by ID',
    'look at an account group',
    'list the accounts of a group by ID',
    'look at an account of a group',
  ],
  'accounts:write': [
    'create an account',
    'create or replace an account',
    'change the fields and the state of an account',
    'suspend accounts',
    'import a batch of accounts',
    'import a stream of accounts',
    'create an account group',
    'change the fields of an account group',
    'delete an account group',
    'add an account to a group',
    'remove an account from a group',
    'add and remove accounts of a group',
    'add accounts to a group',
  ],
  'users:read': ['list users by ID', 'look at a user'],
  'users:write': ['create a user', 'change the fields and the state of a user'],
  'keys:read': [
    'list API keys by ID',
    'look at an API key',
    'read the usage of a key',
    'see the secrets of a key',
    'count the calls of keys',
  ],
  'keys:write': [
    'generate a key',
    'change the fields and the state of a key',
    'rotate the secret of a key',
    'hand over a key',
    'hand over a new key',
  ],
  'return-addresses:read': ['list return addresses'],
  'return-addresses:write': ['add a return address', 'remove a return address'],
  'webhooks:read': [
    'list the webhooks',
    'count the stopped webhooks',
    'look at a webhook',
    'read the page of a webhook',
  ],
  'webhooks:write': [
    'add a webhook',
    'change the target and the state of a webhook',
    'remove a webhook',
    'rotate the secret of a webhook',
    'end the former secret of a webhook',
    'send a test to a webhook',
    'send events to a webhook again',
  ],
  'sessions:write': ['list the sessions of managed users', 'end a session of a managed user'],
  'settings:read': ['read the settings'],
  'settings:write': ['change the settings'],
}

/** What of this concerns the keys of a user. */
const keysByScope: Partial<Record<ManagementScope, readonly string[]>> = {
  'keys:read': [
    'see the secrets of a key of',
    'see the hand-over of a key of',
    'see who generated a key of',
    'count the calls beyond the limit of a key of',
  ],
  'keys:write': [
    'generate a key of',
    'generate a key for a purpose, owned by',
    'rotate the secret of a key of',
    'register a key with a public key of',
    'rotate the public key of a key of',
    'hand over a key of',
    'hand over a new key of',
    'withdraw the hand-over of a key of',
    'retire a secret of a key of',
    'rehearse the retirement of a secret of',
    'end a rehearsal of a key of',
  ],
}

/** What only the command line may do. */
const byOperator: Record<string, (actor: Actor) => Promise<unknown>> = {
  'back up': (actor) => backUp(services, actor, { file: join(services.env.dataDir, 'copy.db') }),
  'restore a backup': async (actor) =>
    restoreBackup(restoreSite(services), actor, { file: await makeBackup(services) }),
  'declare the database restored': (actor) => restoreInPlace(restoreSite(services), actor, {}),
  'rotate the signing key': (actor) => rotateSigningKey(services, actor, { now: true }),
  'move what is encrypted to the newest master secret': (actor) => rekey(services, actor),
  'put a new master secret into its file': (actor) => rotateMasterSecret(withSecretFile('new'), actor),
  'remove the former master secret from its file': (actor) =>
    retireMasterSecret(withSecretFile('new', 'old'), actor, { force: false }),
}

/** The services of a server whose master secrets lie in the file of its data folder. */
function withSecretFile(...ages: readonly string[]): TestServices {
  const former = ages.slice(1).map((age) => age.padEnd(43, 'x'))
  replaceMasterSecrets(services.env.dataDir, [testSecret, ...former])
  return { ...services, env: { ...services.env, masterSecrets: undefined } }
}

let services: TestServices

beforeEach(openServices)

async function openServices(): Promise<void> {
  // Nothing listens there.
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'latchkey@example.com' }
  services = await openTestServices(mail)
  await createAccount(services, root, acme)
  await addReturnAddress(services, root, { origin: 'https://crm.example' })
}

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
  // In `npm test`, those who manage nobody try it on an agent, and the command line, which passes every check of an
  // owner, on an owner.
  const short: readonly Role[] = kind === 'operator' ? ['owner'] : ['agent']
  const targets = isComplete || kind === 'owner' || kind === 'admin' ? roles : short

  it.each(targets)('may do to another user who is %s what section 1 allows, and nothing else', async (role) => {
    const { actor } = await actorOf(kind)
    const outcomes = await outcomesOf(toUsers, async (work) =>
      work(actor, await insertUser(services, { role, accountScope: 'list' })),
    )
    const opensAll = role === 'owner' || role === 'admin' || role === 'service_admin'
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

  it(`${mayManage.includes('owner') ? 'may' : 'may not'} do what concerns owners too`, async () => {
    const { actor } = await actorOf(kind)
    const outcomes = await outcomesOf(byOwners, (work) => work(actor))
    expect(outcomes).toEqual(each(byOwners, mayManage.includes('owner') ? 'allowed' : 'forbidden'))
  })

  it(`${kind === 'operator' ? 'may' : 'may not'} do what is the command line’s alone`, async () => {
    const { actor } = await actorOf(kind)
    const outcomes = await outcomesOf(byOperator, (work) => work(actor))
    expect(outcomes).toEqual(each(byOperator, kind === 'operator' ? 'allowed' : 'forbidden'))
  })
})

async function clientOf(role: Role, scopes: readonly ManagementScope[]): Promise<ApiClient> {
  const { id: userId, name } = await insertUser(services, { role, accountScope: 'list' })
  return { ...visitor, kind: 'program', userId, keyId: 'lkid_x', name, management: { role, scopes } }
}

function pickNames<Run>(all: Record<string, Run>, names: readonly string[]): Record<string, Run> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))
}

describe.each(managementScopes)('a client with the scope %s', (scope) => {
  const managing: readonly Role[] = ['owner', 'admin', 'service_admin']
  const isAllowed = (role: Role, name: string) => managing.includes(role) && byScope[scope].includes(name)
  /** In `npm test`, with two scopes that have nothing in common, an owner tries everything. */
  const triesAll = isComplete || scope === 'events:read' || scope === 'settings:write'
  /** The others try what the scope allows an owner. */
  const chosen = <Run>(role: Role, all: Record<string, Run>) =>
    isComplete || (triesAll && role === 'owner') ? all : pickNames(all, byScope[scope])

  // In `npm test`, an admin stands for the service user with that role, and an agent for the other one.
  it.each(triesAll ? roles : (['owner', 'admin', 'agent'] as const))(
    'whose key belongs to a user who is %s may do what the scope allows a manager',
    async (role) => {
      const client = await clientOf(role, [scope])
      const readers = Object.entries(reads).map(
        ([name, run]) => [name, (actor: Actor) => run(services, actor)] as const,
      )
      const all = chosen(role, { ...byManagers, ...Object.fromEntries(readers) })
      const outcomes = await outcomesOf(all, (work) => work(client))
      const names = Object.keys(all)
      const allowed = Object.fromEntries(names.filter((name) => isAllowed(role, name)).map((name) => [name, 'allowed']))
      expect(outcomes).toEqual(each(all, 'forbidden', allowed))
    },
  )

  // In `npm test`, of the scopes that give nothing of this, one.
  const isTried = isComplete || scope in keysByScope || scope === 'users:write'
  it.runIf(isTried)('may not do what is for owners, for the command line, or to users and their keys', async () => {
    const client = await clientOf('owner', [scope])
    const others = { ...byOwners, ...byOperator }
    expect(await outcomesOf(others, (work) => work(client))).toEqual(each(others, 'forbidden'))
    const outcomes = await outcomesOf(toUsers, async (work) => work(client, await insertUser(services)))
    const allowed = (keysByScope[scope] ?? []).map((name) => [name, 'allowed'] as const)
    const expected = { 'see the keys of': 'forbidden', ...Object.fromEntries(allowed) }
    expect(outcomes).toEqual(each(toUsers, 'forbidden', expected))
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
  const readWanted = async (person: PortalUser) => (await readOwnNotices(services, person))?.wanted

  it('is the user’s own, whatever their role', async () => {
    const agent = personOf(services, await insertUser(services, { role: 'agent' }))
    const owner = personOf(services, await insertUser(services, { role: 'owner' }))
    expect(await outcomeOf(() => updateOwnNotices(services, owner, { wanted: [] }))).toBe('allowed')
    expect(await readWanted(agent)).toEqual(['key_expiring', 'key_revoked', 'access_decided'])
    expect(await outcomeOf(() => updateOwnNotices(services, agent, { wanted: ['key_revoked'] }))).toBe('allowed')
    expect([await readWanted(owner), await readWanted(agent)]).toEqual([[], ['key_revoked']])
  })
})

function findMissing(useCases: readonly string[], inner: readonly string[], ...tables: readonly string[]): string[] {
  const texts = tables.map((path) => readFileSync(path, 'utf8'))
  return useCases.filter((name) => !inner.includes(name) && !texts.some((text) => text.includes(`${name}(`)))
}

describe('every use case that takes a signed-in user', () => {
  it('is in one of the tables', () => {
    const useCases = findUseCases(/: PortalUser\b/)
    expect(useCases.length).toBeGreaterThan(40)
    // Parts of others, and what a page shows.
    const inner = [
      'checkOwnPassword',
      'findConfirmBy',
      'findNextStep',
      'insertSession',
      'readConfirmationMethods',
      'readImportFile',
      'recordWrongConfirmation',
      'renewSecret',
      'renewSession',
    ]
    expect(findMissing(useCases, inner, 'lib/testing/own-actions.ts')).toEqual([])
  })
})

describe('every use case that takes an actor', () => {
  it('is in one of the tables', () => {
    const useCases = findUseCases(/actor: Actor/)
    expect(useCases.length).toBeGreaterThan(35)
    expect(findMissing(useCases, innerUseCases, 'lib/authorization.test.ts', 'lib/testing/user-actions.ts')).toEqual([])
  })
})

const targetRoles = {
  owner: 'owners',
  admin: 'admins',
  agent: 'agents',
  service: 'service users',
  service_admin: 'admin service users',
} as const
const noOne = '–'
const notMeasured = '?'

/** Runs an action on a user of each role, and on the actor. @returns the roles for which it is allowed */
async function measureTargets(kind: string, run: (actor: Actor, target: User) => Promise<unknown>): Promise<string> {
  const allowed: string[] = []
  const { actor: manager } = await actorOf(kind)
  for (const role of roles) {
    const target = await insertUser(services, { role, accountScope: 'list' })
    if ((await outcomeOf(() => run(manager, target))) === 'allowed') allowed.push(targetRoles[role])
  }
  const { actor, self } = await actorOf(kind)
  if (self && (await outcomeOf(() => run(actor, self))) === 'allowed') allowed.push('self')
  const isEveryone = allowed.length === roles.length + (self ? 1 : 0)
  return isEveryone ? 'everyone' : allowed.join(', ') || noOne
}

async function measure(kind: string, run: (actor: Actor) => Promise<unknown>): Promise<string> {
  const { actor } = await actorOf(kind)
  return (await outcomeOf(() => run(actor))) === 'allowed' ? 'yes' : noOne
}

/** Whether an owner who confirmed ten minutes ago must confirm again. */
async function measureConfirmation(run: (owner: PortalUser) => Promise<unknown>): Promise<boolean> {
  const owner = personOf(services, await insertUser(services, { role: 'owner' }))
  const { confirmedAt } = owner
  return (
    (await outcomeOf(() => run({ ...owner, confirmedAt: confirmedAt - confirmationMs }))) === 'confirmation_required'
  )
}

type Measurement<Run> = Readonly<{
  kinds: readonly string[]
  cell: (kind: string, run: Run) => Promise<string>
  confirms: (run: Run) => Promise<boolean>
}>

async function measureRows<Run>(
  all: Record<string, Run>,
  { kinds: actors, cell, confirms }: Measurement<Run>,
): Promise<ActionRow[]> {
  // In `npm test`, the tests above try every action.
  const actions = Object.fromEntries(sampled(Object.entries(all)))
  const columns: Record<string, string>[] = []
  for (const kind of actors) columns.push(await measureColumn(actions, (run) => cell(kind, run)))
  const confirmed = await measureColumn(actions, confirms)
  return Object.keys(all).map((action) => ({
    action,
    cells: action in actions ? columns.map((column) => column[action] ?? '') : [notMeasured],
    confirms: confirmed[action] ?? false,
  }))
}

/** Measures every action on one database, as one kind of actor. */
async function measureColumn<Run, Cell>(actions: Record<string, Run>, measureCell: (run: Run) => Promise<Cell>) {
  await openServices()
  const column: Record<string, Cell> = {}
  for (const [action, run] of Object.entries(actions)) column[action] = await measureCell(run)
  return column
}

const ofTargets: Measurement<Work> = {
  kinds,
  cell: measureTargets,
  confirms: (run) => measureConfirmation(async (owner) => run(owner, await insertUser(services, { role: 'agent' }))),
}
const ofActors: Measurement<(actor: Actor) => Promise<unknown>> = {
  kinds,
  cell: measure,
  confirms: measureConfirmation,
}

/** What becomes of a made-up session, passkey, file, key, link or password, once the user was let through. */
const letThrough = [
  'allowed',
  'conflict',
  'input_invalid',
  'link_unusable',
  'not_found',
  'passkey_refused',
  'password_wrong',
  'signed_out',
]

async function measureOwn(role: string, run: (user: PortalUser) => Promise<unknown>): Promise<string> {
  const user = await insertUser(services, { role: portalRoles.find((known) => known === role) ?? expect.fail() })
  const outcome = await outcomeOf(async () => run(personOf(services, user)))
  if (outcome === 'forbidden') return noOne
  expect(letThrough).toContain(outcome)
  return 'yes'
}

function withName<Run>(actions: Record<string, Run>, toName: (name: string) => string): Record<string, Run> {
  return Object.fromEntries(Object.entries(actions).map(([name, run]) => [toName(name), run]))
}

/** Every action on one user, with the state that it needs. */
const onUsers: Record<string, Work> = {
  create: (actor, { role }) => createUser(services, actor, newUserOf(role)),
  invite: (actor, { role }) => inviteUser(services, actor, newUserOf(role)),
  'change the role of an agent to that of': async (actor, { role }) =>
    updateUser(services, actor, { userId: (await insertUser(services)).id, name: 'Agent', role }),
  ...Object.fromEntries(
    Object.entries({ ...changes, ...views }).map(([name, { needs, change }]) => [
      name,
      async (actor: Actor, target: User) => {
        if (needs === 'deactivated') await deactivateUser(services, root, target.id)
        return change(services, actor, target)
      },
    ]),
  ),
}

function newUserOf(role: Role) {
  const username = `new-${randomBase62(8)}`
  return { username, email: `${username}@example.com`, name: 'New', role }
}

/** Takes the rows that were not measured, but not their actions, from what is written. */
function withRowsOf(written: string, page: string): string {
  const lines = written.split('\n')
  const fill = (line: string, index: number) => {
    const [action = '', rest] = line.split(notMeasured)
    const row = lines[index]
    return rest !== undefined && row?.startsWith(action) ? row : line
  }
  return page.split('\n').map(fill).join('\n')
}

// The tests above run on both engines: permissions don't depend on the engine.
it('docs/authorization.md says what each kind of actor may do', onlyOn('sqlite'), async () => {
  const own = Object.entries(ownActions).map(
    ([name, run]) => [name, (user: PortalUser) => run(services, user)] as const,
  )
  const read = Object.entries(reads).map(([name, run]) => [name, (actor: Actor) => run(services, actor)] as const)
  const others = { ...Object.fromEntries(read), ...byManagers, ...byOwners, ...byOperator }
  const page = formatAuthorizationPage({
    kinds,
    portalKinds: portalRoles,
    onUsers: await measureRows(
      withName(onUsers, (name) => `${name} a user`),
      ofTargets,
    ),
    onKeys: await measureRows(
      withName(toUsers, (name) => `${name} a user`),
      ofTargets,
    ),
    onOthers: await measureRows(others, ofActors),
    byScope,
    fields: {
      'Create a user': Object.keys(newUserSchema.shape),
      'Change a user': Object.keys(userChangesSchema.shape),
      'Change your own profile': Object.keys(profileSchema.shape),
      'Change your own username and email address': Object.keys(ownNamesSchema.shape),
      'Generate a key': Object.keys(newApiKeySchema.shape),
      'Change a key': Object.keys(apiKeyEditSchema.shape),
      'Limit the calls of a key': Object.keys(callLimitSchema.in.shape),
      'Narrow the limits of a key': Object.keys(narrowingSchema.shape),
      'Create or change an account': Object.keys(accountSchema.in.shape),
      'Create or change an account group': Object.keys(groupSchema.shape),
      'Change the organization': Object.keys(organizationSchema.shape),
      'Add or change a webhook': Object.keys(webhookSchema.shape),
    },
    byThemselves: await measureRows(Object.fromEntries(own), {
      kinds: portalRoles,
      cell: measureOwn,
      confirms: measureConfirmation,
    }),
  })
  if (isComplete) return expect(page).toMatchFileSnapshot('../docs/authorization.md')
  const written = readFileSync('docs/authorization.md', 'utf8')
  expect(written).toBe(withRowsOf(written, page))
})
