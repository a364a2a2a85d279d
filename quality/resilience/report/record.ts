export type Verdict = 'passed' | 'FAILED' | 'skipped'

/** Where and on what something ran. */
export type Circumstances = Readonly<{ ranAt: string; commit: string; machine: string }>

/** A case that was run at full size. */
export type CaseRecord = Circumstances &
  Readonly<{
    kind: 'case'
    trial: string
    engine: string
    setUp: string
    size: string
    verdict: Verdict
    /** What was counted and measured; or what went wrong; or why it was skipped. */
    figures: string
  }>

/** A case that was run on a product from which something had been taken away. It has passed if it saw faults. */
export type ProofRecord = Circumstances &
  Readonly<{
    kind: 'proof'
    trial: string
    engine: string
    setUp: string
    removed: string
    verdict: Verdict
    seen: string
  }>

export type TrialRecord = CaseRecord | ProofRecord

/** What is on record already, with the newer ones in place of those that they repeat. */
export function mergeRecords(known: readonly TrialRecord[], newer: readonly TrialRecord[]): TrialRecord[] {
  const byKey = new Map([...known, ...newer].map((record) => [keyOf(record), record]))
  return [...byKey.values()]
}

function keyOf(record: TrialRecord): string {
  const what = record.kind === 'proof' ? record.removed : ''
  return [record.kind, record.trial, record.engine, record.setUp, what].join('|')
}
