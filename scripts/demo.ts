import cluster from 'node:cluster'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProcesses } from '../lib/foundation/processes/run-processes.ts'
import type { Services } from '../lib/foundation/services.ts'
import { EnvError, readEnv } from '../lib/kernel/env.ts'
import { buildProduct } from './build-product.ts'
import { readCommandLine, readScriptOptions } from './read-options.ts'
import { printError, root, runToEnd } from './run-to-end.ts'

/** The port of the company's own sign-in. */
const companyPort = 4400

const { company, empty } = readCommandLine(
  (words) =>
    readScriptOptions(words, {
      company: { type: 'boolean', default: false },
      empty: { type: 'boolean', default: false },
    }).values,
)

// The passwords are public: keep the demo apart from real data and reachable from this machine only.
if (empty) process.env.DATA_DIR = makePassingFolder()
process.env.DATA_DIR ||= join(root, 'data', 'demo')
process.env.HOST ||= '127.0.0.1'
process.env.LOG_LEVEL ||= 'warn'

await runToEnd(async () => {
  if (process.env.DATABASE_URL) {
    throw new EnvError('The demonstration brings its own embedded database: unset DATABASE_URL, or use npm start.')
  }
  if (!empty) await showData()
})
// Without data it is the product itself, which prints the link of the first owner.
if (empty) await import('./start.ts')

/** A folder that ends with this process: the next start is empty again. */
function makePassingFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-empty-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function showData(): Promise<void> {
  if (cluster.isPrimary) await buildProduct()
  await runProcesses(readEnv(), {
    script: import.meta.filename,
    start: async () => (await import('../server.ts')).startProduct(),
    announce: async ({ services }) => {
      const { insertDemoData } = await import('../lib/server/demo/insert-demo-data.ts')
      const { describeDemo } = await import('../lib/server/demo/describe-demo.ts')
      const demo = await insertDemoData(services, printError)
      console.log(describeDemo(services.env, demo))
      await showCompany(services)
    },
  })
}

/** With `--company`, an OpenID Connect provider runs next to the demonstration. */
async function showCompany(services: Services): Promise<void> {
  const { companyId, companyUsers, describeCompany, insertCompany } = await import(
    '../lib/server/demo/insert-company.ts'
  )
  if (!company) {
    await insertCompany(services, undefined)
    return
  }
  const { companyClient, startCompanyProvider } = await import('./company-provider.ts')
  const client = { baseUrl: services.env.baseUrl, providerId: companyId }
  const { issuer } = await startCompanyProvider({ port: companyPort, users: companyUsers, client })
  console.log(describeCompany(issuer, await insertCompany(services, { issuer, ...companyClient })))
}
