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

const results = (ranAt: string, contestant: string, load: string): Results => ({
  profiles: [],
  series: [{ work: 'token', contestant, load, rounds: [], run: run(ranAt) }],
  figures: [{ work: 'search', contestant, subject: load, unit: 'ms', median: 1, p99: 2, count: 3, run: run(ranAt) }],
})

const namesOf = ({ series, figures }: Results) =>
  [...series, ...figures].map(({ contestant, run: { ranAt } }) => `${contestant} ${ranAt}`)

it('puts a newer result in the place of the one that it repeats', () => {
  const merged = mergeResults(results('Monday', 'ours', '32 connections'), results('Tuesday', 'ours', '32 connections'))
  expect(namesOf(merged)).toEqual(['ours Tuesday', 'ours Tuesday'])
})

it('keeps what the newer run did not measure', () => {
  const merged = mergeResults(
    results('Monday', 'ours', '32 connections'),
    results('Tuesday', 'limit', '32 connections'),
  )
  expect(namesOf(merged)).toEqual(['ours Monday', 'limit Tuesday', 'ours Monday', 'limit Tuesday'])
})

it('tells loads apart', () => {
  const merged = mergeResults(results('Monday', 'ours', '32 connections'), results('Tuesday', 'ours', '500/s'))
  expect(merged.series).toHaveLength(2)
})
