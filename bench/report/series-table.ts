import { formatTable } from '../../cli/output.ts'
import type { Round, Series } from '../figures/record.ts'
import { median, medianRatio } from '../figures/statistics.ts'

const headings = [
  'WORK',
  'LOAD',
  'CONTESTANT',
  'PER S',
  'FROM – TO',
  'OURS ÷',
  'P50 MS',
  'P99 MS',
  'MB',
  'CPU',
  'LOAD CPU',
]

/** Medians and spread, and how many times theirs ours is: of each contestant, beside those who did the same. */
export function formatSeries(series: readonly Series[], ours: string): string[] {
  const inOrder = [...series].sort((one, other) => orderOf(series, one) - orderOf(series, other))
  return formatTable(
    headings,
    inOrder.map((each) => toRow(each, findOurs(series, each, ours))),
  )
}

/** Whoever did the same work at the same load stands together. */
function orderOf(series: readonly Series[], { work, load }: Series): number {
  return series.findIndex((each) => each.work === work && each.load === load)
}

function findOurs(series: readonly Series[], { work, load }: Series, ours: string): Series | undefined {
  return series.find((each) => each.work === work && each.load === load && each.contestant === ours)
}

function toRow(series: Series, ours: Series | undefined): string[] {
  const { work, load, contestant, rounds, failure } = series
  if (failure !== undefined) return [work, load, contestant, 'failed']
  const of = (pick: (round: Round) => number) => median(rounds.map(pick))
  const rates = rounds.map(({ perSecond }) => perSecond)
  const spread = `${Math.round(Math.min(...rates))} – ${Math.round(Math.max(...rates))}`
  const ratio =
    ours &&
    medianRatio(
      ours.rounds.map(({ perSecond }) => perSecond),
      rates,
    ).toFixed(2)
  return [
    work,
    load,
    contestant,
    String(Math.round(of(({ perSecond }) => perSecond))),
    spread,
    ratio ?? '–',
    of(({ p50 }) => p50).toFixed(1),
    of(({ p99 }) => p99).toFixed(1),
    String(Math.round(of(({ memoryMb }) => memoryMb))),
    of(({ processors }) => processors).toFixed(2),
    of(({ generatorLoad }) => generatorLoad).toFixed(2),
  ]
}
