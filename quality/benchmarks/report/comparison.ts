import { formatTable } from '../../../cli/output.ts'
import type { Round, Series } from '../figures/record.ts'
import { median, ratiosOf } from '../figures/statistics.ts'
import { counterpartOf, perRequest } from './tables.ts'

const headings = ['SCENARIO', 'LOAD', 'AGAINST', 'PER S ÷', 'FROM – TO', 'CPU ÷', 'FROM – TO']

/** What the product costs compared with its earlier commit: the median of the rounds’ ratios, and their range. */
export function formatComparison(series: readonly Series[]): string[] {
  const pairs = series
    .filter(({ target }) => target.startsWith('former-'))
    .map((former) => ({ former, now: series.find((each) => isCounterpart(each, former)) }))
  const rows = pairs.flatMap(({ former, now }) => (now && isWhole(now) && isWhole(former) ? [toRow(now, former)] : []))
  return formatTable(headings, rows)
}

function isCounterpart({ scenario, load, target }: Series, former: Series): boolean {
  return scenario === former.scenario && load === former.load && target === counterpartOf(former.target)
}

function isWhole({ rounds, failure }: Series): boolean {
  return failure === undefined && rounds.length > 0
}

function toRow(now: Series, former: Series): string[] {
  const cells = (pick: (round: Round) => number) =>
    formatRatios(ratiosOf(now.rounds.map(pick), former.rounds.map(pick)))
  return [former.scenario, former.load, former.target, ...cells(({ perSecond }) => perSecond), ...cells(perRequest)]
}

function formatRatios(ratios: readonly number[]): [string, string] {
  return [median(ratios).toFixed(3), `${Math.min(...ratios).toFixed(3)} – ${Math.max(...ratios).toFixed(3)}`]
}
