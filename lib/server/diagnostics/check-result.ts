/** The result of a check: one sentence about the state and, if something is wrong, what to do. */
export type CheckResult = Readonly<{ check: string; verdict: 'ok' | 'warn' | 'fail'; sentence: string }>

/** The check passed. */
export const ok = resultOf('ok')
/** It works, but needs attention. */
export const warn = resultOf('warn')
/** It doesn't work, or isn't safe. */
export const fail = resultOf('fail')

function resultOf(verdict: CheckResult['verdict']) {
  return (check: string, sentence: string): CheckResult => ({ check, verdict, sentence })
}

/** `1 API key`, `2 API keys`. */
export function countOf(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
