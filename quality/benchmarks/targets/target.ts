import type { Site } from '../harness/site.ts'
import type { Expectation, ServerAddress, SourcePlan } from '../load/plan.ts'

/** What targets are asked to do, over HTTP. The last one asks for the keys that tokens are verified by. */
export const scenarioNames = ['token', 'refresh', 'sso', 'redeem', 'introspect', 'jwks'] as const
export type ScenarioName = (typeof scenarioNames)[number]

/** How a target is asked for a scenario, and what it answers. */
export type Asking = Readonly<{ source: SourcePlan; expect: Expectation }>

/** A target that listens. */
export type RunningTarget = Readonly<{
  address: ServerAddress
  pid: number
  /** Prepares for one measurement: tokens that are used once cannot be used in the next. */
  ask: (scenario: ScenarioName) => Promise<Asking>
  stop: () => Promise<void>
}>

/** Somebody who is measured. One file each. */
export type Target = Readonly<{
  /** What the command line calls it. */
  name: string
  title: string
  engine: 'sqlite' | 'postgres' | 'none'
  scenarios: readonly ScenarioName[]
  /** Where it publishes the keys that its tokens are verified by. */
  jwksPath?: string
  /** What it does of the work, and what it leaves out, for the page. */
  does: string
  omits: string
  /** Makes its database, once in a run. @returns what starts it for one turn */
  prepare: (site: Site) => Promise<() => Promise<RunningTarget>>
}>
