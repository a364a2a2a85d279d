import { inject } from 'vitest'

/** Whether sweeps over many cases run in full, as in `npm run trial`. */
export const isComplete = process.env.TEST_COMPLETE !== undefined

/** Shares no factor with the size of an alphabet or of a list of edits: the cases it takes go through all of them. */
const nth = 11

/** The cases of a sweep; in `npm test`, every eleventh. */
export function sampled<T>(cases: Iterable<T>): T[] {
  return [...cases].filter((_, index) => isComplete || index % nth === 0)
}

/** How many generated cases a sweep tries; in `npm test`, an eleventh. */
export function sampleSize(complete: number): number {
  return isComplete ? complete : Math.ceil(complete / nth)
}

/** Cases about what doesn't depend on the engine. In `npm test`, PostgreSQL takes those that run every statement. */
export function onEngine<T>(cases: readonly T[], onPostgres: readonly NoInfer<T>[]): readonly T[] {
  return isComplete || inject('postgresUrl') === undefined ? cases : onPostgres
}
