import type { Figure, Results, Round, Series } from '../figures/record.ts'
import { median, medianRatio } from '../figures/statistics.ts'

export type Verdict = 'met' | 'MISSED' | 'not measured'

/** A goal and the figure that decides it. */
export type JudgedGoal = Readonly<{ goal: string; measured: string; verdict: Verdict }>

const at32 = '32 connections'
const at128 = '128 connections'
const maxMemoryMb = 280
const maxColdStartMs = 3_000
const maxSearchMs = 15
const maxSecondLookMs = 50
const maxLauncherMs = 50
const maxActivityMs = 50
const maxListMs = 100
const maxPaletteMs = 50
const maxGrowth = 1.25
const maxStormSlowdown = 2
const maxStormSignInMs = 2_000

/** Every goal, in the order of the page. */
export function judgeGoals(results: Results): JudgedGoal[] {
  return [
    judgeRatio(results, { one: ['token', 'ours-sqlite'], other: ['token', 'limit'], least: 0.8 }),
    judgeRatio(results, { one: ['token', 'ours-sqlite'], other: ['token', 'limit-threaded'], least: 0.8 }),
    judgeRatio(results, { one: ['token', 'ours-sqlite'], other: ['token', 'bare-next'], least: 3 }),
    judgeRatio(results, { one: ['token', 'ours-sqlite'], other: ['token', 'better-auth'], least: 7 }),
    judgeRatio(results, { one: ['token', 'ours-sqlite'], other: ['token', 'better-auth'], least: 7, load: at128 }),
    judgeRatio(results, { one: ['token', 'ours-sqlite'], other: ['token', 'oidc-provider'], least: 0.9 }),
    judgeRatio(results, { one: ['token', 'ours-sqlite'], other: ['token', 'oidc-provider'], least: 1, load: at128 }),
    judgeRatio(results, { one: ['redeem', 'ours-sqlite'], other: ['token', 'ours-sqlite'], least: 0.5 }),
    judgeRatio(results, { one: ['token', 'ours-postgres'], other: ['token', 'ours-sqlite'], least: 0.5 }),
    ...['ours-sqlite', 'ours-postgres'].flatMap((ours) => [
      judgeRatio(results, { one: ['refresh', ours], other: ['token', ours], least: 0.75 }),
      judgeRatio(results, { one: ['sso', ours], other: ['token', ours], least: 0.75 }),
    ]),
    judgeMemory(results),
    judgeFigures(results, {
      what: 'cold start of the built product to the first 200',
      scenario: 'cold-start',
      pick: 'median',
      most: maxColdStartMs,
    }),
    ...judgeGrowth(results),
    judgeFigures(results, {
      what: 'account search at 1 000 000 accounts, worst p99',
      scenario: 'search',
      pick: 'p99',
      most: maxSearchMs,
    }),
    judgeFigures(results, {
      what: 'account search with typos at 1 000 000 accounts and words, worst p99',
      scenario: 'second-look',
      pick: 'p99',
      most: maxSecondLookMs,
    }),
    judgeFigures(results, {
      what: 'a page of Activity at 10 000 000 events, worst median',
      scenario: 'activity',
      pick: 'median',
      most: maxActivityMs,
    }),
    judgeFigures(results, {
      what: 'a list at 1 000 000 accounts, worst median',
      scenario: 'lists',
      pick: 'median',
      most: maxListMs,
    }),
    judgeFigures(results, {
      what: 'the command palette at 1 000 000 accounts, worst median',
      scenario: 'palette',
      pick: 'median',
      most: maxPaletteMs,
    }),
    judgeFigures(
      { ...results, figures: results.figures.filter(({ target }) => target.endsWith(', 100 000')) },
      {
        what: 'first byte of the launcher with 100 000 accounts, median',
        scenario: 'launcher',
        pick: 'median',
        most: maxLauncherMs,
      },
    ),
    ...judgeLauncherGrowth(results),
    ...judgeStorm(results),
  ]
}

type Name = readonly [scenario: string, target: string]

/** The rate of one is to be at least so many times that of the other. */
type Ratio = Readonly<{ one: Name; other: Name; least: number; load?: string }>

function judgeRatio(results: Results, { one, other, least, load = at32 }: Ratio): JudgedGoal {
  const goal = `${one.join(', ')} ≥ ${least} × ${other.join(', ')}${load === at32 ? '' : `, ${load}`}`
  const [ours, theirs] = [one, other].map(([scenario, target]) =>
    results.series.find((each) => each.scenario === scenario && each.target === target && each.load === load),
  )
  if (!ours || !theirs || isFailed(ours) || isFailed(theirs)) return { goal, measured: '–', verdict: 'not measured' }
  const isOneRun = ours.run.ranAt === theirs.run.ranAt
  const ratio = isOneRun ? medianRatio(ratesOf(ours), ratesOf(theirs)) : median(ratesOf(ours)) / median(ratesOf(theirs))
  const measured = `${ratio.toFixed(2)} ×${isOneRun ? '' : ' (of different runs)'}`
  return { goal, measured, verdict: ratio >= least ? 'met' : 'MISSED' }
}

/** The product on either engine, without the variant behind Next. */
const product = /^ours-(sqlite|postgres)\b/

/** Judges the worst scenario and load. */
function judgeMemory({ series }: Results): JudgedGoal {
  const goal = `median memory of the whole process under load ≤ ${maxMemoryMb} MB`
  const ours = series.filter((each) => product.test(each.target) && !isFailed(each))
  const worst = ours
    .map((each) => ({ each, memoryMb: median(each.rounds.map(({ memoryMb }) => memoryMb)) }))
    .sort((one, other) => other.memoryMb - one.memoryMb)[0]
  if (!worst) return { goal, measured: '–', verdict: 'not measured' }
  const { scenario, load, target } = worst.each
  const measured = `${Math.round(worst.memoryMb)} MB (${target}, ${scenario}, ${load})`
  return { goal, measured, verdict: worst.memoryMb <= maxMemoryMb ? 'met' : 'MISSED' }
}

/** Judges how much slower the largest database is than the smallest. */
function judgeGrowth({ series }: Results): JudgedGoal[] {
  const grown = series.filter(({ scenario }) => scenario.startsWith('growth: '))
  const groups = Map.groupBy(grown, ({ scenario, target }) => `${scenario}, ${target.split(',')[0]}`)
  if (groups.size === 0) return [{ goal: 'growth', measured: '–', verdict: 'not measured' }]
  return [...groups].map(([name, all]) => {
    const [small, large] = all.sort((one, other) => countOf(one) - countOf(other))
    const goal = `${name}: 1 000 000 of everything at most ${maxGrowth} × slower than 1 000`
    if (!small || !large || isFailed(small) || isFailed(large)) return { goal, measured: '–', verdict: 'not measured' }
    const ratio = medianRatio(ratesOf(small), ratesOf(large))
    return { goal, measured: `${ratio.toFixed(2)} ×`, verdict: ratio <= maxGrowth ? 'met' : 'MISSED' }
  })
}

/** Judges how much later the first byte arrives with the most accounts than with the fewest. */
function judgeLauncherGrowth({ figures }: Results): JudgedGoal[] {
  const opened = figures.filter(({ scenario }) => scenario === 'launcher')
  return [...Map.groupBy(opened, ({ target }) => target.split(',')[0])].map(([engine, all]) => {
    const inOrder = all.sort((one, other) => countOf(one) - countOf(other))
    const [few, many] = [inOrder[0]?.median ?? 0, inOrder.at(-1)?.median ?? 0]
    const ratio = many / few
    const verdict = ratio <= maxGrowth ? 'met' : 'MISSED'
    return { goal: `launcher, ${engine}: no slower with the most accounts`, measured: `${ratio.toFixed(2)} ×`, verdict }
  })
}

/** Judges how much later tokens are, and how long a user with the right password waits, while many send wrong ones. */
function judgeStorm({ figures }: Results): JudgedGoal[] {
  const measured = figures.filter(({ scenario }) => scenario === 'storm')
  const groups = [...Map.groupBy(measured, ({ target }) => target)]
  if (groups.length === 0) return [{ goal: 'storm of wrong passwords', measured: '–', verdict: 'not measured' }]
  return groups.flatMap(([target, all]) => {
    // Without a figure, the comparison with NaN misses the goal.
    const of = (subject: string) => all.find((figure) => figure.subject === subject) ?? { median: NaN, p99: NaN }
    const ratio = of('token, in the storm').median / of('token, without').median
    const signIns = ['sign-in', 'sign-in with a new browser'].map((what) => {
      const { p99 } = of(`${what}, in the storm`)
      return {
        goal: `storm, ${target}: ${what} ≤ ${maxStormSignInMs} ms, p99`,
        measured: `${p99.toFixed(1)} ms`,
        verdict: p99 <= maxStormSignInMs ? ('met' as const) : ('MISSED' as const),
      }
    })
    return [
      {
        goal: `storm, ${target}: a token at most ${maxStormSlowdown} × slower, median`,
        measured: `${ratio.toFixed(2)} ×`,
        verdict: ratio <= maxStormSlowdown ? 'met' : 'MISSED',
      },
      ...signIns,
    ]
  })
}

function countOf({ target }: Pick<Series, 'target'>): number {
  return Number(target.split(', ')[1]?.replaceAll(' ', ''))
}

/** Judges the worst figure of a scenario. */
function judgeFigures(
  { figures }: Results,
  { what, scenario, pick, most }: Readonly<{ what: string; scenario: string; pick: 'median' | 'p99'; most: number }>,
): JudgedGoal {
  const goal = `${what} ≤ ${most} ms`
  const worst = figures
    .filter((figure) => figure.scenario === scenario)
    .sort((one: Figure, other: Figure) => other[pick] - one[pick])[0]
  if (!worst) return { goal, measured: '–', verdict: 'not measured' }
  const measured = `${worst[pick].toFixed(1)} ms (${worst.target}, ${worst.subject})`
  return { goal, measured, verdict: worst[pick] <= most ? 'met' : 'MISSED' }
}

function ratesOf({ rounds }: Series): number[] {
  return rounds.map(({ perSecond }: Round) => perSecond)
}

function isFailed({ failure, rounds }: Series): boolean {
  return failure !== undefined || rounds.length === 0
}
