import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { isComplete } from './harness/complete.ts'
import { generated, runTool, saveDocument } from './harness/generate.ts'

const product = inject('product')
const text = readFileSync(await saveDocument(product), 'utf8')

/** @returns the rules that Redocly's recommended ruleset found broken, with where */
async function lint(name: string, document: string): Promise<readonly string[]> {
  const file = join(generated, `${name}.json`)
  writeFileSync(file, document)
  const printed = await runTool('redocly', ['lint', file, '--extends', 'recommended', '--format', 'json']).catch(
    ({ cause }) => String(cause.stdout),
  )
  const { problems }: Printed = JSON.parse(printed)
  return problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer].join(' '))
}

type Printed = Readonly<{
  problems: readonly Readonly<{ ruleId: string; message: string; location: readonly { pointer: string }[] }>[]
}>

it('Redocly finds nothing in /openapi.json', async () => {
  // It warns about any server on localhost, and this one is.
  const published = text.replaceAll(product.baseUrl, 'https://login.acme.test')
  expect(await lint('published', published)).toEqual([])
})

it.runIf(isComplete)('Redocly finds what linters do not know', async () => {
  const found = await lint('title', text.replace('"label":', '"title":"","label":'))
  expect(found).toEqual([expect.stringContaining('`title` is not expected here'), expect.stringContaining('localhost')])
})
