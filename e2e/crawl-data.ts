import { listGroupChoices } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { uploadAccountImport } from '#lib/domain/accounts/account-imports/run-account-import.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { addWebhook, listWebhooks } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { rotateSigningSecret } from '#lib/domain/events/webhooks/rotate-signing-secret.ts'
import { keyNameLengths } from '#lib/domain/keys/api-keys/field-limits.ts'
import { listApiKeys } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { handOverKey } from '#lib/domain/keys/hand-over/hand-over-key.ts'
import { toGrantId } from '#lib/domain/links/sso-grants/sso-grant.ts'
import { requestAccess } from '#lib/domain/people/access-requests/request-access.ts'
import { addMapping } from '#lib/domain/people/group-mappings/manage-mappings.ts'
import { createSetPasswordLink } from '#lib/domain/people/password-links/set-password-link.ts'
import { mapScimGroup } from '#lib/domain/people/scim/map-groups.ts'
import { changeOwnNames } from '#lib/domain/people/user-lifecycle/own-names.ts'
import { addUser, checkNewUser } from '#lib/domain/people/users/create-user.ts'
import { insertIdentity } from '#lib/domain/sign-in/sign-in-providers/identities-store.ts'
import { insertProvider } from '#lib/domain/sign-in/sign-in-providers/store.ts'
import { operator, type PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { PortalRole } from '#lib/foundation/authorization/roles.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomId } from '#lib/kernel/crypto.ts'
import { insertDemoData } from '#lib/server/demo/insert-demo-data.ts'
import { account } from '#lib/testing/accounts.ts'
import { addAppTo } from './factors.ts'
import { expect, type TestKey, type TestPerson, type World } from './fixtures.ts'
import type { Installation } from './installation.ts'

type Company = Readonly<{ baseUrl: string; linked: readonly string[] }>

/** Who looks at the pages, and URLs that no link leads to. */
export type CrawlData = Readonly<{
  owner: TestPerson
  admin: TestPerson
  agent: TestPerson
  ownersPages: readonly string[]
  adminsPages: readonly string[]
  agentsPages: readonly string[]
  openPages: readonly string[]
}>

const actor = operator('journeys', 'req_journeys')
const longName = 'Maximilienne-Antoinette Featherstonehaugh-Cholmondeley of Bath'
const longCompany = 'Maximilienne-Antoinette Featherstonehaugh-Cholmondeley Donaudampfschifffahrtsgesellschaft'
const longId = 'customer-2026-00004711-eu-central-1-production'

/** The demonstration's data, and what makes pages long, wide or crowded. */
export async function insertCrawlData({ baseUrl, world }: Installation): Promise<CrawlData> {
  const { services } = world
  await insertDemoData(services, () => undefined)
  await createAccount(services, actor, account({ id: longId, name: `${longCompany} GmbH`, locale: 'de-at' }))
  const long = { id: longId, name: longCompany }
  const [owner, admin] = [await world.createPerson('owner'), await world.createPerson('admin')]
  const agent = await world.createPerson('agent', [long])
  const crowded = await insertCrowdedUser(world)
  for (const person of [owner, admin, agent]) await world.pin(person, long)
  await insertRequests(services, agent, crowded)
  await addAppTo(world, crowded)
  // A secret that the admin has seen.
  await generateApiKey(services, toActor(admin, 'admin'), { name: 'Seen', ownerId: crowded.id, expiresInDays: 30 })
  const keys = await insertKeys(world, crowded, owner)
  const group = (await listGroupChoices(services, actor)).find(({ name }) => name === 'Belgium')
  const provider = await insertCompany(world, { baseUrl, linked: [owner.id, crowded.id] })
  const webhooks = await insertWebhooks(world)
  const refusal = await callProtocol(baseUrl, keys.key)
  const grant = await services.db.selectFrom('sso_grants').select('token_hash').executeTakeFirstOrThrow()
  const link = await createSetPasswordLink(services, actor, crowded.id)
  const lists = ['/?q=gmbh', '/?q=zzzzzz', '/jump?q=max', '/users-and-access?q=zzzzzz&key=zzzzzz']
  const managersPages = [
    // Dialogs open over the list where their link is first found: a short one takes less time.
    '/users-and-access?q=max&key=max',
    '/users-and-access/users?q=max',
    `/users-and-access/keys/${keys.key.keyId}`,
    ...webhooks,
    ...lists,
    `/users-and-access/users/${crowded.id}`,
    `/manage/accounts?q=${longId}`,
    `/manage/accounts/groups/${group?.id}`,
    `/why/${refusal}`,
    // Whole, with the dialogs of rows that the shorter ones lack.
    '/users-and-access',
    '/users-and-access/users',
    '/manage/accounts',
    '/activity',
  ]
  return {
    owner,
    admin,
    agent,
    ownersPages: [
      // These users have closed the first steps: it leads on to the overview.
      '/overview/first-steps',
      ...managersPages,
      ...keys.pages,
      provider,
      `${provider}?dialog=switch-on`,
      '/settings/sign-in/add?preset=keycloak',
      await upload(world, owner, 'owner'),
      `/users-and-access/users/${admin.id}`,
      `/activity/grants/${toGrantId(grant.token_hash)}`,
      '/activity?kind=user&period=30d',
      '/launch/at-100000',
      '/your-account?change=sign-in',
      '/your-account/confirm-email?token=x',
      '/your-account?dialog=second-passkey',
    ],
    adminsPages: [...managersPages, await upload(world, admin, 'admin')],
    // Another spelling of what the account is called.
    agentsPages: [
      `/?q=${longCompany.slice(0, 5)}${longCompany.slice(6, 12)}`,
      `/launch/${longId}`,
      '/access-requests',
      ...lists.slice(0, 3),
    ],
    openPages: [link.url, keys.handOver, '/hand-over/done'],
  }
}

async function insertRequests(services: Services, agent: TestPerson, crowded: TestPerson): Promise<void> {
  await requestAccess(services, toActor(agent, 'agent'), { accountId: `${longId}-2`, reason: longName })
  await requestAccess(services, toActor(crowded, 'agent'), { accountId: 'at-100000', reason: 'They called me.' })
  // They wait for a manager, as the server sends no mail.
  for (const person of [agent, crowded]) {
    const names = { username: `${person.username}-2`, email: `${person.username}@headquarters.example.com` }
    await changeOwnNames(services, toActor(person, 'agent'), names)
  }
}

/** A user whose name, address and username are as long as they get. */
async function insertCrowdedUser({ services }: World): Promise<TestPerson> {
  const username = 'maximilienne.featherstonehaugh-cholmondeley'
  const user = { name: longName, email: `${username}@subsidiary.example.com`, username, role: 'agent' } as const
  const added = await checkNewUser(services, actor, { ...user, accountScope: 'list', accountIds: [longId] })
  const { id } = await services.db.transaction().execute((trx) => addUser(trx, actor, { ...added, passwordHash: null }))
  return { id, password: '', ...user }
}

/**
 * More keys than fit on a page: one with everything, one being rotated, one with a secret that waits for its first use.
 */
async function insertKeys(world: World, crowded: TestPerson, owner: TestPerson) {
  const { services } = world
  for (let index = 0; index < 55; index++) await world.createKey(owner, ['sso'], `Storefront ${index}`)
  const key = await world.createKey(crowded, ['sso', 'introspect'], longName.slice(0, keyNameLengths.max), true)
  const [waiting, handed] = [await world.createKey(owner), await world.createKey(owner)]
  const secretId = await world.rotateKey(waiting)
  const { url: handOver } = await handOverKey(services, actor, { keyId: handed.keyId })
  // One that is being rotated, one that is disabled, and one that expires soon.
  const shown = (await listApiKeys(services, actor)).filter(({ name }) => /^(Shop|Reports|Nightly export)$/.test(name))
  return {
    key,
    handOver,
    pages: [
      ...[waiting.keyId, handed.keyId, ...shown.map(({ id }) => id)].map((id) => `/users-and-access/keys/${id}`),
      `/users-and-access/leak-desk?contain=secret&key=${waiting.keyId}&of=${secretId}`,
    ],
  }
}

/** A provider and a directory, with groups that give something. @returns the page of the provider */
async function insertCompany(world: World, { baseUrl, linked }: Company): Promise<string> {
  const { services } = world
  const { db } = services
  const [id, issuer] = ['company', 'https://login.subsidiary.example.com']
  const settings = {
    label: longName.slice(0, 40),
    clientId: longId,
    clientAuth: 'client_secret_basic' as const,
    groupsClaim: 'groups',
    domains: ['subsidiary.example.com'],
    createsUsers: true,
    passwordsOff: false,
    isDisabled: false,
    acrValues: [],
    amrValues: [],
    maxAgeSeconds: null,
  }
  await insertProvider(db, { id, issuer, ...settings }, { sealed: undefined, createdBy: 'journeys' })
  await addMapping(services, actor, { source: id, groupName: longName, role: 'agent' })
  for (const userId of linked) {
    await insertIdentity(db, { id: randomId('idn'), providerId: id, issuer, subject: userId, userId, email: null })
  }
  const directory = await world.createKey(await world.createPerson('owner'), ['scim'], 'Directory')
  for (const displayName of [longName, 'sales']) {
    const body = JSON.stringify({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName })
    const headers = {
      Authorization: `Bearer ${directory.keyId}.${directory.secret}`,
      'Content-Type': 'application/scim+json',
    }
    const response = await fetch(`${baseUrl}/scim/v2/Groups`, { method: 'POST', headers, body })
    expect(response.status).toBe(201)
  }
  await mapScimGroup(services, actor, { groupName: 'sales', role: 'agent' })
  return `/settings/sign-in/providers/${id}`
}

/** The demonstration's webhook gets a second secret, and another one is active. @returns their pages */
async function insertWebhooks({ services }: World): Promise<string[]> {
  const url = `https://hooks.example.com/${'subsidiary/'.repeat(3)}events`
  const { id } = await addWebhook(services, actor, { url, description: longName, kinds: null })
  const paused = (await listWebhooks(services, actor)).find((webhook) => webhook.id !== id)
  if (paused) await rotateSigningSecret(services, actor, paused.id)
  return [id, paused?.id].map((webhookId) => `/settings/webhooks/${webhookId}`)
}

/** Opens an account, and is refused. @returns the request that was refused because of an origin */
async function callProtocol(baseUrl: string, key: TestKey): Promise<string> {
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) })
  const credentials = { clientId: key.keyId, clientSecret: key.secret }
  const issued = await post('/auth/v1/token', { grantType: 'client_credentials', ...credentials })
  const { accessToken } = await issued.json()
  const headers = { Authorization: `Bearer ${accessToken}` }
  const granted = await post('/auth/v1/sso', { accountId: longId }, headers)
  await fetch((await granted.json()).grantUrl)
  const backUrl = `https://${'subsidiary.'.repeat(3)}example.com/`
  const refused = await post('/auth/v1/sso', { accountId: longId, backUrl }, headers)
  expect(refused.status).toBe(400)
  for (let count = 0; count < 3; count++) {
    await post('/auth/v1/token', { grantType: 'client_credentials', ...credentials, clientSecret: 'x' })
  }
  return refused.headers.get('x-request-id') ?? ''
}

/** A file with new, changed and bad rows. @returns the page of its import */
async function upload({ services }: World, person: TestPerson, role: PortalRole): Promise<string> {
  const rows = [
    `${longId},${longCompany} AG,de-at`,
    `new-1,${longCompany},fr-fr`,
    `${longId}-${longId},Too long an ID,en-gb`,
    `new-2,,en-gb`,
    `new 3,${longName},xx-unknown`,
    `new-1,The same ID again,en-gb`,
  ]
  const bytes = new TextEncoder().encode(['id,name,locale,"a column that is not used"', ...rows].join('\n'))
  const fileName = 'accounts-of-the-subsidiary-2026-11-27-final-version.csv'
  return `/manage/accounts/import/${await uploadAccountImport(services, toActor(person, role), { fileName, bytes })}`
}

function toActor({ id, name }: TestPerson, role: PortalRole): PortalUser {
  return {
    kind: 'person',
    userId: id,
    name,
    role,
    sessionId: 'ps_journeys',
    browserHash: '',
    strength: 'pwd',
    confirmedAt: Date.now(),
    address: '192.0.2.1',
    requestId: 'req_journeys',
  }
}
