import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Trial } from '../trial.ts'
import { type CaseRecord, mergeRecords, type ProofRecord, type TrialRecord } from './record.ts'

const figuresMark = '<!-- What the next run goes on from: '

/** Enters records in `docs/reliability.md`, beside what earlier runs have left there. */
export function enterRecords(file: string, trials: readonly Trial[], newer: readonly TrialRecord[]): void {
  const records = mergeRecords(readRecords(file), newer)
  writeFileSync(file, formatPage(trials, records))
}

function readRecords(file: string): TrialRecord[] {
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  const start = text.indexOf(figuresMark)
  return start < 0 ? [] : JSON.parse(text.slice(start + figuresMark.length, text.lastIndexOf(' -->')))
}

function formatPage(trials: readonly Trial[], records: readonly TrialRecord[]): string {
  const cases = records.filter((record) => record.kind === 'case')
  const proofs = records.filter((record) => record.kind === 'proof')
  const parts = [
    '# Reliability',
    'Written by `npm run trial`; `npm run trial -- <name> …` repeats single trials. The built product runs in processes of\n' +
      'its own and is asked over real sockets. A trial that a machine does not allow is skipped, and does not count.',
    formatTable(
      ['Trial', 'Engine', 'Set-up', 'Size', 'Result', 'Figures'],
      inOrder(trials, cases).map((record) => [
        record.trial,
        record.engine,
        record.setUp,
        record.size,
        record.verdict,
        record.figures,
      ]),
    ),
    ...trials.map((trial) => formatTrial(trial, proofs)),
    formatCircumstances(inOrder(trials, cases), inOrder(trials, proofs)),
    // A comment may hold no two hyphens in a row.
    `${figuresMark}${JSON.stringify(records).replaceAll('--', '-\\u002d')} -->`,
  ]
  return `${parts.join('\n\n')}\n`
}

function formatTrial(trial: Trial, proofs: readonly ProofRecord[]): string {
  const own = proofs.filter((proof) => proof.trial === trial.name)
  const heading = `## ${trial.name}\n\n${wrap(trial.description)}`
  if (own.length === 0) return heading
  const rows = own.map((proof) => [proof.removed, `${proof.engine}, ${proof.setUp}`, proof.seen])
  return `${heading}\n\nShown to be able to fail:\n\n${formatTable(['Taken away', 'Run on', 'What was seen'], rows)}`
}

/** Lines as long as those of the other pages. */
function wrap(text: string): string {
  return text.replace(/(.{1,118})( |$)/g, '$1\n').trimEnd()
}

function formatCircumstances(cases: readonly CaseRecord[], proofs: readonly ProofRecord[]): string {
  const all = [...cases, ...proofs]
  const machines = [...new Set(all.map(({ machine }) => machine))]
  const rows = all.map((record) => [
    record.kind === 'case' ? record.trial : `${record.trial}, something taken away`,
    `${record.engine}, ${record.setUp}`,
    record.ranAt.slice(0, 16).replace('T', ' '),
    record.commit,
    String(machines.indexOf(record.machine) + 1),
  ])
  const list = machines.map((machine, index) => `${index + 1}. ${machine}`).join('\n')
  const table = formatTable(['Trial', 'Run on', 'Ended (UTC)', 'Commit', 'Machine'], rows)
  return `## When and where\n\n${table}\n\nMachines:\n\n${list}`
}

function inOrder<T extends TrialRecord>(trials: readonly Trial[], records: readonly T[]): T[] {
  return trials.flatMap((trial) => records.filter((record) => record.trial === trial.name))
}

function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const toLine = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [toLine(headings), toLine(headings.map(() => '---')), ...rows.map(toLine)].join('\n')
}
