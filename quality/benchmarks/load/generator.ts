import type { Outcome, Plan } from './plan.ts'
import { runPlan } from './run-plan.ts'

// Sends requests and measures, in a process separate from the one that starts and stops targets, which would delay it.
process.on('message', async (plan: Plan) => {
  process.send?.(await measure(plan))
})

async function measure(plan: Plan): Promise<Outcome> {
  try {
    return { kind: 'measured', timing: await runPlan(plan) }
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}
