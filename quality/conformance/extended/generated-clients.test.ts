import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { checkGeneratedClient } from '../checks/generated-client.ts'
import { compileGenerated, generated, importGenerated, runTool, saveDocument } from '../harness/generate.ts'

const input = await saveDocument(inject('product'))

checkGeneratedClient('orval', async () => {
  const config = join(generated, 'orval.config.mjs')
  const target = join(generated, 'orval/latchkey.ts')
  const output = { target, client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } }
  writeFileSync(config, `export default ${JSON.stringify({ latchkey: { input, output } })}`)
  await runTool('orval', ['--config', config], import.meta.dirname)
  await compileGenerated('orval')
  return importGenerated('orval')
})
