import { join } from 'node:path'
import { findFreePort } from '../../resilience/harness/ports.ts'
import { startChild } from '../harness/child.ts'
import { commonVariables } from '../harness/site.ts'
import { formRequest } from '../load/requests.ts'
import type { RunningTarget, Target } from './target.ts'
import { tokenExpectation } from './token-expectation.ts'

type Client = Readonly<{ clientId: string; clientSecret: string }>

const does =
  'The obligatory scenario and nothing else, in one hand-written file under `node:http`: reads the form with a limit and ' +
  'refuses fields sent twice, looks up key and owner in SQLite, compares the HMAC-SHA-256 of the secret in constant ' +
  'time, signs ES256, commits the family’s row with those that arrive together (`synchronous=FULL`) before it answers, ' +
  'writes an access-log line, and answers with body and headers of the protocol.'

const omits =
  'Everything else: other grants, limits against guessing, maintenance, key rotation, indexes for revoking, the portal.'

/** Two ways to commit: which one is faster depends on the machine and its disk. */
export const limits: readonly Target[] = [
  { ...describeLimit('limit', 'here'), title: 'the limit: one plain file', does },
  {
    ...describeLimit('limit-threaded', 'thread'),
    title: 'the limit, a second thread commits',
    does: `${does} Rows are written, and the disk is waited for, on a second thread.`,
  },
]

function describeLimit(name: string, committer: 'here' | 'thread'): Omit<Target, 'title' | 'does'> {
  return {
    name,
    engine: 'sqlite',
    scenarios: ['token'],
    omits,
    prepare: async (site) => {
      const folder = site.newFolder(name)
      return () => startLimit({ folder, committer, variables: commonVariables(site, name) })
    },
  }
}

type Options = Readonly<{
  folder: string
  committer: string
  variables: Readonly<Record<string, string>>
}>

async function startLimit({ folder, committer, variables }: Options): Promise<RunningTarget> {
  const port = await findFreePort()
  const address = { port, host: `localhost:${port}` }
  const child = await startChild({
    script: join(import.meta.dirname, 'limit-server.ts'),
    args: [folder, `http://${address.host}`, committer],
    variables: { ...variables, PORT: String(port) },
    logFile: join(folder, 'output.log'),
  })
  const clients = child.facts.clients as readonly Client[]
  const requests = clients.map((client) =>
    formRequest(address, '/auth/v1/token', { grantType: 'client_credentials', ...client }),
  )
  const ask = async () => ({ source: { kind: 'cycle', requests } as const, expect: tokenExpectation })
  return { address, pid: child.pid, ask, stop: child.stop }
}
