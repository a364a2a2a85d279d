import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Results, Run } from '../figures/record.ts'

type Kind = keyof Results
/** Runs are stored once, by their start; results refer to them. */
type Stored = Readonly<{ runs: Readonly<Record<string, Run>> } & { [K in Kind]: readonly { run: string }[] }>

const kinds: readonly Kind[] = ['series', 'figures', 'profiles']

/** The results of earlier runs; none if the file does not exist. */
export function readResults(file: string): Results {
  const none = { runs: {}, series: [], figures: [], profiles: [] }
  const stored: Stored = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : none
  const withRuns = (kind: Kind) => stored[kind].map((result) => ({ ...result, run: stored.runs[result.run] }))
  return Object.fromEntries(kinds.map((kind) => [kind, withRuns(kind)])) as unknown as Results
}

export function writeResults(file: string, results: Results): void {
  const all = kinds.flatMap((kind) => results[kind].map(({ run }) => [run.ranAt, run] as const))
  const stored = kinds.map((kind) => [kind, results[kind].map((result) => ({ ...result, run: result.run.ranAt }))])
  const shorten = (_name: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value)
  writeFileSync(
    file,
    `${JSON.stringify({ runs: Object.fromEntries(all), ...Object.fromEntries(stored) }, shorten, 1)}\n`,
  )
}
