import { existsSync, readFileSync } from 'node:fs'
import type { Results, Run } from '../figures/record.ts'

const mark = '<!-- What the next run goes on from: '

/** Runs by the instant at which they began, since a run has many results. */
type Stored = Readonly<{
  runs: Readonly<Record<string, Run>>
  series: readonly (Omit<Results['series'][number], 'run'> & { run: string })[]
  figures: readonly (Omit<Results['figures'][number], 'run'> & { run: string })[]
  profiles: readonly (Omit<Results['profiles'][number], 'run'> & { run: string })[]
}>

/** What a page holds of earlier runs, in a comment at its end; nothing where there is no page. */
export function readResults(file: string): Results {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const start = text.indexOf(mark)
  if (start < 0) return { series: [], figures: [], profiles: [] }
  const stored: Stored = JSON.parse(text.slice(start + mark.length, text.lastIndexOf(' -->')))
  const withRun = <T extends { run: string }>(one: T) => ({ ...one, run: runOf(stored, one.run) })
  const { series, figures, profiles } = stored
  return { series: series.map(withRun), figures: figures.map(withRun), profiles: profiles.map(withRun) }
}

/** The comment that it is read from. */
export function formatResults({ series, figures, profiles }: Results): string {
  const runs = Object.fromEntries([...series, ...figures, ...profiles].map(({ run }) => [run.ranAt, run]))
  const withoutRun = <T extends { run: Run }>(one: T) => ({ ...one, run: one.run.ranAt })
  const [shortSeries, shortFigures] = [series.map(withoutRun), figures.map(withoutRun)]
  const stored = { runs, series: shortSeries, figures: shortFigures, profiles: profiles.map(withoutRun) }
  const text = JSON.stringify(stored, (_name, value) =>
    typeof value === 'number' ? Number(value.toPrecision(5)) : value,
  )
  // A comment may hold no two hyphens in a row.
  return `${mark}${text.replaceAll('--', '-\\u002d')} -->`
}

function runOf({ runs }: Stored, ranAt: string): Run {
  const run = runs[ranAt]
  if (!run) throw new Error(`docs/performance.md knows nothing of the run of ${ranAt}`)
  return run
}
