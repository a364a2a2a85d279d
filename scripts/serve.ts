import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { runProcesses } from '../lib/foundation/processes/run-processes.ts'
import { EnvError, readEnv } from '../lib/kernel/env.ts'
import { readVersion } from '../lib/kernel/version.ts'
import { root, runToEnd } from './run-to-end.ts'

if (process.argv.includes('--version')) {
  console.log(readVersion())
  process.exit(0)
}

Object.assign(process.env, { NODE_ENV: 'production' })

/** Starts the built product, like a container: installs and builds nothing. */
await runToEnd(async () => {
  if (!existsSync(join(root, '.next', 'BUILD_ID'))) throw new EnvError('The pages are not built: npm run build.')
  await runProcesses(readEnv(), {
    script: import.meta.filename,
    start: async () => {
      const running = await (await import('../server.ts')).startProduct()
      // Node.js writes it when a process exits, which a killed server does not.
      flushCompileCache()
      return running
    },
    announce: async ({ services }) => {
      const { ensureSetUpLink } = await import('../lib/domain/people/password-links/set-up.ts')
      const { baseUrl, processes } = services.env
      console.log(`Latchkey answers at ${baseUrl}${processes > 1 ? ` with ${processes} processes` : ''}`)
      const setUpLink = await ensureSetUpLink(services)
      if (setUpLink) console.log(`Create the first owner here, within 24 hours:\n  ${setUpLink}`)
    },
  })
})
