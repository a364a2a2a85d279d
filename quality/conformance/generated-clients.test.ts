import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, inject } from 'vitest'
import { checkGeneratedClient } from './checks/generated-client.ts'
import { checkManagementClient } from './checks/management-client.ts'
import type { GeneratedClient } from './clients/generated/generated-client.ts'
import type { ManagementClient } from './clients/generated/management-client.ts'
import { isComplete } from './harness/complete.ts'
import { compileGenerated, generated, importGenerated, runTool, saveDocument } from './harness/generate.ts'

const document = await saveDocument(inject('product'))

async function importBoth(name: string) {
  await compileGenerated(name, `${name}-management`)
  const programs = await importGenerated<GeneratedClient>(name)
  return { programs, management: await importGenerated<ManagementClient>(`${name}-management`) }
}

async function generateHeyApi() {
  const config = join(generated, 'hey-api.config.mjs')
  const output = { path: join(generated, 'hey-api'), module: { extension: '.ts' } }
  writeFileSync(config, `export default ${JSON.stringify({ input: document, output })}`)
  await runTool('openapi-ts', ['--file', config, '--no-log-file'])
  return importBoth('hey-api')
}

async function generateOpenapiFetch() {
  await runTool('openapi-typescript', [document, '--output', join(generated, 'openapi-typescript.ts')])
  return importBoth('openapi-fetch')
}

const heyApi = onFirstUse(generateHeyApi)
checkGeneratedClient('@hey-api/openapi-ts', async () => (await heyApi()).programs)
checkManagementClient('@hey-api/openapi-ts', 'hey-api', heyApi)

// The same journeys again.
describe.runIf(isComplete)('of the complete form', () => {
  const openapiFetch = onFirstUse(generateOpenapiFetch)
  checkGeneratedClient('openapi-typescript, called by openapi-fetch', async () => (await openapiFetch()).programs)
  checkManagementClient('openapi-typescript, called by openapi-fetch', 'openapi-fetch', openapiFetch)
})

function onFirstUse<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
