import { z } from 'zod'
import { type EventFilter, type EventPlace, eventGroups, eventKinds } from '#lib/audit/event.ts'
import { dayMs } from '#lib/clock.ts'

export const maxAccountLength = 64

const place = z
  .string()
  .regex(/^\d{1,15}\.[A-Za-z0-9_]{1,64}$/, 'malformed')
  .transform(parsePlace)

/** What the activity page reads from its address; problems are stable codes. Empty fields are left out beforehand. */
export const eventQuerySchema = z.object({
  /** An id, an e-mail address or a user name. */
  person: z.string().max(254, 'too_long').optional(),
  account: z.string().trim().max(maxAccountLength, 'too_long').optional(),
  kind: z.enum([...eventGroups, ...eventKinds], 'malformed').optional(),
  from: z.iso.date('malformed').optional(),
  to: z.iso.date('malformed').optional(),
  before: place.optional(),
  after: place.optional(),
})

export type EventQuery = z.output<typeof eventQuerySchema>

/** The filter behind the fields: whole days, the last one included, as they are counted in that time zone. */
export function toEventFilter(query: EventQuery, userId: string | undefined, timeZone: string): EventFilter {
  return {
    userId,
    accountId: query.account,
    kind: query.kind,
    since: query.from === undefined ? undefined : startOfDay(query.from, timeZone),
    until: query.to === undefined ? undefined : startOfDay(nextDay(query.to), timeZone),
  }
}

/** A place as an address carries it. */
export function formatPlace({ at, id }: EventPlace): string {
  return `${at}.${id}`
}

function parsePlace(text: string): EventPlace {
  const dot = text.indexOf('.')
  return { at: Number(text.slice(0, dot)), id: text.slice(dot + 1) }
}

function nextDay(date: string): string {
  return new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10)
}

/** The instant at which `date` (YYYY-MM-DD) begins in the time zone. */
function startOfDay(date: string, timeZone: string): number {
  const midnightUtc = Date.parse(date)
  // The second look is for a day whose offset differs from that of the instant first guessed.
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
