import type { EventQuery } from '#lib/activity/schema.ts'
import { type EventGroup, type EventKind, eventKinds } from '#lib/audit/event.ts'
import { dayMs } from '#lib/clock.ts'

/** The conditions of a query; an omitted one matches every event. */
export type EventFilter = Readonly<{
  /** The actor, or the user who is the subject. */
  userId?: string | undefined
  accountId?: string | undefined
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

/** The kinds of a group, or the kind itself. */
export function kindsOf(choice: EventGroup | EventKind): readonly EventKind[] {
  return eventKinds.filter((kind) => kind === choice || kind.startsWith(`${choice}.`))
}

/** Days become instants in the reader's time zone. The last day is included. */
export function toEventFilter(query: EventQuery, userId: string | undefined, timeZone: string): EventFilter {
  return {
    userId,
    accountId: query.account,
    kind: query.kind,
    since: query.from === undefined ? undefined : startOfDay(query.from, timeZone),
    until: query.to === undefined ? undefined : startOfDay(nextDay(query.to), timeZone),
  }
}

/** A place as a URL parameter. */
export function formatPlace({ at, id }: EventPlace): string {
  return `${at}.${id}`
}

export function parsePlace(text: string): EventPlace {
  const dot = text.indexOf('.')
  return { at: Number(text.slice(0, dot)), id: text.slice(dot + 1) }
}

function nextDay(date: string): string {
  return new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10)
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
