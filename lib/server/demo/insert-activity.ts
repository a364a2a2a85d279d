import type { NewAccount } from '#lib/domain/accounts/accounts/account.ts'
import { pinAccount } from '#lib/domain/accounts/accounts/launcher.ts'
import { resumeAccount, suspendAccount, updateAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { writeUsage } from '#lib/domain/keys/usage/write-usage.ts'
import { decideAccessRequest, listAccessRequests } from '#lib/domain/people/access-requests/decide-access-request.ts'
import { requestAccess } from '#lib/domain/people/access-requests/request-access.ts'
import { userEvent } from '#lib/domain/people/users/user.ts'
import { signOut } from '#lib/domain/sign-in/portal-sessions/end-sessions.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { dayMs, hourMs, minuteMs } from '#lib/kernel/clock.ts'
import { newRequestId } from '#lib/kernel/request-context.ts'
import { accountsOf, demoAccounts } from '#lib/server/demo/accounts.ts'
import { insertKeys } from '#lib/server/demo/insert-keys.ts'
import { openAccount, type Past, signInThen } from '#lib/server/demo/past.ts'
import { type DemoPerson, demoPeople } from '#lib/server/demo/people.ts'

const activityDays = 30
const accountsPerPerson = 24
const staff = ['agentForAll', 'agentForSome', 'agentInBelgium', 'agentInFrance', 'owner'] as const

/** A month of activity that ends before `today`: users open accounts, and the admin manages accounts and keys. */
export async function insertActivity(past: Past, today: number): Promise<void> {
  const presentKeys = await insertKeys(past, today, activityDays)
  await manageAccounts(past, today)
  await insertAccessRequests(past, today)
  for (let day = activityDays; day > 0; day--) {
    const midnight = today - day * dayMs
    await presentKeys(day)
    // On the first day everyone pins accounts; on weekends one person works.
    const isQuiet = day < activityDays && [0, 6].includes(new Date(midnight).getUTCDay())
    for (const [index, name] of staff.slice(0, isQuiet ? 1 : staff.length).entries()) {
      await openAccounts(past, { person: demoPeople[name], index, at: midnight + (7 + 2 * index) * hourMs, day })
    }
  }
}

async function manageAccounts(past: Past, today: number): Promise<void> {
  past.setClock(today - 16 * dayMs + 9 * hourMs)
  const { services } = past
  const admin = await signInThen(past, demoPeople.admin, '192.0.2.30')
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
    const user = await signInThen(past, person, '192.0.2.40')
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
  const user = await signInThen(past, person, `192.0.2.${20 + index}`)
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
