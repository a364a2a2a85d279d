import type { Plan } from './plan.ts'
import { runInTurns } from './run-in-turns.ts'

export type Assignment = Readonly<{ plans: readonly Plan[]; turnMs: number }>

// Sends requests and measures, in a process separate from the one that starts and stops targets, which would delay it.
process.on('message', async ({ plans, turnMs }: Assignment) => {
  process.send?.(await runInTurns(plans, turnMs))
})
