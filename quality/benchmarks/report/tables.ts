import { formatTable } from '../../../cli/output.ts'
import type { Figure, Round, Series } from '../figures/record.ts'
import { median, medianRatio } from '../figures/statistics.ts'

const headings = [
  'SCENARIO',
  'LOAD',
  'TARGET',
  'PER S',
  'FROM – TO',
  'OURS ÷',
  'P50 MS',
  'P99 MS',
  'MB',
  'CPU µS',
  'LOAD CPU',
]

/** The target of comparison. An earlier commit is compared with the product on the same engine. */
export const counterpartOf = (target: string) => (target === 'former-postgres' ? 'ours-postgres' : 'ours-sqlite')

/** Processor time in seconds. */
export const perRequest = ({ processors, perSecond }: Round) => processors / perSecond

/** Medians, spread and ratios, grouped by scenario and load. */
export function formatSeries(series: readonly Series[]): string[] {
  const groups = Map.groupBy(series, ({ scenario, load }) => `${scenario}|${load}`)
  const rows = [...groups.values()].flatMap((group) =>
    group.map((each) =>
      toRow(
        each,
        group.find(({ target }) => target === counterpartOf(each.target)),
      ),
    ),
  )
  return formatTable(headings, rows)
}

function toRow(series: Series, ofOurs: Series | undefined): string[] {
  const { scenario, load, target, rounds, failure } = series
  if (failure !== undefined) return [scenario, load, target, 'failed']
  const middle = (pick: (round: Round) => number) => median(rounds.map(pick))
  const rates = rounds.map(({ perSecond }) => perSecond)
  const ratio =
    ofOurs &&
    medianRatio(
      ofOurs.rounds.map(({ perSecond }) => perSecond),
      rates,
    ).toFixed(2)
  return [
    scenario,
    load,
    target,
    String(Math.round(median(rates))),
    `${Math.round(Math.min(...rates))} – ${Math.round(Math.max(...rates))}`,
    ratio ?? '–',
    middle(({ p50 }) => p50).toFixed(1),
    middle(({ p99 }) => p99).toFixed(1),
    String(Math.round(middle(({ memoryMb }) => memoryMb))),
    String(Math.round(middle(perRequest) * 1e6)),
    middle(({ generatorLoad }) => generatorLoad).toFixed(2),
  ]
}

export function formatFigures(figures: readonly Figure[]): string[] {
  const rows = figures.map(({ scenario, target, subject, unit, median: middle, p99, count }) => [
    scenario,
    target,
    subject,
    `${round(middle)} ${unit}`,
    unit === 'ms' ? `${round(p99)} ms` : '–',
    String(count),
  ])
  return formatTable(['SCENARIO', 'TARGET', 'SUBJECT', 'MEDIAN', 'P99', 'OF'], rows)
}

function round(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(1)
}
