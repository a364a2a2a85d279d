import type { NewAccount } from '#lib/accounts/account.ts'
import { pinAccount } from '#lib/accounts/pin-account.ts'
import { resumeAccount, suspendAccount } from '#lib/accounts/suspend-account.ts'
import { updateAccount } from '#lib/accounts/update-account.ts'
import { dayMs, hourMs, minuteMs } from '#lib/clock.ts'
import { accountsOf, getDemoUser } from '#lib/demo/insert-people.ts'
import type { Past } from '#lib/demo/past.ts'
import { type DemoPerson, demoPeople } from '#lib/demo/people.ts'
import type { Random } from '#lib/demo/random.ts'
import { signInAsWorker, type Worker, workSomeHours } from '#lib/demo/work-day.ts'
import { isPortalRole } from '#lib/roles.ts'
import type { Services } from '#lib/services.ts'
import { deactivateUser } from '#lib/user-lifecycle/deactivate-user.ts'

/** How many accounts somebody works with again and again. */
const usualAccounts = 24
const pinnedAccounts = 4
/** The last of every so many accounts is suspended. */
const suspendedEvery = 250

type Month = Readonly<{ days: readonly number[]; accounts: readonly NewAccount[]; random: Random }>

/** A month at the office: people sign in and open accounts, the admin tends to things. Ends before today. */
export async function insertHistory(past: Past, { days, accounts, random }: Month): Promise<void> {
  const active = accounts.filter((_, index) => !isSuspended(index))
  const staff = [demoPeople.agentForAll, demoPeople.agentForSome, demoPeople.agentInBelgium, demoPeople.agentInFrance]
  const workers = await Promise.all(
    [...staff, demoPeople.owner].map((person, index) => toWorker(past.services, person, active, index)),
  )
  await administer(past, await toWorker(past.services, demoPeople.admin, active, workers.length), { days, accounts })
  for (const day of days.filter(isWorkday)) {
    for (const worker of workers) {
      if (random.below(4) === 0) continue
      await workSomeHours(past, worker, day + (7 * 60 + random.below(420)) * minuteMs, random)
    }
  }
  for (const worker of workers) await pinUsual(past, worker)
}

/** What the admin does in the month: suspends, resumes and renames accounts, and takes leave of a colleague. */
async function administer(
  past: Past,
  admin: Worker,
  { days, accounts }: Pick<Month, 'days' | 'accounts'>,
): Promise<void> {
  const { services, setClock } = past
  const [first = services.clock.now()] = days
  setClock(first + 3 * dayMs + 9 * hourMs)
  const person = await signInAsWorker(past, admin)
  const suspended = accounts.filter((_, index) => isSuspended(index))
  for (const [index, account] of suspended.entries()) {
    setClock(first + 3 * dayMs + 9 * hourMs + index * 2 * minuteMs)
    await suspendAccount(services, person, account.id)
  }
  const [back, renamed] = [suspended[0], accounts[1]]
  setClock(first + 11 * dayMs + 13 * hourMs)
  const later = await signInAsWorker(past, admin)
  if (back) await resumeAccount(services, later, back.id)
  if (renamed) await updateAccount(services, later, { ...renamed, name: `${renamed.name} (Holding)` })
  const former = await getDemoUser(services, demoPeople.former.username)
  if (former.deactivatedAt === null) await deactivateUser(services, later, former.id)
}

async function pinUsual({ services }: Past, worker: Worker): Promise<void> {
  const person = {
    kind: 'person',
    userId: worker.user.id,
    name: worker.user.name,
    role: worker.user.role,
    sessionId: '',
    browserHash: '',
    confirmedAt: 0,
    address: worker.address,
    requestId: '',
  } as const
  for (const account of worker.accounts.slice(0, pinnedAccounts)) await pinAccount(services, person, account.id)
}

async function toWorker(
  services: Services,
  person: DemoPerson,
  accounts: readonly NewAccount[],
  index: number,
): Promise<Worker> {
  const { role, ...user } = await getDemoUser(services, person.username)
  if (!isPortalRole(role)) throw new Error(`${person.username} is no person`)
  const mine = accountsOf(person, accounts)
  const step = Math.max(1, Math.floor(mine.length / usualAccounts))
  const usual = mine.filter((_, place) => place % step === index % step).slice(0, usualAccounts)
  return { user: { ...user, role }, address: `192.0.2.${20 + index}`, accounts: usual }
}

function isSuspended(index: number): boolean {
  return index % suspendedEvery === suspendedEvery - 1
}

function isWorkday(day: number): boolean {
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6
}
