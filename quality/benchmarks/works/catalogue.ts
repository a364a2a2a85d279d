import { workNames } from '../contestants/contestant.ts'

/** What else is measured, of ours alone or apart from the load. */
export const otherWorks = ['verify', 'growth', 'search', 'launcher', 'cold-start'] as const

export const allWorks: readonly string[] = [...workNames, ...otherWorks]
