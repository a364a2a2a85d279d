import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverFlags, serverVariables } from '../../../scripts/server-flags.mjs'
import { createClient, type Send } from './http.ts'

export type InstanceOptions = Readonly<{
  /** The folder of the built product. */
  root: string
  port: number
  /** The complete environment; it inherits nothing from this process. */
  variables: Readonly<Record<string, string>>
  /** A program with arguments that replaces itself by the product: `env …`, `strace …`. */
  through?: readonly string[]
  /** The script to start, instead of `scripts/serve.ts`. */
  script?: string
}>

/** A running instance of the product. */
export type Instance = Readonly<{
  port: number
  pid: number
  /** The milliseconds from the start of the process to its first success. */
  startMs: number
  send: Send
  /** Sends SIGKILL and waits for the exit. */
  kill: () => Promise<void>
  /** Sends SIGTERM. @returns the exit status */
  stop: () => Promise<number | null>
  /** Its last output. */
  output: () => string
}>

type ProductProcess = ChildProcessByStdio<null, Readable, Readable>

const startPatienceMs = 60_000
const keptOutput = 8_192
const running = new Set<ChildProcess>()

// An interrupted test leaves no process running.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Starts an instance and waits until it is ready.
 * @throws Error with its output if it exits
 */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const startedAt = performance.now()
  const child = spawnProduct(options)
  const printed = keepOutput(child)
  const client = createClient(options.port, new URL(options.variables.BASE_URL ?? '').host)
  await waitUntilReady(client.send, child, printed)
  const startMs = performance.now() - startedAt
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    }
    client.close()
    return child.exitCode
  }
  return {
    port: options.port,
    pid: child.pid ?? 0,
    startMs,
    send: client.send,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    output: printed,
  }
}

/** Starts an instance and sends SIGKILL after a time, ready or not. */
export async function killStart(options: InstanceOptions, afterMs: number): Promise<void> {
  const child = spawnProduct(options)
  const ended = once(child, 'exit')
  await sleep(afterMs)
  child.kill('SIGKILL')
  await ended
}

/** Starts an instance with pipes for its output. It ends with this process at the latest. */
export function spawnProduct(options: InstanceOptions): ProductProcess {
  const { root, port, variables, through = [], script = 'scripts/serve.ts' } = options
  const words = [...through, process.execPath, ...serverFlags, join(root, script)]
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  const settled = { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'production' as const, ...serverVariables }
  const env = { ...settled, ...variables, PORT: String(port) }
  const child = spawn(words[0] ?? '', words.slice(1), { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** @returns a function that returns the last output */
function keepOutput(child: ProductProcess): () => string {
  let text = ''
  const keep = (part: Buffer) => {
    text = (text + part.toString()).slice(-keptOutput)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return () => text
}

async function waitUntilReady(send: Send, child: ChildProcess, printed: () => string): Promise<void> {
  let spawnError: Error | undefined
  child.once('error', (error) => {
    spawnError = error
  })
  const deadline = performance.now() + startPatienceMs
  while (performance.now() < deadline) {
    if (spawnError) throw spawnError
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`the product ended with ${child.exitCode ?? child.signalCode}: ${printed()}`)
    }
    const ready = await send({ path: '/readyz', timeoutMs: 2_000 }).catch(() => undefined)
    if (ready?.status === 200) return
    // Each attempt takes a processor from the start.
    await sleep(50)
  }
  child.kill('SIGKILL')
  throw new Error(`the product was not ready within ${startPatienceMs} ms: ${printed()}`)
}
