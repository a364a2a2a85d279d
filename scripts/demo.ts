import cluster from 'node:cluster'
import { join } from 'node:path'
import { EnvError, readEnv } from '../lib/env.ts'
import { runProcesses } from '../lib/processes/run-processes.ts'
import { buildProduct } from './build-product.ts'
import { printError, root, runToEnd } from './run-to-end.ts'

// The passwords are public: keep the demo apart from real data and reachable from this machine only.
process.env.DATA_DIR ||= join(root, 'data', 'demo')
process.env.HOST ||= '127.0.0.1'
process.env.LOG_LEVEL ||= 'warn'

await runToEnd(async () => {
  if (process.env.DATABASE_URL) {
    throw new EnvError('The demonstration brings its own embedded database: unset DATABASE_URL, or use npm start.')
  }
  if (cluster.isPrimary) await buildProduct()
  await runProcesses(readEnv(), {
    script: import.meta.filename,
    start: async () => (await import('../server.ts')).startProduct(),
    announce: async ({ services }) => {
      const { insertDemoData } = await import('../lib/demo/insert-demo-data.ts')
      const { describeDemo } = await import('../lib/demo/describe-demo.ts')
      const demo = await insertDemoData(services, printError)
      console.log(describeDemo(services.env.baseUrl, demo))
    },
  })
})
