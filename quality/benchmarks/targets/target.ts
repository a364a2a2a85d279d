import type { Site } from '../harness/site.ts'
import type { Expectation, ServerAddress, SourcePlan } from '../load/plan.ts'

/** Scenarios over HTTP. `jwks` requests the keys that verify tokens. */
export const scenarioNames = ['token', 'refresh', 'sso', 'redeem', 'introspect', 'jwks'] as const
export type ScenarioName = (typeof scenarioNames)[number]

/** The requests of a scenario and the expected response. */
export type Asking = Readonly<{ source: SourcePlan; expect: Expectation }>

/** A target that accepts connections. */
export type RunningTarget = Readonly<{
  address: ServerAddress
  pid: number
  /** Prepares one measurement, with new tokens: some of them work once. */
  ask: (scenario: ScenarioName) => Promise<Asking>
  stop: () => Promise<void>
}>

/** A system under measurement. One file each. */
export type Target = Readonly<{
  /** The name on the command line. */
  name: string
  title: string
  engine: 'sqlite' | 'postgres' | 'none'
  scenarios: readonly ScenarioName[]
  /** The path of its JSON Web Key Set. */
  jwksPath?: string
  /** What it implements and what it omits, for the page. */
  does: string
  omits: string
  /** Creates its database once per run. @returns the function that starts it for one turn */
  prepare: (site: Site) => Promise<() => Promise<RunningTarget>>
}>
