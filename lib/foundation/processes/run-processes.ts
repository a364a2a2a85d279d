import cluster from 'node:cluster'
import { onPrimaryMessage, tellPrimary } from '#lib/foundation/processes/messages.ts'
import { Primary } from '#lib/foundation/processes/primary.ts'
import type { Env } from '#lib/kernel/env.ts'
import { createLog } from '#lib/kernel/log.ts'

/** A server that has begun to serve, and ends on SIGTERM and SIGINT. */
type ServerProcess = Readonly<{
  /** Ends it in order, with its process, after another process has replaced it. */
  end: () => void
}>

export type Product<Running extends ServerProcess> = Readonly<{
  /** The file that each worker runs. It must call {@link runProcesses} as well. */
  script: string
  /** Starts the server in this process. */
  start: () => Promise<Running>
  /** Tells the operator where it answers: in one process, once all of them serve. */
  announce: (running: Running) => Promise<void>
}>

/** Runs the product until a signal ends it, in `PROCESSES` workers behind one port; SIGHUP replaces them one by one. */
export async function runProcesses<Running extends ServerProcess>(env: Env, product: Product<Running>): Promise<void> {
  if (cluster.isWorker) return runWorker(product)
  if (env.processes > 1) return runPrimary(env, product.script)
  await product.announce(await product.start())
}

async function runPrimary({ processes, logLevel }: Env, script: string): Promise<void> {
  cluster.schedulingPolicy = cluster.SCHED_RR
  cluster.setupPrimary({ exec: script })
  const primary = new Primary(processes, createLog(logLevel).child({ pid: process.pid }))
  process.on('SIGTERM', () => primary.stop())
  process.on('SIGINT', () => primary.stop())
  process.on('SIGHUP', () => void primary.replaceAll())
  await primary.start()
}

async function runWorker<Running extends ServerProcess>({ start, announce }: Product<Running>): Promise<void> {
  // A terminal sends it to every process of the group; the primary decides.
  process.on('SIGHUP', () => undefined)
  const running = await start()
  onPrimaryMessage(({ kind }) => {
    if (kind === 'drain') running.end()
    if (kind === 'announce') void announce(running)
  })
  tellPrimary({ kind: 'ready' })
}
