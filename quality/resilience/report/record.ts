export type Verdict = 'passed' | 'FAILED' | 'skipped'

/** When, on which commit and on which machine a run took place. */
export type Circumstances = Readonly<{
  ranAt: string
  commit: string
  machine: string
  /** The load average before the run; missing in results from before it was recorded. */
  loadBefore?: number
}>

/** The result of a case at full size. */
export type CaseRecord = Circumstances &
  Readonly<{
    kind: 'case'
    test: string
    engine: string
    setUp: string
    size: string
    verdict: Verdict
    /** Counts and measurements, faults, or the reason for skipping. */
    figures: string
  }>

/** The result of a case on a mutated product. It passes by reporting faults. */
export type ProofRecord = Circumstances &
  Readonly<{
    kind: 'proof'
    test: string
    engine: string
    setUp: string
    removed: string
    verdict: Verdict
    seen: string
  }>

export type ResultRecord = CaseRecord | ProofRecord

/** Replaces records by their newer repetitions. */
export function mergeRecords(known: readonly ResultRecord[], newer: readonly ResultRecord[]): ResultRecord[] {
  const byKey = new Map([...known, ...newer].map((record) => [keyOf(record), record]))
  return [...byKey.values()]
}

function keyOf(record: ResultRecord): string {
  const what = record.kind === 'proof' ? record.removed : ''
  return [record.kind, record.test, record.engine, record.setUp, what].join('|')
}
