import { decideAccessRequest, listAccessRequests } from '#lib/access-requests/decide-access-request.ts'
import { requestAccess } from '#lib/access-requests/request-access.ts'
import { accountEvent, type NewAccount } from '#lib/accounts/account.ts'
import { pinAccount } from '#lib/accounts/launcher.ts'
import { setOpened } from '#lib/accounts/launcher-store.ts'
import { resumeAccount, suspendAccount, updateAccount } from '#lib/accounts/manage-accounts.ts'
import type { Operator, PortalUser, RecordedActor } from '#lib/actor.ts'
import { disableApiKey } from '#lib/api-keys/change-api-key-state.ts'
import { generateApiKey } from '#lib/api-keys/generate-api-key.ts'
import type { NewApiKeyInput } from '#lib/api-keys/schema.ts'
import { recordEvent } from '#lib/audit/store.ts'
import { dayMs, hourMs, minuteMs } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto.ts'
import { accountsOf, demoAccounts } from '#lib/demo/accounts.ts'
import { type DemoPerson, demoPeople, demoService } from '#lib/demo/people.ts'
import { signOut } from '#lib/portal-sessions/end-sessions.ts'
import { startSession } from '#lib/portal-sessions/sign-in.ts'
import { issueRefreshTokenFamily } from '#lib/refresh-tokens/issue-refresh-token-family.ts'
import { newRequestId } from '#lib/request-context.ts'
import { isPortalRole } from '#lib/roles.ts'
import type { Services } from '#lib/services.ts'
import { writeUsage } from '#lib/usage/write-usage.ts'
import { countUse, type UsageName, type UsageSubject } from '#lib/usage-counts.ts'
import { revokeApiKey } from '#lib/user-lifecycle/revoke-api-key.ts'
import { getUserByName } from '#lib/users/find-users.ts'
import { userEvent } from '#lib/users/user.ts'

/** The demonstration's services, with a clock that is set by hand: its activity lies in the past. */
export type Past = Readonly<{ services: Services; actor: Operator; setClock: (instant: number) => void }>

const activityDays = 30
const accountsPerPerson = 24
const exportContext = { address: '198.51.100.20', requestId: newRequestId() }
const shopContext = { address: '198.51.100.34', requestId: newRequestId() }
const staff = ['agentForAll', 'agentForSome', 'agentInBelgium', 'agentInFrance', 'owner'] as const

/** A month of activity that ends before `today`: users open accounts, and the admin manages accounts and keys. */
export async function insertActivity(past: Past, today: number): Promise<void> {
  const presentKeys = await insertKeys(past, today)
  await manageAccounts(past, today)
  await insertAccessRequests(past, today)
  for (let day = activityDays; day > 0; day--) {
    const midnight = today - day * dayMs
    await presentKeys(midnight)
    // On the first day everyone pins accounts; on weekends one person works.
    const isQuiet = day < activityDays && [0, 6].includes(new Date(midnight).getUTCDay())
    for (const [index, name] of staff.slice(0, isQuiet ? 1 : staff.length).entries()) {
      await openAccounts(past, { person: demoPeople[name], index, at: midnight + (7 + 2 * index) * hourMs, day })
    }
  }
}

/** Keys in every state and with every kind of limit. @returns a function that presents two of them on a day */
async function insertKeys(
  { services, actor, setClock }: Past,
  today: number,
): Promise<(midnight: number) => Promise<void>> {
  const owner = await getUserByName(services, actor, demoPeople.owner.username)
  const service = await getUserByName(services, actor, demoService.username)
  const generate = (input: Pick<NewApiKeyInput, 'name' | 'ownerId'> & Partial<NewApiKeyInput>) =>
    generateApiKey(services, actor, { expiresInDays: null, ...input })
  const networks = ['198.51.100.16/28', '2001:db8:20::/48']
  const accountIds = demoAccounts.slice(0, 3).map(({ id }) => id)
  const nightly = await generate({
    name: 'Nightly export',
    ownerId: owner.id,
    expiresInDays: activityDays + 4,
    networks,
  })
  const shop = await generate({ name: 'Shop', ownerId: service.id })
  await generate({ name: 'Spring trial', ownerId: service.id, expiresInDays: 14, accountIds })
  const oldShop = await generate({ name: 'Old shop', ownerId: service.id })
  const reports = await generate({ name: 'Reports', ownerId: owner.id, expiresInDays: 90, scopes: ['introspect'] })
  setClock(today - 20 * dayMs + 10 * hourMs)
  await revokeApiKey(services, actor, oldShop.id)
  await disableApiKey(services, actor, reports.id)
  return async (midnight) => {
    setClock(midnight + 2 * hourMs)
    await issueRefreshTokenFamily(services, exportContext, { keyId: nightly.id, secret: nightly.secret })
    setClock(midnight + 6 * hourMs)
    const { secretId } = await issueRefreshTokenFamily(services, shopContext, { keyId: shop.id, secret: shop.secret })
    const client = { kind: 'program', userId: service.id, name: service.name, ...shopContext } as const
    await openAccount(services, client, { account: demoAccounts[(midnight / dayMs) % 200], via: shop.id })
    countCalls(services, midnight / dayMs, { keyId: shop.id, secretId })
    await writeUsage(services)
  }
}

/** The calls of two programs on a day, with the mistakes that programs make. */
function countCalls(services: Services, day: number, subject: UsageSubject): void {
  const count = (name: UsageName, times: number) => {
    for (let n = 0; n < times; n++) countUse(services, name, subject)
  }
  count('token-issued', 2)
  count('token-refreshed', 9 + (day % 5))
  if (day % 3 === 0) count('refused:grant_used', 1)
  if (day % 7 === 0) count('refused:grant_expired', 2)
  if (day % 11 === 0) count('refused:invalid_client', 4)
}

async function manageAccounts(past: Past, today: number): Promise<void> {
  past.setClock(today - 16 * dayMs + 9 * hourMs)
  const { services } = past
  const admin = await signIn(past, demoPeople.admin, '192.0.2.30')
  const [renamed, first, second, third] = demoAccounts.filter((_, index) => index % 250 === 1)
  for (const account of [first, second, third]) if (account) await suspendAccount(services, admin, account.id)
  past.setClock(today - 15 * dayMs + 13 * hourMs)
  if (first) await resumeAccount(services, admin, first.id)
  if (renamed) await updateAccount(services, admin, { ...renamed, name: `${renamed.name} (Holding)` })
}

/** One request that was approved, and two that wait for a manager. */
async function insertAccessRequests(past: Past, today: number): Promise<void> {
  const { services, actor, setClock } = past
  // An earlier start was interrupted after this.
  if ((await listAccessRequests(services, actor)).decided.length > 0) return
  const [approved, first, second] = demoAccounts.filter(({ locale }) => locale === 'de-at').slice(-3)
  const ask = async (person: DemoPerson, account: NewAccount | undefined, reason: string) => {
    const user = await signIn(past, person, '192.0.2.40')
    if (account) await requestAccess(services, user, { accountId: account.id, reason })
  }
  setClock(today - 12 * dayMs + 9 * hourMs)
  await ask(demoPeople.agentForSome, approved, 'Their invoices come from Italy.')
  setClock(today - 12 * dayMs + 11 * hourMs)
  const [request] = (await listAccessRequests(services, actor)).pending
  const approval = { decision: 'approved', note: 'Until the end of the year.' } as const
  if (request) await decideAccessRequest(services, actor, { requestId: request.id, ...approval })
  setClock(today - 15 * hourMs)
  await ask(demoPeople.agentInBelgium, first, 'I take over their support from Luca next week.')
  setClock(today - 13 * hourMs)
  await ask(demoPeople.agentInFrance, second, 'They called me about an invoice.')
}

type WorkDay = Readonly<{ person: DemoPerson; index: number; at: number; day: number }>

/** Signs in, opens some accounts and signs out. The first day also pins accounts. */
async function openAccounts(past: Past, { person, index, at, day }: WorkDay): Promise<void> {
  const { services, setClock } = past
  const all = accountsOf(person)
  const step = Math.max(1, Math.floor(all.length / accountsPerPerson))
  const accounts = all.filter((_, place) => place % step === 0 && place % 250 !== 1).slice(0, accountsPerPerson)
  setClock(at)
  const user = await signIn(past, person, `192.0.2.${20 + index}`)
  if ((day + index) % 9 === 0) {
    for (let failures = 1; failures <= 3; failures++) {
      setClock(at + failures * 20_000)
      await refuseSignIn(services, user, failures)
    }
  }
  for (let visit = 1; visit <= 2 + ((day + index) % 3); visit++) {
    setClock(at + 17 * visit * minuteMs)
    await openAccount(services, user, { account: accounts[(5 * day + visit) % accounts.length], via: 'launch' })
  }
  if (day === activityDays)
    for (const account of accounts.slice(0, 4)) await pinAccount(services, user, { accountId: account.id })
  await signOut(services, user)
  await writeUsage(services)
}

async function signIn({ services, actor }: Past, { username }: DemoPerson, address: string): Promise<PortalUser> {
  const { role, ...user } = await getUserByName(services, actor, username)
  if (!isPortalRole(role)) throw new Error(`${username} cannot sign in`)
  const browser = { hash: sha256(`demonstration ${username}`), userAgent, formerSecret: undefined }
  const context = { address, requestId: newRequestId() }
  return (await startSession(services, { kind: 'visitor', ...context }, { user: { ...user, role }, browser })).person
}

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

async function refuseSignIn(
  { db, usage }: Services,
  { userId, name, address }: PortalUser,
  failures: number,
): Promise<void> {
  usage.set('refused:sign_in_failed', failures)
  const details = { reason: 'wrong_password', failures }
  const event = userEvent('portal_session.refused', { id: userId, name }, details)
  const anonymous = { kind: 'visitor', address, requestId: newRequestId() } as const
  await db.transaction().execute((trx) => recordEvent(trx, anonymous, event))
}

async function openAccount(
  services: Services,
  actor: RecordedActor & Readonly<{ userId: string }>,
  { account, via }: Readonly<{ account: NewAccount | undefined; via: string }>,
): Promise<void> {
  if (!account) return
  countUse(services, 'account-opened', { keyId: via === 'launch' ? '' : via, accountId: account.id })
  await services.db.transaction().execute(async (trx) => {
    await setOpened(trx, { userId: actor.userId, accountId: account.id })
    await recordEvent(trx, actor, accountEvent('sso_grant.redeemed', account, { via }))
  })
}
