import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../../resilience/harness/ports.ts'
import { startChild } from '../harness/child.ts'
import { say } from '../harness/log-line.ts'
import { commonVariables, type Site } from '../harness/site.ts'
import { formRequest } from '../load/requests.ts'
import type { Target } from './target.ts'
import { tokenExpectation } from './token-expectation.ts'

const app = join(import.meta.dirname, '../bare-next')

export const bareNext: Target = {
  name: 'bare-next',
  title: 'bare Next route handler',
  engine: 'none',
  scenarios: ['token'],
  does: 'A route handler of the same Next in a minimal app, built, under a plain `node:http` server: it answers constant JSON.',
  omits: 'Everything: it parses no form, authenticates no client, signs, stores and logs nothing.',
  prepare: async (site) => {
    buildApp(site)
    return async () => {
      const port = await findFreePort()
      const address = { port, host: `localhost:${port}` }
      const child = await startChild({
        script: join(import.meta.dirname, 'bare-next-server.ts'),
        args: [],
        variables: { ...commonVariables(site, 'bare-next'), PORT: String(port), NEXT_TELEMETRY_DISABLED: '1' },
        logFile: join(site.newFolder('bare-next'), 'output.log'),
      })
      const form = { grantType: 'client_credentials', clientId: 'lkid_constant', clientSecret: 'lksec_constant' }
      const requests = [formRequest(address, '/auth/v1/token', form)]
      const ask = async () => ({ source: { kind: 'cycle', requests } as const, expect: tokenExpectation })
      return { address, pid: child.pid, ask, stop: child.stop }
    }
  },
}

/** Builds the app once per version of Next. */
function buildApp({ root }: Site): void {
  const stampFile = join(app, '.next', 'built-for')
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/next/package.json'), 'utf8'))
  const wanted = `${version} ${readFileSync(join(app, 'next.config.mjs'), 'utf8')}`
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return
  say('Building a bare Next app …')
  const build = spawnSync(process.execPath, [join(root, 'node_modules/next/dist/bin/next'), 'build', app], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    encoding: 'utf8',
  })
  if (build.status !== 0) throw new Error(`the bare Next app cannot be built: ${build.stdout}${build.stderr}`)
  writeFileSync(stampFile, wanted)
}
