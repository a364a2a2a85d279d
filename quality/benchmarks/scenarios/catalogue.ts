import { scenarioNames } from '../targets/target.ts'

/** What else is measured, of ours alone or apart from the load. */
export const otherScenarios = [
  'verify',
  'growth',
  'search',
  'palette',
  'activity',
  'launcher',
  'lists',
  'cold-start',
] as const

export const allScenarios: readonly string[] = [...scenarioNames, ...otherScenarios]
