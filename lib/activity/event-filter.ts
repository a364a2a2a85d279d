import type { FoundNames } from '#lib/activity/named-filters.ts'
import type { EventQuery } from '#lib/activity/schema.ts'
import { type EventGroup, type EventKind, eventKinds } from '#lib/audit/event.ts'
import { dayMs, hourMs } from '#lib/clock.ts'

/** The conditions of a query; an omitted one matches every event. */
export type EventFilter = Readonly<{
  /** The actor, or the user who is the subject. */
  userId?: string | undefined
  accountId?: string | undefined
  /** The API key that is the subject, or that requested the sign-in link. */
  keyId?: string | undefined
  /** An IP address, a CIDR range, or `command line`. */
  network?: string | undefined
  kind?: EventGroup | EventKind | undefined
  /** Inclusive start, Unix milliseconds. */
  since?: number | undefined
  /** Exclusive end, Unix milliseconds. */
  until?: number | undefined
}>

/** A position in the list, which is sorted from newest to oldest. */
export type EventPlace = Readonly<{ at: number; id: string }>

/** The page `before` a place (older), `after` a place (newer), or the newest page. */
export type Turn = Readonly<{ before?: EventPlace | undefined; after?: EventPlace | undefined }>

export function kindsOf(choice: EventGroup | EventKind): readonly EventKind[] {
  return eventKinds.filter((kind) => kind === choice || kind.startsWith(`${choice}.`))
}

/** Periods that a filter offers: the last hours until now, or the last days, today included. */
export const periods = {
  '1h': { hours: 1 },
  '1d': { days: 1 },
  '7d': { days: 7 },
  '30d': { days: 30 },
  '90d': { days: 90 },
} as const

export type Period = keyof typeof periods

export type Reader = Readonly<{ timeZone: string; now: number }>

/** Days become instants in the reader's time zone. The last day is included. */
export function toEventFilter(query: EventQuery, named: FoundNames, reader: Reader): EventFilter {
  const { timeZone } = reader
  const starts = [
    query.from === undefined ? undefined : startOfDay(query.from, timeZone),
    query.period && startOfPeriod(query.period, reader),
  ].filter((start) => start !== undefined)
  return {
    userId: named.person?.id,
    accountId: named.account?.id,
    keyId: named.key?.id,
    network: query.network,
    kind: query.kind,
    since: starts.length === 0 ? undefined : Math.max(...starts),
    until: query.to === undefined ? undefined : startOfDay(addDays(query.to, 1), timeZone),
  }
}

export function formatPlace({ at, id }: EventPlace): string {
  return `${at}.${id}`
}

function startOfPeriod(name: Period, { timeZone, now }: Reader): number {
  const period = periods[name]
  if ('hours' in period) return now - period.hours * hourMs
  // The Swedish locale writes dates in the form of ISO 8601.
  const today = new Intl.DateTimeFormat('sv', { timeZone }).format(now)
  return startOfDay(addDays(today, 1 - period.days), timeZone)
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)
}

/** The instant at which `date` (YYYY-MM-DD) begins in the time zone. */
function startOfDay(date: string, timeZone: string): number {
  const midnightUtc = Date.parse(date)
  // Twice, because the clock may change between midnight UTC and midnight in the zone.
  const guess = midnightUtc - zoneOffset(midnightUtc, timeZone)
  return midnightUtc - zoneOffset(guess, timeZone)
}

/** How far the zone's clock is ahead of UTC at that instant. */
function zoneOffset(instant: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
