import { type Engine, engineNames } from '../../resilience/harness/databases.ts'
import type { Choice } from '../choice.ts'

export function enginesOf({ engine }: Choice): readonly Engine[] {
  return engine ? [engine] : (Object.keys(engineNames) as Engine[])
}
