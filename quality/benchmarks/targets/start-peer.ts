import { join } from 'node:path'
import { installBeside } from '../../../scripts/install-beside.ts'
import { findFreePort } from '../../resilience/harness/ports.ts'
import { type Child, startChild } from '../harness/child.ts'
import { commonVariables, type Site } from '../harness/site.ts'
import type { ServerAddress } from '../load/plan.ts'
import type { Asking, RunningTarget, ScenarioName } from './target.ts'

/** A client, with the parameter names of RFC 6749. */
export type Client = Readonly<{ client_id: string; client_secret: string }>

export type AskPeer = (
  scenario: ScenarioName,
  peer: Readonly<{ address: ServerAddress; child: Child }>,
) => Promise<Asking>

/** Installs the packages of `peers`, and starts one of its servers. */
export async function startPeer(
  site: Site,
  { name, server, ask }: Readonly<{ name: string; server: string; ask: AskPeer }>,
): Promise<RunningTarget> {
  await installBeside(join(import.meta.dirname, '..'), 'Installing the packages that are measured beside the product …')
  const port = await findFreePort()
  const address = { port, host: `localhost:${port}` }
  const folder = site.newFolder(name)
  const child = await startChild({
    script: join(import.meta.dirname, '../peers', server),
    args: [`http://${address.host}`, folder],
    variables: { ...commonVariables(site, name), PORT: String(port) },
    logFile: join(folder, 'output.log'),
  })
  return { address, pid: child.pid, ask: (scenario) => ask(scenario, { address, child }), stop: child.stop }
}
