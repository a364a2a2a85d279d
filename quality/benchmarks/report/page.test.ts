import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { mergeResults, type Results, type Run } from '../figures/record.ts'
import { targets } from '../targets/catalogue.ts'
import { formatPage } from './page.ts'
import { readResults, writeResults } from './stored-results.ts'

const run: Run = {
  ranAt: '2026-01-02T03:04:05.678Z',
  commit: 'abc | def',
  machine: '2 × processor',
  versions: 'versions',
  rounds: 3,
  seconds: 4,
  loadBefore: 0.5,
}

function resultsOf(target: string, perSecond: number, loadBefore = 0.5): Results {
  const round = { perSecond, p50: 1.23456789, p99: 2, memoryMb: 250, processors: 1, generatorLoad: 0.1 }
  const ownRun = { ...run, ranAt: `${run.ranAt} ${loadBefore}`, loadBefore }
  const series = { scenario: 'token', target, load: '32 connections', rounds: [round], run: ownRun }
  return { series: [series], figures: [], profiles: [] }
}

it('keeps results of earlier runs in the results file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-page-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'benchmarks.json')
  for (const next of [resultsOf('ours-sqlite', 100), resultsOf('limit', 50, 6), resultsOf('ours-sqlite', 200)])
    writeResults(file, mergeResults(readResults(file), next))
  const page = formatPage([], readResults(file))
  expect(page).toContain('| limit | **50** (50 – 50) | 4.00 | 250 |')
  expect(page).toContain('| ours-sqlite | **200** (200 – 200) | 1.00 | 250 |')
  expect(page).toContain('| token, ours-sqlite ≥ 0.8 × token, limit | 4.00 × (of different runs) | met |')
  expect(page).toContain('Load average before the run: 0.5, 6.0 (busy).')
  expect(page).toContain('| abc \\| def |')
})

it('is the published page for the stored results', () => {
  const page = formatPage(targets, readResults('quality/results/benchmarks.json'))
  expect(readFileSync('docs/evidence/performance.md', 'utf8')).toBe(page)
  expect(page).not.toMatch(/<[a-z!]|\/(tmp|root|home)\//)
})
