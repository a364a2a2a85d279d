import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Outcome, Plan } from '../load/plan.ts'

const generator = join(import.meta.dirname, '../load/generator.ts')

/** The load generator in its own process. It runs one plan at a time. */
export class LoadProcess {
  readonly #child: ChildProcess = fork(generator, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })

  async run(plan: Plan): Promise<Outcome> {
    const answer = once(this.#child, 'message')
    this.#child.send(plan)
    const [outcome] = await answer
    return outcome
  }

  stop(): void {
    this.#child.disconnect()
  }
}
