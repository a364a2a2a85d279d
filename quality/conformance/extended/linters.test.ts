import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { generated, runTool, saveDocument } from '../harness/generate.ts'

const document = readFileSync(await saveDocument(inject('product')), 'utf8')

/** @returns the rules of Spectral's own OpenAPI ruleset that are broken */
async function lint(text: string): Promise<readonly string[]> {
  const [file, ruleset] = [join(generated, 'spectral.json'), join(generated, 'spectral.yaml')]
  writeFileSync(file, text)
  writeFileSync(ruleset, 'extends: ["spectral:oas"]\n')
  const words = ['lint', file, '--ruleset', ruleset, '--format', 'json', '--quiet', '--fail-severity', 'hint']
  const printed = await runTool('spectral', words, import.meta.dirname).catch(({ cause }) => String(cause.stdout))
  const found: readonly Readonly<{ code: string }>[] = JSON.parse(printed)
  return found.map(({ code }) => code)
}

it('Spectral finds nothing in /openapi.json', async () => {
  expect(await lint(document)).toEqual([])
})

it('Spectral finds what is taken away', async () => {
  const { info, ...rest } = JSON.parse(document)
  const { contact: _, ...withoutContact } = info
  expect(await lint(JSON.stringify({ info: withoutContact, ...rest }))).toEqual(['info-contact'])
})
