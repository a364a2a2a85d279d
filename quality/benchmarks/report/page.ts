import { writeFileSync } from 'node:fs'
import type { Contestant } from '../contestants/contestant.ts'
import { mergeResults, type Results, type Run } from '../figures/record.ts'
import { judgeGoals } from './goals.ts'
import { formatMarkdownTable, wrapText } from './markdown.ts'
import { method } from './method.ts'
import { formatFigureTables, formatWorkTables } from './page-tables.ts'
import { formatProfileTables } from './profiles.ts'
import { formatResults, readResults } from './stored-results.ts'

/** Enters results in `docs/performance.md`, beside what earlier runs have left there. */
export function enterResults(file: string, contestants: readonly Contestant[], newer: Results): void {
  const results = mergeResults(readResults(file), newer)
  writeFileSync(file, formatPage(contestants, results))
}

export function formatPage(contestants: readonly Contestant[], results: Results): string {
  const goals = judgeGoals(results).map(({ goal, measured, verdict }) => [goal, measured, verdict])
  const parts = [
    '# Performance',
    wrapText(
      'Written by `npm run bench`; `npm run bench -- <work> …` repeats single works, and what it measures takes the place ' +
        'of what stood here. Figures depend on the machine; ratios within one run say more.',
    ),
    '## Goals',
    formatMarkdownTable(['Goal', 'Measured', ''], goals),
    ...formatWorkTables(contestants, results.series),
    ...formatFigureTables(results.figures),
    ...formatProfileTables(results.profiles),
    '## Who is measured',
    ...contestants.map(({ title, name, does, omits }) =>
      wrapText(`**${title}** (\`${name}\`). ${does} *Leaves out:* ${omits}`),
    ),
    '## Method',
    ...method.map(wrapText),
    formatRuns(results),
    formatResults(results),
  ]
  return `${parts.join('\n\n')}\n`
}

/** Every run of which something is left on this page. */
function formatRuns({ series, figures }: Results): string {
  const all = [
    ...series.map(({ run, work, contestant }) => ({ run, what: `${work}: ${contestant}` })),
    ...figures.map(({ run, work, contestant }) => ({ run, what: `${work}: ${contestant}` })),
  ]
  const groups = [...Map.groupBy(all, ({ run }) => run.ranAt).values()]
  const machines = [...new Set(all.map(({ run }) => describeMachine(run)))]
  const rows = groups.map((group) => {
    const [first] = group
    if (!first) return []
    const { ranAt, commit, rounds, seconds, loadBefore } = first.run
    return [
      ranAt.slice(0, 16).replace('T', ' '),
      commit,
      String(machines.indexOf(describeMachine(first.run)) + 1),
      `${rounds} × ${seconds} s`,
      loadBefore.toFixed(1),
      [...new Set(group.map(({ what }) => what))].join('; '),
    ]
  })
  const table = formatMarkdownTable(['Begun (UTC)', 'Commit', 'Machine', 'Rounds', 'Load before', 'What'], rows)
  const list = machines.map((machine, index) => `${index + 1}. ${machine}`).join('\n')
  return `## When and where\n\n${table}\n\nMachines:\n\n${list}`
}

function describeMachine({ machine, versions }: Run): string {
  return `${machine}; ${versions}`
}
