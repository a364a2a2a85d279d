import { expect, it } from 'vitest'
import type { Series } from '../figures/record.ts'
import { formatComparison } from './comparison.ts'

function series(target: string, rates: readonly number[], extra: Partial<Series> = {}): Series {
  const round = { p50: 1, p99: 2, memoryMb: 100, processors: 1, generatorLoad: 0.3 }
  const rounds = rates.map((perSecond) => ({ ...round, perSecond }))
  return { scenario: 'token', target, load: '32 connections', rounds, ...extra }
}

it('divides round by round, on the same engine', () => {
  const all = [
    series('ours-sqlite', [110, 50, 300]),
    series('former-sqlite', [100, 100, 200]),
    series('ours-postgres', [90]),
    series('former-postgres', [100]),
  ]
  expect(formatComparison(all)).toEqual([
    'SCENARIO  LOAD            AGAINST          PER S ÷  FROM – TO      CPU ÷  FROM – TO',
    'token     32 connections  former-sqlite    1.100    0.500 – 1.500  0.909  0.667 – 2.000',
    'token     32 connections  former-postgres  0.900    0.900 – 0.900  1.111  1.111 – 1.111',
  ])
})

it('leaves out loads without both figures', () => {
  const all = [
    series('ours-sqlite', [1], { failure: 'refused' }),
    series('former-sqlite', [1]),
    series('ours-sqlite', [1], { scenario: 'sso' }),
    series('former-sqlite', [1], { scenario: 'sso', load: '8 connections' }),
  ]
  expect(formatComparison(all)).toEqual([])
})
