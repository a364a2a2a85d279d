import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatTable } from '../../cli/output.ts'
import { root } from '../../scripts/run-to-end.ts'
import { resilienceTests } from './catalogue.ts'
import { type Choice, chosenCases } from './choice.ts'
import { Databases, engineNames } from './harness/databases.ts'
import { onInterrupt } from './interrupt.ts'
import { buildMutated } from './mutated-product.ts'
import { noteCircumstances } from './report/circumstances.ts'
import { type CaseRecord, mergeRecords, type ProofRecord, type ResultRecord, type Verdict } from './report/record.ts'
import { formatPage } from './report/reliability-page.ts'
import type { Case, Mutation, ResilienceTest } from './resilience-test.ts'
import { type Outcome, runCase } from './run-case.ts'
import { runInParallel } from './run-in-parallel.ts'

/** Short cases mostly wait. At full size, parallel cases would distort the figures. */
const casesAtOnce = { full: 1, short: 2, proof: 1 } as const

const resultsFile = join(root, 'quality/results/resilience.json')
const pageFile = join(root, 'docs/evidence/reliability.md')

/**
 * Runs the chosen tests on the built product and prints a table. Results at full size and of mutations are published
 * one by one, so that an interrupted run keeps them.
 * @returns whether none failed
 */
export async function runResilienceTests(choice: Choice): Promise<boolean> {
  const databases = new Databases()
  const callOff = onInterrupt(() => databases.close())
  const records: ResultRecord[] = []
  try {
    for await (const record of choice.mutations ? runMutations(choice, databases) : runCases(choice, databases)) {
      records.push(record)
      if (isPublished(choice)) publish(record)
    }
  } finally {
    await databases.close()
    callOff()
  }
  const order = resilienceTests.map(({ name }) => name)
  records.sort((one, other) => order.indexOf(one.test) - order.indexOf(other.test))
  process.stdout.write(
    `${formatTable(['TEST', 'RUN ON', 'SIZE', 'RESULT', 'FIGURES'], records.map(toRow)).join('\n')}\n`,
  )
  return records.every(({ verdict }) => verdict !== 'FAILED')
}

/** Runs with a chosen duration are not published. */
function isPublished({ mutations, size, minutes }: Choice): boolean {
  return (mutations || size === 'full') && minutes === undefined
}

function publish(record: ResultRecord): void {
  const records = mergeRecords(JSON.parse(readFileSync(resultsFile, 'utf8')), [record])
  writeFileSync(resultsFile, `${JSON.stringify(records, null, 1)}\n`)
  writeFileSync(pageFile, formatPage(resilienceTests, records))
}

function runCases(choice: Choice, databases: Databases): AsyncGenerator<CaseRecord> {
  const jobs = chosenCases(choice).map(({ test, tried }) => async (): Promise<CaseRecord> => {
    const names = { test: test.name, ...namesOf(tried) }
    say(`${describeNames(names)} …`)
    const circumstances = noteCircumstances(root)
    const outcome = await runCase(tried, { ...choice, root, databases, keepFiles: true })
    const { verdict, size, figures } = outcome
    say(`${describeNames(names)}: ${verdict}, ${figures}`)
    return { kind: 'case', ...names, verdict, size, figures, ...circumstances }
  })
  return runInParallel(jobs, casesAtOnce[choice.size])
}

/** Runs cases on mutated products. A case passes if it reports faults. */
async function* runMutations(choice: Choice, databases: Databases): AsyncGenerator<ProofRecord> {
  for (const test of choice.resilienceTests) {
    const cases = chosenCases({ ...choice, resilienceTests: [test] }).map(({ tried }) => tried)
    for (const mutation of test.mutations) {
      const noticing = cases.filter(mutation.notices)
      if (noticing.length > 0) yield* runMutation({ test, mutation, cases: noticing }, choice, databases)
    }
  }
}

type Proving = Readonly<{ test: ResilienceTest; mutation: Mutation; cases: readonly Case[] }>

async function* runMutation(
  { test, mutation, cases }: Proving,
  choice: Choice,
  databases: Databases,
): AsyncGenerator<ProofRecord> {
  const { name, removed } = mutation
  say(`${name}: building a product without it …`)
  const mutated = buildMutated(root, mutation)
  try {
    for (const tried of cases) {
      const names = { test: test.name, ...namesOf(tried) }
      say(`${describeNames({ ...names, test: name })} …`)
      const circumstances = noteCircumstances(root)
      const outcome = await runCase(tried, { ...choice, size: 'proof', root: mutated, databases, keepFiles: false })
      const [verdict, seen] = [toVerdict(outcome), outcome.figures]
      say(`  ${verdict}: ${seen}`)
      yield { kind: 'proof', ...names, removed, verdict, seen, ...circumstances }
    }
  } finally {
    rmSync(mutated, { recursive: true, force: true })
  }
}

/** Only reported faults prove that a case detects the mutation; an error does not. */
function toVerdict({ verdict, faults }: Outcome): Verdict {
  if (verdict === 'skipped') return 'skipped'
  return faults > 0 ? 'passed' : 'FAILED'
}

type Names = Readonly<{ test: string; engine: string; setUp: string }>

function namesOf({ engine, setUp }: Case) {
  return { engine: engineNames[engine], setUp }
}

function describeNames({ test, engine, setUp }: Names): string {
  return `${test}, ${engine}, ${setUp}`
}

function toRow(record: ResultRecord): string[] {
  const [size, figures] = record.kind === 'case' ? [record.size, record.figures] : [record.removed, record.seen]
  return [record.test, `${record.engine}, ${record.setUp}`, size, record.verdict, figures]
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
