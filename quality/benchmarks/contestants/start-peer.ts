import { join } from 'node:path'
import { installBeside } from '../../../scripts/install-beside.ts'
import { findFreePort } from '../../resilience/rig/ports.ts'
import type { Target } from '../load/plan.ts'
import { type Child, startChild } from '../rig/child.ts'
import { commonVariables, type Site } from '../rig/site.ts'
import type { Asking, Standing, WorkName } from './contestant.ts'

/** A client, in the standard's own spelling. */
export type Client = Readonly<{ client_id: string; client_secret: string }>

export type AskPeer = (work: WorkName, peer: Readonly<{ target: Target; child: Child }>) => Promise<Asking>

/** Starts one of the servers below `peers`, with the packages that it needs. */
export async function startPeer(
  site: Site,
  { name, server, ask }: Readonly<{ name: string; server: string; ask: AskPeer }>,
): Promise<Standing> {
  installBeside(join(import.meta.dirname, '..'), 'Installing the packages that are measured beside the product …')
  const port = await findFreePort()
  const target = { port, host: `localhost:${port}` }
  const folder = site.newFolder(name)
  const child = await startChild({
    script: join(import.meta.dirname, '../peers', server),
    args: [`http://${target.host}`, folder],
    variables: { ...commonVariables(site, name), PORT: String(port) },
    logFile: join(folder, 'output.log'),
  })
  return { target, pid: child.pid, ask: (work) => ask(work, { target, child }), stop: child.stop }
}
