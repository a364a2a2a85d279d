import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { serverFlags, serverVariables } from '../../scripts/server-flags.mjs'
import { Databases, type Engine } from '../resilience/harness/databases.ts'

/**
 * Where the server listens, and a key with the scope. `report` prints the time since the last step and the peak memory.
 */
type ServerRun = Readonly<{
  port: number
  keyId: string
  secret: string
  report: (step: string, pause?: () => Promise<void>) => Promise<void>
}>

const started = z.object({ port: z.number(), keyId: z.string(), secret: z.string() })
const memory = z.object({ peakMib: z.number() })

type Setting = Readonly<{ scope: string; engine?: Engine | undefined }>

/** Runs work against a server of its own, with a new database. */
export async function runOnServer(
  { scope, engine = 'sqlite' }: Setting,
  work: (run: ServerRun) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-endpoints-'))
  const databases = new Databases()
  const { variables } = await databases.create(engine, dataDir)
  const server = fork(join(import.meta.dirname, 'endpoint-server.ts'), [scope], {
    env: { ...process.env, ...serverVariables, ...variables, LOG_LEVEL: 'warn' },
    execArgv: serverFlags,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const receive = async () => (await once(server, 'message'))[0]
  let startedAt = performance.now()
  const report: ServerRun['report'] = async (step, pause) => {
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    server.send('memory')
    const { peakMib } = memory.parse(await receive())
    process.stdout.write(`${seconds.padStart(7)} s  ${String(peakMib).padStart(4)} MiB peak  ${step}\n`)
    await pause?.()
    startedAt = performance.now()
  }
  try {
    const run = { ...started.parse(await receive()), report }
    await report('started')
    await work(run)
  } finally {
    server.disconnect()
    await once(server, 'exit')
    await databases.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
