import { dayMs, minuteMs } from '#lib/kernel/clock.ts'

/** `observe` counts what `enforce` would refuse. */
export const limitModes = ['observe', 'enforce'] as const

export type LimitMode = (typeof limitModes)[number]

/** How many calls of a key are accepted in each minute and each day (UTC); null: any number. One of them is set. */
export type CallLimit = Readonly<{ mode: LimitMode; perMinute: number | null; perDay: number | null }>

/** `api`: a minute of the management API, which has a limit of its own. */
export type Period = 'minute' | 'day' | 'api'

export const periodMs: Readonly<Record<Period, number>> = { minute: minuteMs, day: dayMs, api: minuteMs }

/** How many requests of a key the management API accepts in each minute. */
export const apiCallsPerMinute = 600

/** What is left of {@link apiCallsPerMinute}. `isExceeded`: this request is beyond it. */
export type ApiQuota = Readonly<{ remaining: number; resetSeconds: number; isExceeded: boolean }>

export const maxCallsPerMinute = 1_000_000
export const maxCallsPerDay = 1_000_000_000

/** A process takes calls from the database in shares, so that 20 statements at most count a whole limit. */
const sharesPerLimit = 20

/** How many calls a process takes at once: a twentieth of the limit, at least one. */
export function shareOf(limit: number): number {
  return Math.max(1, Math.floor(limit / sharesPerLimit))
}

type Columns = Readonly<{
  limit_mode: LimitMode | null
  calls_per_minute: number | null
  calls_per_day: number | null
}>

/** The columns of a key's row; null: no limit. */
export function toCallLimit({ limit_mode: mode, calls_per_minute, calls_per_day }: Columns): CallLimit | null {
  return mode === null ? null : { mode, perMinute: calls_per_minute, perDay: calls_per_day }
}
