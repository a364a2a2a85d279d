import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CaseContext, type Size } from './harness/case-context.ts'
import type { Databases } from './harness/databases.ts'
import { blockIfInterrupted, onInterrupt } from './interrupt.ts'
import type { Verdict } from './report/record.ts'
import { CannotRun, type Case, type Finding } from './resilience-test.ts'

/** The outcome of a case. `faults` is also 0 after an error. */
export type Outcome = Readonly<{ verdict: Verdict; size: string; figures: string; faults: number }>

/** Conditions of all cases of a run. */
export type Conditions = Readonly<{ size: Size; minutes: number | undefined; root: string; databases: Databases }>

/**
 * Runs one case on the product in `root`. An error is an outcome, too.
 * @param keepFiles keep the files of a failed case for inspection
 */
export async function runCase(
  tried: Case,
  { keepFiles, size, minutes, root, databases }: Conditions & Readonly<{ keepFiles: boolean }>,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  const context = new CaseContext({ engine: tried.engine, folder, size, minutes, root, databases })
  const callOff = onInterrupt(async () => {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  })
  let outcome: Outcome
  try {
    outcome = judge(await tried.run(context))
  } catch (error) {
    outcome = explain(error)
  } finally {
    await blockIfInterrupted()
    await context.close()
    callOff()
  }
  if (keepFiles && outcome.verdict === 'FAILED') process.stderr.write(`${context.outputs()}  its files: ${folder}\n`)
  else rmSync(folder, { recursive: true, force: true })
  return outcome
}

function judge({ size, faults, figures }: Finding): Outcome {
  if (faults.count === 0) return { verdict: 'passed', size, figures, faults: 0 }
  return { verdict: 'FAILED', size, figures: `${faults.describe()}; ${figures}`, faults: faults.count }
}

function explain(error: unknown): Outcome {
  const sentence = error instanceof Error ? error.message : String(error)
  if (error instanceof CannotRun) return { verdict: 'skipped', size: '–', figures: sentence, faults: 0 }
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
  return { verdict: 'FAILED', size: '–', figures: `error: ${sentence.split('\n')[0]}`, faults: 0 }
}
