import { scenarioNames } from '../targets/target.ts'

/** The scenarios without a load generator, or of only the product. */
export const otherScenarios = [
  'verify',
  'growth',
  'search',
  'palette',
  'activity',
  'launcher',
  'lists',
  'storm',
  'cold-start',
] as const

export const allScenarios: readonly string[] = [...scenarioNames, ...otherScenarios]
