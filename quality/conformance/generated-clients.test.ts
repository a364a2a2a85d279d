import { join } from 'node:path'
import { inject } from 'vitest'
import { checkGeneratedClient } from './checks/generated-client.ts'
import { generated, importGenerated, runTool, saveDocument } from './harness/generate.ts'

const document = await saveDocument(inject('product'))

checkGeneratedClient('@hey-api/openapi-ts', async () => {
  await runTool('openapi-ts', ['--input', document, '--output', join(generated, 'hey-api'), '--no-log-file'])
  return importGenerated('hey-api')
})

checkGeneratedClient('openapi-typescript, called by openapi-fetch', async () => {
  await runTool('openapi-typescript', [document, '--output', join(generated, 'openapi-typescript.ts')])
  return importGenerated('openapi-fetch')
})
