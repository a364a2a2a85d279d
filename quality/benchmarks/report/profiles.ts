import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { formatTable } from '../../../cli/output.ts'
import type { Choice } from '../choice.ts'
import { summarizeProfile } from '../figures/profile.ts'
import type { Profile, Results } from '../figures/record.ts'
import { formatMarkdownTable } from './markdown.ts'

/** The profiles that contestants have left in their folders: of each the largest, which is that of its main thread. */
export function readProfiles(folder: string, { works }: Choice, contestants: readonly string[]): Profile[] {
  return contestants.flatMap((contestant) => {
    const own = join(folder, contestant)
    const files = existsSync(own) ? globSync('*.cpuprofile', { cwd: own }).map((file) => join(own, file)) : []
    const [file] = files.sort((one, other) => statSync(other).size - statSync(one).size)
    if (!file) return []
    return [{ contestant, works: works.join(', '), ...summarizeProfile(JSON.parse(readFileSync(file, 'utf8'))) }]
  })
}

/** For the terminal. */
export function formatProfile({ contestant, works, busy, places, functions }: Profile): string[] {
  const lines = [...places, ...functions].map(({ name, share }) => [formatShare(share), name])
  return [
    `${contestant}, ${works}: busy ${formatShare(busy)} of the time`,
    ...formatTable(['SELF', 'WHERE'], lines),
    '',
  ]
}

/** For the page: a goal that is missed has to say why. */
export function formatProfileTables(profiles: Results['profiles']): string[] {
  if (profiles.length === 0) return []
  return [
    '## Where the time goes',
    ...profiles.flatMap(({ contestant, works, busy, places, functions }) => [
      `${contestant}, ${works}: the main thread is busy ${formatShare(busy)} of the time; of that, by self time:`,
      formatMarkdownTable(
        ['Place', '', 'Function', ''],
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
