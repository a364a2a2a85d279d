import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countProse, type Habit, habits, per1000Words, sum } from './prose.ts'
import { root } from './run-to-end.ts'

const kinds = ['*.ts', '*.tsx', '*.mjs', '*.css', '*.sql', '*.md']
const files = execFileSync('git', ['ls-files', ...kinds], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
const counts = files.map((file) => countProse(file, readFileSync(join(root, file), 'utf8')))
const words = sum(counts, 'words')

for (const [habit, { limit }] of Object.entries(habits) as [Habit, { limit: number }][]) {
  const found = sum(counts, habit)
  const rate = per1000Words(found, words)
  const sentence = `${habit}: ${rate.toFixed(2)} in 1,000 words of comments and docs (${found}), at most ${limit}`
  if (rate <= limit) console.info(sentence)
  else {
    const worst = files.filter((_, index) => (counts[index]?.[habit] ?? 0) > 1)
    console.error(`${sentence}. Most are in:\n  ${worst.join('\n  ')}`)
    process.exitCode = 1
  }
}
