import { busyLoad, formatList, formatLoad, formatMarkdownTable, wrapText } from '../../resilience/report/markdown.ts'
import type { Results, Run, Series } from '../figures/record.ts'
import { median } from '../figures/statistics.ts'
import type { Target } from '../targets/target.ts'
import { judgeGoals } from './goals.ts'
import { method } from './method.ts'
import { formatFigureTables, formatScenarioTables, titleOf } from './page-tables.ts'
import { formatProfileTables } from './profiles.ts'

/** Writes `docs/evidence/performance.md`. */
export function formatPage(targets: readonly Target[], results: Results): string {
  const goals = judgeGoals(results)
  return `${[
    '# Performance',
    wrapText(
      'Written by `npm run bench` from `quality/results/benchmarks.json`. Figures depend on the machine; compare ratios ' +
        'within one run. Runs that begin at a load average of ' +
        `${busyLoad} or more are marked as busy, and no new ones are published.`,
    ),
    formatList(summarize(results, goals)),
    '## Goals',
    formatMarkdownTable(
      ['Goal', 'Measured', 'Result'],
      goals.map(({ goal, measured, verdict }) => [goal, measured, verdict]),
    ),
    ...formatScenarioTables(targets, results.series),
    ...formatFigureTables(results.figures),
    ...formatProfileTables(results.profiles),
    '## Targets',
    ...targets.map(({ title, name, does, omits }) => wrapText(`**${title}** (\`${name}\`). ${does} *Omits:* ${omits}`)),
    '## Method',
    ...method.map(wrapText),
    formatRuns(results),
  ].join('\n\n')}\n`
}

const summarized = ['token', 'refresh', 'sso', 'redeem', 'introspect']

/** At most ten lines: the rates of SQLite and PostgreSQL, and the goals. */
function summarize({ series }: Results, goals: ReturnType<typeof judgeGoals>): string[] {
  const rateOf = (scenario: string, target: string) => {
    const found = series.find((each) => each.scenario === scenario && each.target === target && isAt32(each))
    return found?.rounds.length ? Math.round(median(found.rounds.map(({ perSecond }) => perSecond))) : undefined
  }
  const rates = summarized.flatMap((scenario) => {
    const [sqlite, postgres] = [rateOf(scenario, 'ours-sqlite'), rateOf(scenario, 'ours-postgres')]
    if (sqlite === undefined || postgres === undefined) return []
    return [`${titleOf(scenario)}: **${sqlite}** per second on SQLite, **${postgres}** on PostgreSQL, 32 connections.`]
  })
  const missed = goals.filter(({ verdict }) => verdict === 'MISSED')
  const met = goals.filter(({ verdict }) => verdict === 'met').length
  return [...rates, `Goals: ${met} of ${goals.length} met, ${missed.length} missed.`]
}

function isAt32({ load }: Series): boolean {
  return load === '32 connections'
}

/** Every run that contributed a result, with the load average of the machine before it. */
function formatRuns({ series, figures, profiles }: Results): string {
  const all = [...series, ...figures, ...profiles.map(({ scenarios, ...rest }) => ({ ...rest, scenario: 'profile' }))]
  const machines = [...new Set(all.map(({ run }) => describeMachine(run)))]
  const rows = [...Map.groupBy(all, ({ run }) => run.ranAt)].map(([ranAt, group]) => {
    const run = group[0]?.run
    return [
      ranAt.slice(0, 16).replace('T', ' '),
      run?.commit ?? '',
      run ? String(machines.indexOf(describeMachine(run)) + 1) : '',
      `${run?.rounds} × ${run?.seconds} s`,
      formatLoad(run?.loadBefore),
      [...new Set(group.map(({ scenario }) => scenario))].join(', '),
    ]
  })
  const headings = ['Started (UTC)', 'Commit', 'Machine', 'Rounds', 'Load average before', 'Scenarios']
  const list = machines.map((machine, index) => `${index + 1}. ${machine}`).join('\n')
  return `## Runs\n\n${formatMarkdownTable(headings, rows)}\n\nMachines:\n\n${list}`
}

function describeMachine({ machine, versions }: Run): string {
  return `${machine}; ${versions}`
}
