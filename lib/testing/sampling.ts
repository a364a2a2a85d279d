import { it } from 'vitest'

/** Whether sweeps over many cases run in full, as in `npm run trial`. */
export const isComplete = process.env.TEST_COMPLETE !== undefined

/** Shares no factor with the size of an alphabet or of a list of edits: the cases it takes go through all of them. */
const nth = 29

/** The cases of a sweep; in `npm test`, one of 29. */
export function sampled<T>(cases: Iterable<T>): T[] {
  return [...cases].filter((_, index) => isComplete || index % nth === 0)
}

/** How many generated cases a sweep tries; in `npm test`, one of 29. */
export function sampleSize(complete: number): number {
  return isComplete ? complete : Math.ceil(complete / nth)
}

/**
 * The cases of a table that go one way with different input; in `npm test`, these few, spread over the table. Not where
 * each case is another statement.
 */
export function fewOf<T extends readonly [unknown, ...unknown[]] | string | object>(
  few: number,
  cases: readonly T[],
): T[] {
  const step = Math.ceil(cases.length / few)
  return cases.filter((_, index) => isComplete || index % step === 0)
}

/** How many callers use one thing at once; in `npm test`, ten. */
export function callersAtOnce(complete: number): number {
  return isComplete ? complete : 10
}

/** A test only of the complete form. `npm test` lists it as skipped: another test stays for its place. */
export const completeOnly = it.runIf(isComplete)
