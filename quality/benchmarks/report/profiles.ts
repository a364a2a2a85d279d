import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { formatTable } from '../../../cli/output.ts'
import { formatMarkdownTable } from '../../resilience/report/markdown.ts'
import type { Choice } from '../choice.ts'
import { summarizeProfile } from '../figures/profile.ts'
import type { Profile, Results } from '../figures/record.ts'

/** Reads the largest profile of each target, which is the one of its main thread. */
export function readProfiles(folder: string, { scenarios }: Choice, targets: readonly string[]): Profile[] {
  return targets.flatMap((target) => {
    const own = join(folder, target)
    const files = existsSync(own) ? globSync('*.cpuprofile', { cwd: own }).map((file) => join(own, file)) : []
    const [file] = files.sort((one, other) => statSync(other).size - statSync(one).size)
    if (!file) return []
    return [{ target, scenarios: scenarios.join(', '), ...summarizeProfile(JSON.parse(readFileSync(file, 'utf8'))) }]
  })
}

/** For the terminal. */
export function formatProfile({ target, scenarios, busy, places, functions }: Profile): string[] {
  const lines = [...places, ...functions].map(({ name, share }) => [formatShare(share), name])
  return [
    `${target}, ${scenarios}: busy ${formatShare(busy)} of the time`,
    ...formatTable(['SELF', 'WHERE'], lines),
    '',
  ]
}

/** For the page, where a missed goal needs its explanation. */
export function formatProfileTables(profiles: Results['profiles']): string[] {
  if (profiles.length === 0) return []
  return [
    '## Processor time',
    ...profiles.flatMap(({ target, scenarios, busy, places, functions }) => [
      `${target}, ${scenarios}: the main thread is busy ${formatShare(busy)} of the time. Shares of self time:`,
      formatMarkdownTable(
        ['Package', 'Share', 'Function', 'Share'],
        functions.map(({ name, share }, index) => [
          places[index]?.name ?? '',
          places[index] ? formatShare(places[index].share) : '',
          name,
          formatShare(share),
        ]),
      ),
    ]),
  ]
}

function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
