/** What an examination found: one sentence that says how it is and, where something is amiss, what to do. */
export type CheckResult = Readonly<{ check: string; verdict: 'ok' | 'warn' | 'fail'; sentence: string }>

/** A check that found everything in order. */
export function ok(check: string, sentence: string): CheckResult {
  return { check, verdict: 'ok', sentence }
}

/** It works, and should be seen to. */
export function warn(check: string, sentence: string): CheckResult {
  return { check, verdict: 'warn', sentence }
}

/** It does not work, or not safely. */
export function fail(check: string, sentence: string): CheckResult {
  return { check, verdict: 'fail', sentence }
}

/** `1 API key`, `2 API keys`. */
export function countOf(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
