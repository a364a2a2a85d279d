/** The result of a check: one sentence about the state and, if something is wrong, what to do. */
export type CheckResult = Readonly<{ check: string; verdict: 'ok' | 'warn' | 'fail'; sentence: string }>

/** The check passed. */
export function ok(check: string, sentence: string): CheckResult {
  return { check, verdict: 'ok', sentence }
}

/** It works, but needs attention. */
export function warn(check: string, sentence: string): CheckResult {
  return { check, verdict: 'warn', sentence }
}

/** It doesn't work, or isn't safe. */
export function fail(check: string, sentence: string): CheckResult {
  return { check, verdict: 'fail', sentence }
}

/** `1 API key`, `2 API keys`. */
export function countOf(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
