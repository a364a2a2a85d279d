/**
 * Whether this run is the complete form, `npm run journeys`. The short form, in `npm test`, walks the main journeys,
 * the ways to sign in, each security property and each kind of screen once: it leaves out the details of pages, which
 * `playwright.config.ts` lists, tests with {@link complete}, and all but the first {@link variations}.
 */
export const isComplete = process.env.E2E_COMPLETE !== undefined

/** Details of a test that repeats what another one walks, with other input, on another screen, or without scripts. */
export const complete = { tag: '@complete' } as const

/** What a test is repeated for, such as widths, themes or scripts. The short form takes the first. */
export function variations<T>(all: readonly T[]): readonly T[] {
  return isComplete ? all : all.slice(0, 1)
}
