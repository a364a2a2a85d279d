import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { EnvError } from '../lib/env.ts'
import { root, runToEnd } from './run-to-end.ts'

Object.assign(process.env, { NODE_ENV: 'production' })

/** Starts the product as it stands built, and neither installs nor builds anything: what a container runs. */
await runToEnd(async () => {
  if (!existsSync(join(root, '.next', 'BUILD_ID'))) throw new EnvError('The pages are not built: npm run build.')
  const { closeOnSignal, startServer } = await import('../server.ts')
  const { ensureSetUpLink } = await import('../lib/password-links/ensure-set-up-link.ts')
  const running = await startServer()
  closeOnSignal(running)
  console.log(`Latchkey answers at ${running.services.env.baseUrl}`)
  const setUpLink = await ensureSetUpLink(running.services)
  if (setUpLink) console.log(`Create the first owner here, within 24 hours:\n  ${setUpLink}`)
})
