import { countOpenSessionRows } from '#lib/domain/accounts/account-sessions/lookup-store.ts'
import { countRefusals } from '#lib/domain/events/refusals/find-refusals.ts'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { findKeysToAttend } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { listUsage } from '#lib/domain/keys/usage/store.ts'
import { type DayUsage, summarizeUsage, type Totals } from '#lib/domain/organization/overview/summarize-usage.ts'
import { countPeople, listPeopleWithoutSignIn } from '#lib/domain/people/users/list-store.ts'
import { type Distinct, withDistinctNames } from '#lib/domain/people/users/namesakes-store.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { dayMs } from '#lib/kernel/clock.ts'

/** The periods that can be shown, in days. */
export const overviewDays = [7, 30] as const
export type OverviewDays = (typeof overviewDays)[number]

/** Up to this number, open sessions are counted exactly. */
export const maxCountedSessions = 10_000
const shownRows = 4

type Attention = Readonly<{ keys: readonly ApiKey[]; total: number }>

export type Overview = Readonly<{
  /** One more than {@link maxCountedSessions} means "more than". */
  openSessions: number
  days: readonly DayUsage[]
  totals: Totals
  /** The same number of days before. */
  totalsBefore: Totals
  /** The most frequent first. */
  refusals: readonly Readonly<{ code: string; count: number }>[]
  /** Requests of programs that were refused in the last 24 hours, and can be explained. */
  explained: number
  expiring: Attention
  unused: Attention
  people: Readonly<{ all: number; signedIn: number; neverSignedIn: number; shown: readonly Distinct<User>[] }>
}>

/** What managers see first: use and refusals by day, and keys and people to attend to. @throws Refusal `forbidden` */
export async function readOverview(
  services: Services,
  actor: Actor,
  { days, timeZone }: Readonly<{ days: OverviewDays; timeZone: string }>,
): Promise<Overview> {
  requireManager(actor)
  const { db, clock } = services
  const now = clock.now()
  const [usage, openSessions, explained, expiring, unused, people, shown] = await Promise.all([
    listUsage(db, now - 2 * days * dayMs - dayMs),
    countOpenSessionRows(db, maxCountedSessions + 1),
    countRefusals(services, actor),
    findKeysToAttend(services, actor, { age: 'expiring', limit: shownRows }),
    findKeysToAttend(services, actor, { age: 'unused', limit: shownRows }),
    countPeople(db, now - days * dayMs),
    listPeopleWithoutSignIn(db, shownRows),
  ])
  return {
    ...summarizeUsage(usage, { now, days, timeZone }),
    openSessions,
    explained,
    expiring,
    unused,
    people: { ...people, shown: await withDistinctNames(db, shown) },
  }
}
