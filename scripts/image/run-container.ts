import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Image } from './build-image.ts'
import { parseExecForm } from './dockerfile.ts'
import { type Machine, toProcessEnv } from './machine.ts'

const patienceMs = 30_000

/** A started image: what an engine's `exec`, health check and `stop` would do with it. */
export class Container {
  readonly #image: Image
  readonly #options: Readonly<{ cwd: string; env: NodeJS.ProcessEnv; uid: number; gid: number }>
  readonly #child: ChildProcess

  /** @param variables as given by `--env`: they go before those of the image */
  constructor(machine: Machine, image: Image, variables: Readonly<Record<string, string>>) {
    const { folder, workdir } = image
    const ownPlaces = Object.entries(image.env).map(([name, value]) => [name, value.replace(/^\//, `${folder}/`)])
    const env = toProcessEnv({ ...machine.env, ...Object.fromEntries(ownPlaces), ...variables })
    this.#image = image
    this.#options = { cwd: join(folder, workdir), env, uid: machine.uid, gid: machine.gid }
    const [program, ...args] = parseExecForm(image.settings.CMD ?? '')
    this.#child = spawn(program, args, { ...this.#options, stdio: ['ignore', 2, 2] })
  }

  /** Resolves once the health check passes. @returns the milliseconds since it was called */
  async awaitHealth(): Promise<number> {
    const startedAt = performance.now()
    const check = parseExecForm(this.#image.settings.HEALTHCHECK ?? '')
    while (this.exec(...check).status !== 0) {
      if (this.#child.exitCode !== null) throw new Error(`it ended with ${this.#child.exitCode}`)
      if (performance.now() - startedAt > patienceMs) throw new Error('its health check never passed')
      await sleep(100)
    }
    return Math.round(performance.now() - startedAt)
  }

  /** Runs another program in the container. */
  exec(program: string, ...args: string[]): { status: number | null; stdout: string } {
    return spawnSync(program, args, { ...this.#options, encoding: 'utf8', stdio: ['ignore', 'pipe', 2] })
  }

  /** Sends SIGTERM and waits for the end. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const exit = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await exit
  }

  /** The exit status once it has ended, null where a signal ended it. */
  get status(): number | null {
    return this.#child.exitCode
  }
}
