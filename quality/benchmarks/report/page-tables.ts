import { formatLoad, formatMarkdownTable } from '../../resilience/report/markdown.ts'
import type { Results, Round, Run, Series } from '../figures/record.ts'
import { median, medianRatio } from '../figures/statistics.ts'
import type { Target } from '../targets/target.ts'

const ours = 'ours-sqlite'
const ratioAt = '32 connections'
/** Below this share of the requested rate, a target cannot keep up. */
const keptUp = 0.98

const titles: Readonly<Record<string, string>> = {
  token: 'Token (`client_credentials`)',
  refresh: 'Refresh, each token used once',
  sso: 'Sign-in link (`/auth/v1/sso`)',
  redeem: 'Opening a sign-in link (`/sso`)',
  introspect: 'Token introspection',
  jwks: 'JSON Web Key Set',
  verify: 'Token verification by a resource server',
  'cold-start': 'Cold start',
  search: 'Account search',
  'second-look': 'Account search with typos',
  palette: 'Command palette',
  activity: 'Pages of Activity',
  lists: 'Lists of managers',
  launcher: 'Launcher page',
  storm: 'Storm of wrong passwords',
}

export function titleOf(scenario: string): string {
  return titles[scenario] ?? scenario.replace(/^growth: /, 'Growth: ')
}

/** For each scenario: responses per second by number of connections, and latency at a constant rate. */
export function formatScenarioTables(targets: readonly Target[], series: Results['series']): string[] {
  const order = targets.map(({ name }) => name)
  const inOrder = [...series].sort((one, other) => order.indexOf(one.target) - order.indexOf(other.target))
  const byScenario = Map.groupBy(inOrder, ({ scenario }) => scenario)
  return [...byScenario].flatMap(([scenario, all]) => [
    `## ${titleOf(scenario)}`,
    describeLoad(all),
    formatScenario(all),
  ])
}

function formatScenario(all: readonly Series[]): string {
  const loads = [...new Set(all.map(({ load }) => load))]
    .filter((load) => load !== '–')
    .sort((one, other) => rankOf(one) - rankOf(other))
  const oursThere = all.find(({ target, load }) => target === ours && load === ratioAt)
  const rows = [...Map.groupBy(all, ({ target }) => target)].map(([target, own]) => [
    target,
    ...loads.map((load) => formatCell(own.find((each) => each.load === load || each.load === '–'))),
    formatRatio(
      oursThere,
      own.find(({ load }) => load === ratioAt),
    ),
    String(Math.round(Math.max(...own.map(({ rounds }) => median(rounds.map(({ memoryMb }) => memoryMb)))))),
  ])
  return formatMarkdownTable(['Target', ...loads, 'Ours ÷ theirs', 'MB'], rows)
}

/** The load averages before the runs behind a table. */
function describeLoad(all: readonly { run: Run }[]): string {
  const loads = [...new Set(all.map(({ run }) => formatLoad(run.loadBefore)))]
  return `Load average before the run: ${loads.join(', ')}.`
}

/** Closed loops by their connections, then open loops. */
function rankOf(load: string): number {
  return Number.parseInt(load, 10) + (load.endsWith('/s') ? 1e9 : 0)
}

function formatCell(series: Series | undefined): string {
  if (!series) return '–'
  const { rounds, failure, load } = series
  if (failure !== undefined) return `failed: ${failure.split(':')[0]}`
  return load.endsWith('/s') ? formatWaits(rounds, Number.parseInt(load, 10)) : formatRates(rounds)
}

function formatRates(rounds: readonly Round[]): string {
  const rates = rounds.map(({ perSecond }) => perSecond)
  return `**${Math.round(median(rates))}** (${Math.round(Math.min(...rates))} – ${Math.round(Math.max(...rates))})`
}

function formatWaits(rounds: readonly Round[], asked: number): string {
  if (median(rounds.map(({ perSecond }) => perSecond)) < keptUp * asked) return 'cannot keep up'
  const [p50, p99] = (['p50', 'p99'] as const).map((name) => median(rounds.map((round) => round[name])).toFixed(1))
  return `p50 ${p50} ms, p99 ${p99} ms`
}

function formatRatio(oursThere: Series | undefined, theirs: Series | undefined): string {
  if (!oursThere?.rounds.length || !theirs?.rounds.length) return '–'
  const [one, other] = [oursThere, theirs].map(({ rounds }) => rounds.map(({ perSecond }) => perSecond))
  return medianRatio(one ?? [], other ?? []).toFixed(2)
}

/** For each scenario: what was measured, and its median and p99 on each target. */
export function formatFigureTables(figures: Results['figures']): string[] {
  const byScenario = Map.groupBy(figures, ({ scenario }) => scenario)
  return [...byScenario].flatMap(([scenario, all]) => {
    const targets = [...new Set(all.map(({ target }) => target))]
    const rows = [...Map.groupBy(all, ({ subject }) => subject)].map(([subject, own]) => [
      subject,
      ...targets.map((name) => formatFigure(own.find(({ target }) => target === name))),
      String(Math.min(...own.map(({ count }) => count))),
    ])
    const headings = ['Measured', ...targets, 'Samples']
    const figuresAre = `Median and p99. ${describeLoad(all)}`
    return [`## ${titleOf(scenario)}`, figuresAre, formatMarkdownTable(headings, rows)]
  })
}

function formatFigure(figure: Results['figures'][number] | undefined): string {
  if (!figure) return '–'
  const { unit, median: middle, p99 } = figure
  return unit === 'ms' ? `${middle.toFixed(1)}, ${p99.toFixed(1)} ms` : `${Math.round(middle)} per second`
}
