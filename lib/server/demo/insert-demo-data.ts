import { importAccounts } from '#lib/domain/accounts/account-imports/import-accounts.ts'
import type { GeneratedApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { listApiKeys } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { addReturnAddress, listReturnAddresses } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { createUser } from '#lib/domain/people/users/create-user.ts'
import { renewFactorGrace } from '#lib/domain/people/users/factor-grace-store.ts'
import { getUserByName } from '#lib/domain/people/users/find-users.ts'
import { countUsers } from '#lib/domain/people/users/list-store.ts'
import { findUserByName } from '#lib/domain/people/users/store.ts'
import { findPolicy, writePolicy } from '#lib/domain/sign-in/sign-in-policy/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { actorId, type Operator, operator } from '#lib/foundation/authorization/actor.ts'
import { openDatabase } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { type Clock, dayMs, hourMs } from '#lib/kernel/clock.ts'
import { EnvError } from '#lib/kernel/env.ts'
import { newRequestId } from '#lib/kernel/request-context.ts'
import { accountCount, accountsOf, demoAccounts } from '#lib/server/demo/accounts.ts'
import { insertActivity } from '#lib/server/demo/insert-activity.ts'
import { insertGroups } from '#lib/server/demo/insert-groups.ts'
import { insertDemoWebhook } from '#lib/server/demo/insert-webhook.ts'
import type { Past } from '#lib/server/demo/past.ts'
import { type DemoPerson, demoPasswords, demoPeople, demoService } from '#lib/server/demo/people.ts'

const keyName = 'Demonstration'
const returnAddresses = ['http://localhost:4000', 'https://app.example.com']

/** What the terminal prints. Each start replaces the key, because its secret is shown only once. */
export type Demo = Readonly<{ key: GeneratedApiKey; accountId: string; locale: string; accounts: number }>

/**
 * Fills a new database with companies, users, keys and a month of activity, through the product's own use cases. A
 * later start replaces the key, and gives managers another week without the second factor that they need. Says a
 * sentence to `onProgress` before a step that takes a moment.
 * @throws EnvError if the database holds other users: passwords known to the public must not exist next to real data
 */
export async function insertDemoData(services: Services, onProgress: (sentence: string) => void): Promise<Demo> {
  const actor = operator('demonstration', newRequestId())
  const state = await readState(services)
  if (state === 'foreign') {
    throw new EnvError(
      `DATA_DIR ${services.env.dataDir} holds other users: choose another folder for the demonstration.`,
    )
  }
  if (state !== 'complete') {
    onProgress(`Inserting demonstration data: ${accountCount.toLocaleString('en')} accounts, users and activity …`)
    await insertInThePast(services, actor)
  }
  await renewFactorGrace(services.db, [demoPeople.owner.username, demoPeople.admin.username])
  const key = await renewKey(services, actor)
  const [account] = demoAccounts
  return { key, accountId: account?.id ?? '', locale: account?.locale ?? '', accounts: accountCount }
}

/** The owner is inserted first, and the former agent deactivated last: an interrupted start is between the two. */
async function readState({ db }: Services): Promise<'empty' | 'foreign' | 'incomplete' | 'complete'> {
  if (!(await findUserByName(db, emailOf(demoPeople.owner))))
    return (await countUsers(db, '')) === 0 ? 'empty' : 'foreign'
  const former = await findUserByName(db, emailOf(demoPeople.former))
  return former && former.deactivatedAt !== null ? 'complete' : 'incomplete'
}

async function insertInThePast(services: Services, actor: Operator): Promise<void> {
  const today = services.clock.now() - (services.clock.now() % dayMs)
  let now = today - 30 * dayMs
  const clock: Clock = { now: () => now }
  const db = openDatabase(services.env, clock, 'server')
  const past: Past = {
    services: { ...services, clock, db },
    actor,
    setClock: (instant) => {
      now = instant
    },
  }
  try {
    await insertPerson(past, demoPeople.owner)
    await insertAccounts(past)
    for (const person of Object.values<DemoPerson>(demoPeople)) await insertPerson(past, person)
    await requireFactors(past)
    await insertUser(past, { ...demoService, role: 'service', accountScope: 'all' })
    await insertReturnAddresses(past)
    await insertGroups(past)
    await insertActivity(past, today)
    await insertDemoWebhook(past, today)
    past.setClock(today - 8 * hourMs)
    const former = await getUserByName(past.services, actor, demoPeople.former.username)
    await deactivateUser(past.services, actor, former.id)
  } finally {
    await db.destroy()
  }
}

async function insertAccounts({ services, actor }: Past): Promise<void> {
  const rows = demoAccounts.map((account, index) => ({ line: index + 2, account }))
  const file = { rows, badRows: [], unusedColumns: [] }
  await importAccounts(services, actor, { file, fileName: 'demonstration.csv', skipBad: false })
}

function insertPerson(past: Past, person: DemoPerson): Promise<void> {
  const { name, username, role, access, invited } = person
  return insertUser(past, {
    name,
    username,
    role,
    email: emailOf(person),
    password: invited ? undefined : demoPasswords[role],
    accountScope: access === 'all' ? 'all' : 'list',
    accountIds: access === 'all' ? [] : accountsOf(person).map(({ id }) => id),
  })
}

async function insertUser({ services, actor }: Past, input: Parameters<typeof createUser>[2]): Promise<void> {
  if (!(await findUserByName(services.db, input.username))) await createUser(services, actor, input)
}

/** `changePolicy` would refuse: no owner has a factor, because the printed sign-ins have one step. */
async function requireFactors({ services: { db }, actor }: Past): Promise<void> {
  const subject = { kind: 'organization', id: null, name: '' } as const
  const details = { policy: 'managers', former: await findPolicy(db) }
  if (details.former === details.policy) return
  await db.transaction().execute(async (trx) => {
    await writePolicy(trx, 'managers', actorId(actor))
    await recordEvent(trx, actor, { kind: 'organization.sign_in_policy_changed', subject, details })
  })
}

async function insertReturnAddresses({ services, actor }: Past): Promise<void> {
  const known = (await listReturnAddresses(services, actor)).map(({ origin }) => origin)
  for (const origin of returnAddresses.filter((address) => !known.includes(address))) {
    await addReturnAddress(services, actor, { origin })
  }
}

async function renewKey(services: Services, actor: Operator): Promise<GeneratedApiKey> {
  for (const key of await listApiKeys(services, actor)) {
    if (key.name === keyName && key.state !== 'revoked') await revokeApiKey(services, actor, key.id)
  }
  const owner = await getUserByName(services, actor, demoService.username)
  return generateApiKey(services, actor, { name: keyName, ownerId: owner.id, expiresInDays: null })
}

function emailOf({ username }: DemoPerson): string {
  return `${username}@example.com`
}
