import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { formatTable } from '../cli/output.ts'
import { root } from '../scripts/run-to-end.ts'
import { trials } from './catalogue.ts'
import type { Choice } from './choice.ts'
import { whenInterrupted } from './interrupt.ts'
import { noteCircumstances } from './report/circumstances.ts'
import type { CaseRecord, ProofRecord, TrialRecord, Verdict } from './report/record.ts'
import { enterRecords } from './report/reliability-page.ts'
import { Databases, engineNames } from './rig/databases.ts'
import { type Outcome, runCase } from './run-case.ts'
import { buildSabotaged } from './sabotaged-product.ts'
import type { Case, Trial } from './trial.ts'

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
    for (const trial of choice.trials) {
      for await (const record of choice.sabotage
        ? runSabotages(trial, choice, databases)
        : run(trial, choice, databases)) {
        records.push(record)
        if (isForRecord(choice)) enterRecords(reportFile, trials, [record])
      }
    }
  } finally {
    await databases.close()
    callOff()
  }
  process.stdout.write(
    `${formatTable(['TRIAL', 'RUN ON', 'SIZE', 'RESULT', 'FIGURES'], records.map(toRow)).join('\n')}\n`,
  )
  return records.every(({ verdict }) => verdict !== 'FAILED')
}

/** Somebody who says how long a run is to be wants to see something else. */
function isForRecord({ sabotage, size, minutes }: Choice): boolean {
  return (sabotage || size === 'full') && minutes === undefined
}

async function* run(trial: Trial, choice: Choice, databases: Databases): AsyncGenerator<CaseRecord> {
  for (const tried of casesOf(trial, choice)) {
    say(`${trial.name}, ${placeOf(tried)} …`)
    const { verdict, size, figures } = await runCase(tried, {
      ...choice,
      root,
      databases,
      keepFiles: true,
    })
    say(`  ${verdict}: ${figures}`)
    yield { kind: 'case', trial: trial.name, ...namesOf(tried), verdict, size, figures, ...noteCircumstances(root) }
  }
}

/** On a sabotaged product: there a case passes by reporting faults. */
async function* runSabotages(trial: Trial, choice: Choice, databases: Databases): AsyncGenerator<ProofRecord> {
  for (const sabotage of trial.sabotages) {
    const cases = casesOf(trial, choice).filter(sabotage.notices)
    if (cases.length === 0) continue
    say(`${sabotage.name}: building a product without it …`)
    const sabotaged = buildSabotaged(root, sabotage)
    try {
      for (const tried of cases) {
        say(`${sabotage.name}, ${placeOf(tried)} …`)
        const outcome = await runCase(tried, {
          ...choice,
          size: 'proof',
          root: sabotaged,
          databases,
          keepFiles: false,
        })
        const [verdict, seen, { removed }] = [toVerdict(outcome), outcome.figures, sabotage]
        say(`  ${verdict}: ${seen}`)
        const names = { trial: trial.name, ...namesOf(tried) }
        yield { kind: 'proof', ...names, removed, verdict, seen, ...noteCircumstances(root) }
      }
    } finally {
      rmSync(sabotaged, { recursive: true, force: true })
    }
  }
}

/** A case that breaks off has seen nothing: only faults prove that it looks. */
function toVerdict({ verdict, faults }: Outcome): Verdict {
  if (verdict === 'skipped') return 'skipped'
  return faults > 0 ? 'passed' : 'FAILED'
}

function casesOf(trial: Trial, { engines }: Choice): Case[] {
  return trial.cases.filter(({ engine }) => engines.includes(engine))
}

function namesOf({ engine, setUp }: Case) {
  return { engine: engineNames[engine], setUp }
}

function placeOf({ engine, setUp }: Case): string {
  return `${engineNames[engine]}, ${setUp}`
}

function toRow(record: TrialRecord): string[] {
  const [size, figures] = record.kind === 'case' ? [record.size, record.figures] : [record.removed, record.seen]
  return [record.trial, `${record.engine}, ${record.setUp}`, size, record.verdict, figures]
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
