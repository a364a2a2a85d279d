import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '../../benchmarks/harness/child.ts'
import { findFreePort } from '../../resilience/harness/ports.ts'

/** Where the control answers, and what its client with a secret is called. */
export type Control = Readonly<{ issuer: string; secret: string }>

/** Starts node-oidc-provider in a process of its own. */
export async function startControl(): Promise<{ control: Control; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-control-'))
  const port = await findFreePort()
  const issuer = `http://localhost:${port}`
  const { facts, stop } = await startChild({
    script: join(import.meta.dirname, 'oidc-provider-server.ts'),
    args: [issuer],
    variables: { PORT: String(port) },
    logFile: join(folder, 'output.log'),
  })
  return {
    control: { issuer, secret: String(facts.secret) },
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
