import type { Contestant } from '../contestants/contestant.ts'
import type { Figure, Round, Series } from '../figures/record.ts'
import { median, medianRatio } from '../figures/statistics.ts'
import { formatMarkdownTable } from './markdown.ts'

const ours = 'ours-sqlite'
const ratioAt = '32 connections'
/** A contestant that answers fewer than it is asked for falls behind further and further. */
const keptUp = 0.98

const titles: Readonly<Record<string, string>> = {
  token: 'A token (`client_credentials`)',
  refresh: 'A refresh, each token used once',
  sso: 'A link into an account (`/auth/v1/sso`)',
  redeem: 'Opening a link (`/sso`)',
  introspect: 'Asking about a token (introspection)',
  jwks: 'The published keys',
  verify: 'Verifying a token at its receiver',
  'cold-start': 'Cold start',
  search: 'Account search',
  launcher: 'The launcher',
}

/** Of each work: answers a second at every number of connections, and waits at a fixed rate. */
export function formatWorkTables(contestants: readonly Contestant[], series: readonly Series[]): string[] {
  const order = contestants.map(({ name }) => name)
  const inOrder = [...series].sort((one, other) => order.indexOf(one.contestant) - order.indexOf(other.contestant))
  const byWork = Map.groupBy(inOrder, ({ work }) => work)
  return [...byWork].flatMap(([work, all]) => [
    `## ${titles[work] ?? work.replace(/^growth: /, 'Growth: ')}`,
    formatWork(all),
  ])
}

function formatWork(all: readonly Series[]): string {
  const loads = [...new Set(all.map(({ load }) => load))]
    .filter((load) => load !== '–')
    .sort((one, other) => rankOf(one) - rankOf(other))
  const oursThere = all.find(({ contestant, load }) => contestant === ours && load === ratioAt)
  const rows = [...Map.groupBy(all, ({ contestant }) => contestant)].map(([contestant, own]) => [
    contestant,
    ...loads.map((load) => formatCell(own.find((each) => each.load === load || each.load === '–'))),
    formatRatio(
      oursThere,
      own.find(({ load }) => load === ratioAt),
    ),
    String(Math.round(Math.max(...own.map(({ rounds }) => median(rounds.map(({ memoryMb }) => memoryMb)))))),
  ])
  return formatMarkdownTable(['', ...loads, 'Ours ÷ theirs', 'MB'], rows)
}

/** Closed loops by their connections, then open ones. */
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

export function formatFigureTables(figures: readonly Figure[]): string[] {
  const byWork = Map.groupBy(figures, ({ work }) => work)
  return [...byWork].flatMap(([work, all]) => [
    `## ${titles[work] ?? work}`,
    formatMarkdownTable(
      ['', '', 'Median', 'p99', 'Of'],
      all.map(({ contestant, subject, unit, median: middle, p99, count }) => [
        contestant,
        subject,
        unit === 'ms' ? `${middle.toFixed(1)} ms` : `${Math.round(middle)} a second`,
        unit === 'ms' ? `${p99.toFixed(1)} ms` : '–',
        String(count),
      ]),
    ),
  ])
}
