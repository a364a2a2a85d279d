import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Assignment } from '../load/generator.ts'
import type { Outcome, Plan } from '../load/plan.ts'

const generator = join(import.meta.dirname, '../load/generator.ts')

/** The load generator in its own process. */
export class LoadProcess {
  readonly #child: ChildProcess = fork(generator, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })

  async run(plan: Plan): Promise<Outcome> {
    const [outcome] = await this.runInTurns([plan], plan.measureMs)
    if (!outcome) throw new Error('a plan without an outcome')
    return outcome
  }

  /** @returns the outcomes in the order of the plans */
  async runInTurns(plans: readonly Plan[], turnMs: number): Promise<readonly Outcome[]> {
    const answer = once(this.#child, 'message')
    this.#child.send({ plans, turnMs } satisfies Assignment)
    return (await answer)[0]
  }

  stop(): void {
    this.#child.disconnect()
  }
}
