import type { FoundNames } from '#lib/domain/events/activity/named-filters.ts'
import type { EventQuery } from '#lib/domain/events/activity/schema.ts'
import { type EventGroup, type EventKind, eventKinds } from '#lib/foundation/audit/event.ts'
import { dayMs, hourMs } from '#lib/kernel/clock.ts'

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

export function formatEventPlace({ at, id }: EventPlace): string {
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

/** More than any zone is ahead of UTC or behind it. */
const maxOffsetMs = 26 * hourMs

/**
 * The first instant of `date` (YYYY-MM-DD) in the time zone. Searched for, because a zone's clock may skip midnight, as
 * in Santiago, or show it twice, as in Havana.
 */
function startOfDay(date: string, timeZone: string): number {
  const format = new Intl.DateTimeFormat('sv', { timeZone })
  let [before, start] = [Date.parse(date) - maxOffsetMs, Date.parse(date) + maxOffsetMs]
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2)
    if (format.format(middle) < date) before = middle
    else start = middle
  }
  return start
}
