import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { trials } from './catalogue.ts'

const sabotages = trials.flatMap(({ sabotages }) => sabotages.map((sabotage) => [sabotage.name, sabotage] as const))

it.each(sabotages)('%s takes away what is there, once', (_, { edits }) => {
  for (const { file, text } of edits) expect(readFileSync(file, 'utf8').split(text), text).toHaveLength(2)
})
