import { join } from 'node:path'
import { findFreePort } from '../../trials/rig/ports.ts'
import { formRequest } from '../load/requests.ts'
import { startChild } from '../rig/child.ts'
import { commonVariables } from '../rig/site.ts'
import type { Contestant } from './contestant.ts'
import { tokenExpectation } from './token-expectation.ts'

type Client = Readonly<{ clientId: string; clientSecret: string }>

export const limit: Contestant = {
  name: 'limit',
  title: 'the limit: one plain file',
  engine: 'sqlite',
  works: ['token'],
  does:
    'The obligatory work and nothing else, in one hand-written file under `node:http`: reads the form with a limit and ' +
    'refuses fields sent twice, looks up key and owner in SQLite, compares the HMAC-SHA-256 of the secret in constant ' +
    'time, signs ES256, commits the family’s row with those that arrive together (`synchronous=FULL`) before it answers, ' +
    'writes an access-log line, and answers with body and headers of the protocol.',
  omits:
    'Everything else: other grants, limits against guessing, housekeeping, key rotation, indexes for revoking, the portal.',
  prepare: async (site) => {
    const folder = site.newFolder('limit')
    return async () => {
      const port = await findFreePort()
      const host = `localhost:${port}`
      const child = await startChild({
        script: join(import.meta.dirname, 'limit-server.ts'),
        args: [folder, `http://${host}`],
        variables: { ...commonVariables(site, 'limit'), PORT: String(port) },
        logFile: join(folder, 'output.log'),
      })
      const clients = child.facts.clients as readonly Client[]
      const requests = clients.map((client) =>
        formRequest({ port, host }, '/auth/v1/token', { grantType: 'client_credentials', ...client }),
      )
      const ask = async () => ({ feed: { kind: 'cycle', requests } as const, expect: tokenExpectation })
      return { target: { port, host }, pid: child.pid, ask, stop: child.stop }
    }
  },
}
