import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countPronouns, per1000Words } from './prose.ts'
import { root } from './run-to-end.ts'

/** Indefinite pronouns per 1,000 words of comments and docs. */
const limit = 0.5

const files = ['*.ts', '*.tsx', '*.mjs', '*.css', '*.sql', '*.md']
const totals: Record<string, ReturnType<typeof countPronouns>> = {}

for (const file of execFileSync('git', ['ls-files', ...files], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')) {
  const count = countPronouns(file, readFileSync(join(root, file), 'utf8'))
  const folder = file.includes('/') ? file.slice(0, file.indexOf('/')) : 'top level'
  for (const name of [folder, 'total']) {
    const { pronouns, words } = totals[name] ?? { pronouns: 0, words: 0 }
    totals[name] = { pronouns: pronouns + count.pronouns, words: words + count.words }
  }
}

const { total = { pronouns: 0, words: 0 }, ...folders } = totals
for (const [name, count] of [...Object.entries(folders), ['total', total] as const]) {
  console.info(
    `${name.padEnd(12)}${per1000Words(count).toFixed(2).padStart(6)} (${count.pronouns} in ${count.words} words)`,
  )
}
if (per1000Words(total) > limit) {
  console.error(`Comments and docs use more than ${limit} indefinite pronouns per 1,000 words: name the actor instead.`)
  process.exitCode = 1
}
