import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { formatTable } from '../../cli/output.ts'
import { root } from '../../scripts/run-to-end.ts'
import { trials } from './catalogue.ts'
import type { Choice } from './choice.ts'
import { whenInterrupted } from './interrupt.ts'
import { noteCircumstances } from './report/circumstances.ts'
import type { CaseRecord, ProofRecord, TrialRecord, Verdict } from './report/record.ts'
import { enterRecords } from './report/reliability-page.ts'
import { Databases, engineNames } from './rig/databases.ts'
import { type Outcome, runCase } from './run-case.ts'
import { buildSabotaged } from './sabotaged-product.ts'
import { sideBySide } from './side-by-side.ts'
import type { Case, Sabotage, Trial } from './trial.ts'

/** In short most cases wait most of the time; at full size figures count. */
const casesAtOnce = { full: 1, short: 2, proof: 1 } as const

const reportFile = join(root, 'docs', 'reliability.md')

/**
 * Runs the chosen trials on the built product and prints their table. At full size, and of sabotaged products, every
 * result is entered in `docs/reliability.md` as soon as it is there: an interrupted run keeps what it has.
 * @returns whether none failed
 */
export async function runTrials(choice: Choice): Promise<boolean> {
  const databases = new Databases()
  const callOff = whenInterrupted(() => databases.close())
  const records: TrialRecord[] = []
  try {
    for await (const record of choice.sabotage ? runSabotages(choice, databases) : runCases(choice, databases)) {
      records.push(record)
      if (isForRecord(choice)) enterRecords(reportFile, trials, [record])
    }
  } finally {
    await databases.close()
    callOff()
  }
  const order = trials.map(({ name }) => name)
  records.sort((one, other) => order.indexOf(one.trial) - order.indexOf(other.trial))
  process.stdout.write(
    `${formatTable(['TRIAL', 'RUN ON', 'SIZE', 'RESULT', 'FIGURES'], records.map(toRow)).join('\n')}\n`,
  )
  return records.every(({ verdict }) => verdict !== 'FAILED')
}

/** Somebody who says how long a run is to be wants to see something else. */
function isForRecord({ sabotage, size, minutes }: Choice): boolean {
  return (sabotage || size === 'full') && minutes === undefined
}

function runCases(choice: Choice, databases: Databases): AsyncGenerator<CaseRecord> {
  const jobs = chosenCases(choice).map(({ trial, tried }) => async (): Promise<CaseRecord> => {
    const names = { trial: trial.name, ...namesOf(tried) }
    say(`${describeNames(names)} …`)
    const outcome = await runCase(tried, { ...choice, root, databases, keepFiles: true })
    const { verdict, size, figures } = outcome
    say(`${describeNames(names)}: ${verdict}, ${figures}`)
    return { kind: 'case', ...names, verdict, size, figures, ...noteCircumstances(root) }
  })
  return sideBySide(jobs, casesAtOnce[choice.size])
}

/** On sabotaged products: there a case passes by reporting faults. */
async function* runSabotages(choice: Choice, databases: Databases): AsyncGenerator<ProofRecord> {
  for (const trial of choice.trials) {
    const cases = chosenCases({ ...choice, trials: [trial] }).map(({ tried }) => tried)
    for (const sabotage of trial.sabotages) {
      const noticing = cases.filter(sabotage.notices)
      if (noticing.length > 0) yield* runSabotage({ trial, sabotage, cases: noticing }, choice, databases)
    }
  }
}

type Proving = Readonly<{ trial: Trial; sabotage: Sabotage; cases: readonly Case[] }>

async function* runSabotage(
  { trial, sabotage, cases }: Proving,
  choice: Choice,
  databases: Databases,
): AsyncGenerator<ProofRecord> {
  const { name, removed } = sabotage
  say(`${name}: building a product without it …`)
  const sabotaged = buildSabotaged(root, sabotage)
  try {
    for (const tried of cases) {
      const names = { trial: trial.name, ...namesOf(tried) }
      say(`${describeNames({ ...names, trial: name })} …`)
      const outcome = await runCase(tried, { ...choice, size: 'proof', root: sabotaged, databases, keepFiles: false })
      const [verdict, seen] = [toVerdict(outcome), outcome.figures]
      say(`  ${verdict}: ${seen}`)
      yield { kind: 'proof', ...names, removed, verdict, seen, ...noteCircumstances(root) }
    }
  } finally {
    rmSync(sabotaged, { recursive: true, force: true })
  }
}

/** A case that breaks off has seen nothing: only faults prove that it looks. */
function toVerdict({ verdict, faults }: Outcome): Verdict {
  if (verdict === 'skipped') return 'skipped'
  return faults > 0 ? 'passed' : 'FAILED'
}

function chosenCases({ trials: chosen, engines }: Choice): { trial: Trial; tried: Case }[] {
  const all = chosen.flatMap((trial) => trial.cases.map((tried) => ({ trial, tried })))
  return all.filter(({ tried }) => engines.includes(tried.engine))
}

type Names = Readonly<{ trial: string; engine: string; setUp: string }>

function namesOf({ engine, setUp }: Case) {
  return { engine: engineNames[engine], setUp }
}

function describeNames({ trial, engine, setUp }: Names): string {
  return `${trial}, ${engine}, ${setUp}`
}

function toRow(record: TrialRecord): string[] {
  const [size, figures] = record.kind === 'case' ? [record.size, record.figures] : [record.removed, record.seen]
  return [record.trial, `${record.engine}, ${record.setUp}`, size, record.verdict, figures]
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
