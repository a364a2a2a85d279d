import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { resilienceTests } from './catalogue.ts'
import { formatPage } from './report/reliability-page.ts'

const mutations = resilienceTests.flatMap(({ mutations }) =>
  mutations.map((mutation) => [mutation.name, mutation] as const),
)

it.each(mutations)('%s replaces text that its file holds once', (_, { edits }) => {
  for (const { file, text } of edits) expect(readFileSync(file, 'utf8').split(text), text).toHaveLength(2)
})

it('docs/evidence/reliability.md is the page of the stored results', () => {
  const page = formatPage(resilienceTests, JSON.parse(readFileSync('quality/results/resilience.json', 'utf8')))
  expect(readFileSync('docs/evidence/reliability.md', 'utf8')).toBe(page)
  expect(page).not.toMatch(/<[a-z!]|\/(tmp|root|home)\//i)
})
