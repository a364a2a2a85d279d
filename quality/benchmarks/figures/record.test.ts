import { expect, it } from 'vitest'
import { mergeResults, type Results, type Run } from './record.ts'

const run = (ranAt: string): Run => ({
  ranAt,
  commit: 'abc',
  machine: 'one',
  versions: 'some',
  rounds: 5,
  seconds: 4,
  loadBefore: 0,
})

const results = (ranAt: string, target: string, load: string): Results => ({
  profiles: [],
  series: [{ scenario: 'token', target, load, rounds: [], run: run(ranAt) }],
  figures: [{ scenario: 'search', target, subject: load, unit: 'ms', median: 1, p99: 2, count: 3, run: run(ranAt) }],
})

const namesOf = ({ series, figures }: Results) =>
  [...series, ...figures].map(({ target, run: { ranAt } }) => `${target} ${ranAt}`)

it('replaces a result by its newer repetition', () => {
  const merged = mergeResults(results('Monday', 'ours', '32 connections'), results('Tuesday', 'ours', '32 connections'))
  expect(namesOf(merged)).toEqual(['ours Tuesday', 'ours Tuesday'])
})

it('keeps results that the newer run did not measure', () => {
  const merged = mergeResults(
    results('Monday', 'ours', '32 connections'),
    results('Tuesday', 'limit', '32 connections'),
  )
  expect(namesOf(merged)).toEqual(['ours Monday', 'limit Tuesday', 'ours Monday', 'limit Tuesday'])
})

it('keeps results at different loads apart', () => {
  const merged = mergeResults(results('Monday', 'ours', '32 connections'), results('Tuesday', 'ours', '500/s'))
  expect(merged.series).toHaveLength(2)
})
