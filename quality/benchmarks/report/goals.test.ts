import { expect, it } from 'vitest'
import type { Results, Run } from '../figures/record.ts'
import { judgeGoals } from './goals.ts'

const run = (ranAt: string): Run => ({
  ranAt,
  commit: 'abc',
  machine: 'one',
  versions: 'some',
  rounds: 3,
  seconds: 4,
  loadBefore: 0,
})

function series(scenario: string, target: string, rates: readonly number[], ranAt = 'Monday') {
  const rounds = rates.map((perSecond) => ({
    perSecond,
    p50: 1,
    p99: 2,
    memoryMb: 250,
    processors: 1,
    generatorLoad: 0.1,
  }))
  return { scenario, target, load: '32 connections', rounds, run: run(ranAt) }
}

const judge = (all: Results['series'], goal: string) =>
  judgeGoals({ series: all, figures: [], profiles: [] }).find((judged) => judged.goal.startsWith(goal))

const ofLimit = 'token, ours-sqlite ≥ 0.8 × token, limit'

it('is met by the ratio of the rounds', () => {
  const all = [series('token', 'ours-sqlite', [80, 8, 90]), series('token', 'limit', [100, 10, 100])]
  expect(judge(all, ofLimit)).toMatchObject({ measured: '0.80 ×', verdict: 'met' })
})

it('is missed by less', () => {
  const all = [series('token', 'ours-sqlite', [79]), series('token', 'limit', [100])]
  expect(judge(all, ofLimit)).toMatchObject({ measured: '0.79 ×', verdict: 'MISSED' })
})

it('says so where the figures are of different runs', () => {
  const all = [series('token', 'ours-sqlite', [100]), series('token', 'limit', [100], 'Tuesday')]
  expect(judge(all, ofLimit)?.measured).toBe('1.00 × (of different runs)')
})

it('is not measured where one of them failed or is missing', () => {
  const failed = { ...series('token', 'limit', []), failure: '500' }
  expect(judge([series('token', 'ours-sqlite', [100]), failed], ofLimit)?.verdict).toBe('not measured')
  expect(judge([], ofLimit)?.verdict).toBe('not measured')
})

it('holds the large database against the small one', () => {
  const all = [
    series('growth: token', 'ours-sqlite, 1 000', [130]),
    series('growth: token', 'ours-sqlite, 1 000 000', [100]),
  ]
  expect(judge(all, 'growth: token, ours-sqlite')).toMatchObject({ measured: '1.30 ×', verdict: 'MISSED' })
})

it('judges the memory of the product alone', () => {
  const using = (target: string, memoryMb: number) => {
    const one = series('token', target, [100])
    return { ...one, rounds: one.rounds.map((round) => ({ ...round, memoryMb })) }
  }
  const all = [
    using('ours-sqlite', 260),
    using('ours-postgres', 279),
    using('ours-behind-next', 400),
    using('limit', 500),
  ]
  expect(judge(all, 'median memory')).toMatchObject({
    measured: '279 MB (ours-postgres, token, 32 connections)',
    verdict: 'met',
  })
  expect(judge([...all, using('ours-sqlite, 1 000 000', 281)], 'median memory')?.verdict).toBe('MISSED')
})

it('compares the launcher with many accounts to the one with few', () => {
  const figure = (target: string, median: number) =>
    ({
      scenario: 'launcher',
      target,
      subject: 'first byte',
      unit: 'ms',
      median,
      p99: 99,
      count: 9,
      run: run('Monday'),
    }) as const
  const figures = [
    figure('ours-sqlite, 1 000 000', 12),
    figure('ours-sqlite, 1 000', 10),
    figure('ours-sqlite, 100 000', 60),
  ]
  const goals = judgeGoals({ series: [], figures, profiles: [] })
  expect(goals.find(({ goal }) => goal.startsWith('launcher'))).toMatchObject({ measured: '1.20 ×', verdict: 'met' })
  expect(goals.find(({ goal }) => goal.startsWith('first byte'))).toMatchObject({ verdict: 'MISSED' })
})

it('compares tokens with and without a storm of wrong passwords, and limits the sign-in meanwhile', () => {
  const figure = (subject: string, median: number, p99 = median) =>
    ({
      scenario: 'storm',
      target: 'ours-sqlite',
      subject,
      unit: 'ms',
      median,
      p99,
      count: 9,
      run: run('Monday'),
    }) as const
  const verdicts = (storm: number, signIn: number, newBrowser: number) => {
    const waits = [figure('token, without', 2), figure('token, in the storm', storm)]
    const signIns = [
      figure('sign-in, in the storm', 100, signIn),
      figure('sign-in with a new browser, in the storm', 100, newBrowser),
    ]
    const figures = [...waits, ...signIns]
    const goals = judgeGoals({ series: [], figures, profiles: [] })
    return goals
      .filter(({ goal }) => goal.startsWith('storm'))
      .map(({ measured, verdict }) => `${measured}: ${verdict}`)
  }
  expect(verdicts(4, 2_000, 2_000)).toEqual(['2.00 ×: met', '2000.0 ms: met', '2000.0 ms: met'])
  expect(verdicts(4.1, 2_001, 2_000)).toEqual(['2.05 ×: MISSED', '2001.0 ms: MISSED', '2000.0 ms: met'])
  expect(verdicts(4, 2_000, 2_001)).toEqual(['2.00 ×: met', '2000.0 ms: met', '2001.0 ms: MISSED'])
  const incomplete = judgeGoals({ series: [], figures: [figure('token, without', 2)], profiles: [] })
  expect(incomplete.filter(({ goal }) => goal.startsWith('storm')).map(({ verdict }) => verdict)).toEqual([
    'MISSED',
    'MISSED',
    'MISSED',
  ])
})
