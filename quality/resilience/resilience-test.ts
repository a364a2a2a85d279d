import type { CaseContext } from './harness/case-context.ts'
import type { Engine } from './harness/databases.ts'

/** One question that is put to the running product, on one engine or several. One file per test. */
export type ResilienceTest = Readonly<{
  /** What the command line calls it: `npm run test -- race`. */
  name: string
  /** What the test guarantees, in one sentence for the summary of `docs/reliability.md`. */
  guarantee: string
  /** How it tests that. */
  description: string
  cases: readonly Case[]
  mutations: readonly Mutation[]
}>

/** One line of the table. */
export type Case = Readonly<{
  engine: Engine
  /** What stands there while it runs, such as "3 processes on one file". */
  setUp: string
  /** @throws CannotRun where this machine does not allow it: the case counts as skipped, never as passed */
  run: (context: CaseContext) => Promise<Finding>
}>

/** What a case saw. It has passed if there is no fault. */
export type Finding = Readonly<{
  /** How much was done, such as "100 rounds of 200". */
  size: string
  faults: Faults
  /** What was counted and measured. */
  figures: string
}>

/** A change of the product under which a case must report faults: the proof that it is able to. */
export type Mutation = Readonly<{
  name: string
  /** What is taken away, in one sentence for the report. */
  removed: string
  edits: readonly Edit[]
  /** The cases that must notice. */
  notices: (tried: Case) => boolean
}>

/** `text` stands in `file` exactly once; a mutation whose text is gone fails loudly, lest it prove nothing. */
export type Edit = Readonly<{ file: string; text: string; instead: string }>

/** Thrown by a case that this machine does not allow, with the reason. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun'
}

const longestDetail = 100

/** What went wrong, counted by kind; of each kind the first one is kept to be looked at. */
export class Faults {
  readonly #kinds = new Map<string, { count: number; first: string }>()

  /** @param detail what is needed to find it again */
  add(kind: string, detail = ''): void {
    const known = this.#kinds.get(kind)
    this.#kinds.set(kind, { count: (known?.count ?? 0) + 1, first: known?.first ?? detail })
  }

  /** Counts the kinds of another list, each once. */
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
