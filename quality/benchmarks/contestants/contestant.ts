import type { Expectation, FeedPlan, Target } from '../load/plan.ts'
import type { Site } from '../rig/site.ts'

/** What contestants are asked to do, over HTTP. The last one asks for the keys that tokens are verified by. */
export const workNames = ['token', 'refresh', 'sso', 'redeem', 'introspect', 'jwks'] as const
export type WorkName = (typeof workNames)[number]

/** How a contestant is asked for a work, and what it answers. */
export type Asking = Readonly<{ feed: FeedPlan; expect: Expectation }>

/** A contestant that listens. */
export type Standing = Readonly<{
  target: Target
  pid: number
  /** Prepares for one measurement: tokens that are used once cannot be used in the next. */
  ask: (work: WorkName) => Promise<Asking>
  stop: () => Promise<void>
}>

/** Somebody who is measured. One file each. */
export type Contestant = Readonly<{
  /** What the command line calls it. */
  name: string
  title: string
  engine: 'sqlite' | 'postgres' | 'none'
  works: readonly WorkName[]
  /** Where it publishes the keys that its tokens are verified by. */
  jwksPath?: string
  /** What it does of the work, and what it leaves out, for the page. */
  does: string
  omits: string
  /** Makes its database, once in a run. @returns what starts it for one turn */
  prepare: (site: Site) => Promise<() => Promise<Standing>>
}>
