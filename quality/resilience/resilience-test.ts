import type { CaseContext, Size } from './harness/case-context.ts'
import type { Engine } from './harness/databases.ts'

/** A test of the running product on one or both engines. One file per test. */
export type ResilienceTest = Readonly<{
  /** The name on the command line: `npm run trial -- race`. */
  name: string
  /** What the test guarantees, in one sentence for the summary of `docs/evidence/reliability.md`. */
  guarantee: string
  /** How it tests that. */
  description: string
  cases: readonly Case[]
  mutations: readonly Mutation[]
}>

/** One row of the report’s table. */
export type Case = Readonly<{
  engine: Engine
  /** The processes and databases, such as "3 processes on one file". */
  setUp: string
  /** The sizes at which it runs, if not at all. Another case covers it at the others. */
  sizes?: readonly Size[]
  /** @throws CannotRun if this machine does not permit it: the case counts as skipped, never as passed */
  run: (context: CaseContext) => Promise<Finding>
}>

/** The result of a case. It passes without faults. */
export type Finding = Readonly<{
  /** The amount of work, such as "100 rounds of 200". */
  size: string
  faults: Faults
  /** Counts and measurements. */
  figures: string
}>

/** A change of the product that must make a case report faults: it proves that the case can fail. */
export type Mutation = Readonly<{
  name: string
  /** The removed guarantee, in one sentence for the report. */
  removed: string
  edits: readonly Edit[]
  /** The cases that must report faults. */
  notices: (tried: Case) => boolean
}>

/** `text` must occur in `file` exactly once: otherwise the mutation fails, because it would prove nothing. */
export type Edit = Readonly<{ file: string; text: string; instead: string }>

/** Thrown by a case that this machine does not permit, with the reason. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun'
}

const longestDetail = 100

/** Faults, counted by kind, with the details of the first one of each kind. */
export class Faults {
  readonly #kinds = new Map<string, { count: number; first: string }>()

  /** @param detail helps to find the fault again */
  add(kind: string, detail = ''): void {
    const known = this.#kinds.get(kind)
    this.#kinds.set(kind, { count: (known?.count ?? 0) + 1, first: known?.first ?? detail })
  }

  /** Adds each kind of another list once. */
  addAll(others: Faults, detail: string): void {
    for (const [kind, { first }] of others.#kinds) this.add(kind, first === '' ? detail : `${detail}, ${first}`)
  }

  get count(): number {
    return [...this.#kinds.values()].reduce((sum, { count }) => sum + count, 0)
  }

  /** Such as `2 × opened twice (round 3), 1 × answered 500 (POST /auth/v1/token)`. */
  describe(): string {
    const byCount = [...this.#kinds].toSorted(([, one], [, other]) => other.count - one.count)
    return byCount
      .map(
        ([kind, { count, first }]) => `${count} × ${kind}${first === '' ? '' : ` (${first.slice(0, longestDetail)})`}`,
      )
      .join(', ')
  }
}
