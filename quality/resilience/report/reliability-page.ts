import type { ResilienceTest } from '../resilience-test.ts'
import { formatList, formatLoad, formatMarkdownTable, wrapText } from './markdown.ts'
import type { CaseRecord, ProofRecord, ResultRecord } from './record.ts'

/** Writes `docs/evidence/reliability.md`. */
export function formatPage(tests: readonly ResilienceTest[], records: readonly ResultRecord[]): string {
  const inOrder = tests.flatMap((test) => records.filter((record) => record.test === test.name))
  const cases = inOrder.filter((record) => record.kind === 'case')
  const proofs = inOrder.filter((record) => record.kind === 'proof')
  const passed = (all: readonly ResultRecord[]) => all.filter(({ verdict }) => verdict === 'passed').length
  return `${[
    '# Reliability',
    wrapText(
      'Written by `npm run trial` from `quality/results/resilience.json`. The built product runs in processes of its own, ' +
        `over real sockets. ${passed(cases)} of ${cases.length} cases passed. Each test also runs on mutated products, ` +
        `where it must report faults: ${passed(proofs)} of ${proofs.length} mutations were detected.`,
    ),
    formatList(tests.map(({ name, guarantee }) => `**${name}**: ${guarantee}`)),
    formatMarkdownTable(
      ['Test', 'Engine', 'Setup', 'Size', 'Result', 'Figures'],
      cases.map(({ test, engine, setUp, size, verdict, figures }) => [test, engine, setUp, size, verdict, figures]),
    ),
    ...tests.map((test) => formatTest(test, proofs)),
    formatRuns(cases, proofs),
  ].join('\n\n')}\n`
}

function formatTest({ name, description }: ResilienceTest, proofs: readonly ProofRecord[]): string {
  const own = proofs.filter(({ test }) => test === name)
  const heading = `## ${name}\n\n${wrapText(description)}`
  if (own.length === 0) return heading
  const rows = own.map(({ removed, engine, setUp, seen }) => [removed, `${engine}, ${setUp}`, seen])
  return `${heading}\n\nDetected mutations:\n\n${formatMarkdownTable(['Mutation', 'Run on', 'Detected faults'], rows)}`
}

function formatRuns(cases: readonly CaseRecord[], proofs: readonly ProofRecord[]): string {
  const all = [...cases, ...proofs]
  const machines = [...new Set(all.map(({ machine }) => machine))]
  const rows = all.map(({ kind, test, engine, setUp, ranAt, commit, machine, loadBefore }) => [
    kind === 'case' ? test : `${test}, mutation`,
    `${engine}, ${setUp}`,
    ranAt.slice(0, 16).replace('T', ' '),
    commit,
    String(machines.indexOf(machine) + 1),
    formatLoad(loadBefore),
  ])
  const headings = ['Test', 'Run on', 'Run (UTC)', 'Commit', 'Machine', 'Load average before']
  const list = machines.map((machine, index) => `${index + 1}. ${machine}`).join('\n')
  return `## Runs\n\n${formatMarkdownTable(headings, rows)}\n\nMachines:\n\n${list}`
}
