import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { Results, Run } from '../figures/record.ts'
import { enterResults } from './page.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-page-'))
const file = join(folder, 'performance.md')
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run: Run = {
  ranAt: '2026-01-02T03:04:05.678Z',
  commit: 'abc --> def',
  machine: '2 × processor',
  versions: 'some -- others',
  rounds: 3,
  seconds: 4,
  loadBefore: 0.5,
}

const round = { p50: 1.23456789, p99: 2, memoryMb: 250, processors: 1, generatorLoad: 0.1 }

function results(contestant: string, perSecond: number): Results {
  const series = { work: 'token', contestant, load: '32 connections', rounds: [{ ...round, perSecond }], run }
  return { series: [series], figures: [], profiles: [] }
}

it('goes on from what it holds', () => {
  enterResults(file, [], results('ours-sqlite', 100))
  enterResults(file, [], results('limit', 50))
  enterResults(file, [], results('ours-sqlite', 200))
  const page = readFileSync(file, 'utf8')
  expect(page).toContain('| limit | **50** (50 – 50) | 4.00 | 250 |')
  expect(page).toContain('| ours-sqlite | **200** (200 – 200) | 1.00 | 250 |')
  expect(page).toContain('| token, ours-sqlite ≥ 0.8 × token, limit | 4.00 × | met |')
  expect(page.match(/-->/g)).toHaveLength(2)
})
