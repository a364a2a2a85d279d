/** The source of time, in Unix milliseconds. Tests replace it with a frozen one. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** As in JSON (RFC 3339). */
export function toInstant(at: number): string
export function toInstant(at: number | null): string | null
export function toInstant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
