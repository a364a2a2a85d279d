import type { Figure, Results, Round, Series } from '../figures/record.ts'
import { median, medianRatio } from '../figures/statistics.ts'

export type Verdict = 'met' | 'MISSED' | 'not measured'

/** A goal, held against what was measured. */
export type JudgedGoal = Readonly<{ goal: string; measured: string; verdict: Verdict }>

const at32 = '32 connections'
const mostMemoryMb = 300
const mostColdStartMs = 3_000
const mostSearchMs = 15
const mostLauncherMs = 50
const mostGrowth = 1.25

/** Every goal, in the order of the page. */
export function judgeGoals(results: Results): JudgedGoal[] {
  return [
    judgeRatio(results, ['token', 'ours-sqlite'], ['token', 'limit'], 0.8),
    judgeRatio(results, ['token', 'ours-sqlite'], ['token', 'limit-threaded'], 0.8),
    judgeRatio(results, ['token', 'ours-sqlite'], ['token', 'bare-next'], 3),
    judgeRatio(results, ['token', 'ours-sqlite'], ['token', 'better-auth'], 7),
    judgeRatio(results, ['token', 'ours-sqlite'], ['token', 'oidc-provider'], 1),
    ...['ours-sqlite', 'ours-postgres'].flatMap((ours) => [
      judgeRatio(results, ['refresh', ours], ['token', ours], 0.75),
      judgeRatio(results, ['sso', ours], ['token', ours], 0.75),
    ]),
    judgeMemory(results),
    judgeFigures(results, 'cold start of the built product to the first 200', 'cold-start', 'median', mostColdStartMs),
    ...judgeGrowth(results),
    judgeFigures(results, 'account search at 1 000 000 accounts, worst p99', 'search', 'p99', mostSearchMs),
    judgeFigures(
      { ...results, figures: results.figures.filter(({ contestant }) => contestant.endsWith(', 100 000')) },
      'first byte of the launcher with 100 000 accounts, median',
      'launcher',
      'median',
      mostLauncherMs,
    ),
    ...judgeLauncherGrowth(results),
  ]
}

type Name = readonly [work: string, contestant: string]

function judgeRatio(results: Results, one: Name, other: Name, least: number): JudgedGoal {
  const goal = `${one.join(', ')} ≥ ${least} × ${other.join(', ')}`
  const [ours, theirs] = [one, other].map(([work, contestant]) =>
    results.series.find((each) => each.work === work && each.contestant === contestant && each.load === at32),
  )
  if (!ours || !theirs || isFailed(ours) || isFailed(theirs)) return { goal, measured: '–', verdict: 'not measured' }
  const isOneRun = ours.run.ranAt === theirs.run.ranAt
  const ratio = isOneRun ? medianRatio(ratesOf(ours), ratesOf(theirs)) : median(ratesOf(ours)) / median(ratesOf(theirs))
  const measured = `${ratio.toFixed(2)} ×${isOneRun ? '' : ' (of different runs)'}`
  return { goal, measured, verdict: ratio >= least ? 'met' : 'MISSED' }
}

/** The product as it is run, on either engine; ours behind the router is not. */
const product = /^ours-(sqlite|postgres)\b/

/** Of the worst work and load. */
function judgeMemory({ series }: Results): JudgedGoal {
  const goal = `median memory of the whole process under load ≤ ${mostMemoryMb} MB`
  const ours = series.filter((each) => product.test(each.contestant) && !isFailed(each))
  const worst = ours
    .map((each) => ({ each, memoryMb: median(each.rounds.map(({ memoryMb }) => memoryMb)) }))
    .sort((one, other) => other.memoryMb - one.memoryMb)[0]
  if (!worst) return { goal, measured: '–', verdict: 'not measured' }
  const { work, load, contestant } = worst.each
  const measured = `${Math.round(worst.memoryMb)} MB (${contestant}, ${work}, ${load})`
  return { goal, measured, verdict: worst.memoryMb <= mostMemoryMb ? 'met' : 'MISSED' }
}

/** How many times longer the work takes on the largest database than on the smallest. */
function judgeGrowth({ series }: Results): JudgedGoal[] {
  const grown = series.filter(({ work }) => work.startsWith('growth: '))
  const groups = Map.groupBy(grown, ({ work, contestant }) => `${work}, ${contestant.split(',')[0]}`)
  if (groups.size === 0) return [{ goal: 'growth', measured: '–', verdict: 'not measured' }]
  return [...groups].map(([name, all]) => {
    const [small, large] = all.sort((one, other) => countOf(one) - countOf(other))
    const goal = `${name}: 1 000 000 of everything at most ${mostGrowth} × slower than 1 000`
    if (!small || !large || isFailed(small) || isFailed(large)) return { goal, measured: '–', verdict: 'not measured' }
    const ratio = medianRatio(ratesOf(small), ratesOf(large))
    return { goal, measured: `${ratio.toFixed(2)} ×`, verdict: ratio <= mostGrowth ? 'met' : 'MISSED' }
  })
}

/** How many times longer the first byte takes with the most accounts than with the fewest. */
function judgeLauncherGrowth({ figures }: Results): JudgedGoal[] {
  const opened = figures.filter(({ work }) => work === 'launcher')
  return [...Map.groupBy(opened, ({ contestant }) => contestant.split(',')[0])].map(([engine, all]) => {
    const inOrder = all.sort((one, other) => countOf(one) - countOf(other))
    const [few, many] = [inOrder[0]?.median ?? 0, inOrder.at(-1)?.median ?? 0]
    const ratio = many / few
    const verdict = ratio <= mostGrowth ? 'met' : 'MISSED'
    return { goal: `launcher, ${engine}: no slower with the most accounts`, measured: `${ratio.toFixed(2)} ×`, verdict }
  })
}

function countOf({ contestant }: Pick<Series, 'contestant'>): number {
  return Number(contestant.split(', ')[1]?.replaceAll(' ', ''))
}

/** Of the worst of them. */
function judgeFigures(
  { figures }: Results,
  what: string,
  work: string,
  pick: 'median' | 'p99',
  most: number,
): JudgedGoal {
  const goal = `${what} ≤ ${most} ms`
  const worst = figures
    .filter((figure) => figure.work === work)
    .sort((one: Figure, other: Figure) => other[pick] - one[pick])[0]
  if (!worst) return { goal, measured: '–', verdict: 'not measured' }
  const measured = `${worst[pick].toFixed(1)} ms (${worst.contestant}, ${worst.subject})`
  return { goal, measured, verdict: worst[pick] <= most ? 'met' : 'MISSED' }
}

function ratesOf({ rounds }: Series): number[] {
  return rounds.map(({ perSecond }: Round) => perSecond)
}

function isFailed({ failure, rounds }: Series): boolean {
  return failure !== undefined || rounds.length === 0
}
