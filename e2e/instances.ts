import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverFlags, serverVariables } from '../scripts/server-flags.mjs'

/** One instance of the product among several. */
export class Instance {
  readonly port: number
  readonly #variables: Readonly<Record<string, string>>
  readonly #script: string
  #child: ChildProcess | undefined
  /** Everything it printed, over all restarts. */
  printed = ''

  /** @param script the start script; default: the image's */
  constructor(variables: Readonly<Record<string, string>>, port: number, script = 'scripts/serve.ts') {
    this.#variables = variables
    this.#script = script
    this.port = port
  }

  /** Starts the built product and waits until it is ready. */
  async start(): Promise<void> {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const settled = { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'production' as const, PORT: String(this.port) }
    const env = { ...serverVariables, ...this.#variables, ...settled }
    const child = spawn(process.execPath, [...serverFlags, this.#script], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child = child
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        this.printed += chunk
      })
    }
    const isReady = () => fetch(`http://127.0.0.1:${this.port}/readyz`).then(({ ok }) => ok)
    while (!(await isReady().catch(() => false))) {
      if (child.exitCode !== null) throw new Error(`the product ended: ${this.printed}`)
      await sleep(50)
    }
  }

  /** The process that was started; with `PROCESSES` above 1 the primary. */
  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Stops it, gracefully or by SIGKILL. @returns its exit status */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
    return child.exitCode
  }
}
