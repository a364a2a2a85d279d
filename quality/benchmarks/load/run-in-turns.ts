import type { Outcome, Plan } from './plan.ts'
import { PlanRun } from './run-plan.ts'

/**
 * Runs plans in turns, in the order A B, B A, A B, …: activity of the machine that lasts longer than a turn affects all
 * of them alike. A plan that fails takes no more turns.
 */
export async function runInTurns(plans: readonly Plan[], turnMs: number): Promise<Outcome[]> {
  const participants = plans.map((plan) => new Participant(plan))
  for (const each of participants) await each.attempt((run) => run.warmUp())
  for (let order = participants; order.some(({ isOver }) => !isOver); order = order.toReversed()) {
    for (const each of order) if (!each.isOver) await each.attempt((run) => run.takeTurn(turnMs))
  }
  return participants.map((each) => each.end())
}

class Participant {
  readonly #run: PlanRun
  #failure: string | undefined

  constructor(plan: Plan) {
    this.#run = new PlanRun(plan)
  }

  get isOver(): boolean {
    return this.#failure !== undefined || this.#run.remainingMs === 0
  }

  async attempt(step: (run: PlanRun) => Promise<void>): Promise<void> {
    try {
      await step(this.#run)
    } catch (error) {
      this.#failure = reasonOf(error)
    }
  }

  end(): Outcome {
    this.#run.close()
    if (this.#failure !== undefined) return { kind: 'failed', reason: this.#failure }
    try {
      return { kind: 'measured', timing: this.#run.read() }
    } catch (error) {
      return { kind: 'failed', reason: reasonOf(error) }
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
