/** The source of time, in Unix milliseconds. Tests replace it with a frozen one. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
