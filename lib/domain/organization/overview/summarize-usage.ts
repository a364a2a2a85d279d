import { dayMs } from '#lib/kernel/clock.ts'

type UsageRow = Readonly<{ hour: number; name: string; count: number }>

export type Totals = Readonly<{ opened: number; tokens: number; refused: number }>

/** A calendar day of the reader. `date` is YYYY-MM-DD. */
export type DayUsage = Totals & Readonly<{ date: string }>

/** Refusals that say something about programs, links and sign-ins; typing errors in the portal do not. */
const shownRefusals: ReadonlySet<string> = new Set([
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'unauthorized',
  'invalid_token',
  'insufficient_scope',
  'access_denied',
  'too_many_requests',
  'temporarily_unavailable',
  'server_error',
  'grant_unknown',
  'grant_expired',
  'grant_used',
  'grant_withdrawn',
  'grant_other_browser',
  'sign_in_failed',
  'invalid_request',
])

const refusedPrefix = 'refused:'
const shownCauses = 6

/** An hour belongs to the day in which it begins: in zones off by half an hour, up to 30 minutes count one day off. */
export function summarizeUsage(
  rows: readonly UsageRow[],
  { now, days, timeZone }: Readonly<{ now: number; days: number; timeZone: string }>,
) {
  const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const dates = lastDates(dayFormat.format(now), 2 * days)
  const byDate = new Map(dates.map((date) => [date, { opened: 0, tokens: 0, refused: 0 }]))
  const recent = new Set(dates.slice(days))
  const causes = new Map<string, number>()
  for (const { hour, name, count } of rows) {
    const date = dayFormat.format(hour)
    const day = byDate.get(date)
    if (!day) continue
    if (name === 'account-opened') day.opened += count
    else if (name === 'token-issued' || name === 'token-refreshed') day.tokens += count
    const code = name.startsWith(refusedPrefix) ? name.slice(refusedPrefix.length) : ''
    if (!shownRefusals.has(code)) continue
    day.refused += count
    if (recent.has(date)) causes.set(code, (causes.get(code) ?? 0) + count)
  }
  const all = dates.map((date) => ({ date, ...(byDate.get(date) ?? { opened: 0, tokens: 0, refused: 0 }) }))
  const shown = all.slice(days)
  return {
    days: shown,
    totals: sum(shown),
    totalsBefore: sum(all.slice(0, days)),
    refusals: [...causes]
      .map(([code, count]) => ({ code, count }))
      .toSorted((one, other) => other.count - one.count || one.code.localeCompare(other.code))
      .slice(0, shownCauses),
  }
}

/** The dates up to `last`, the earliest first. */
function lastDates(last: string, count: number): string[] {
  const end = Date.parse(last)
  return Array.from({ length: count }, (_, index) =>
    new Date(end - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  )
}

function sum(days: readonly Totals[]): Totals {
  const add = (name: keyof Totals) => days.reduce((total, day) => total + day[name], 0)
  return { opened: add('opened'), tokens: add('tokens'), refused: add('refused') }
}
