import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { randomBase62 } from '#lib/crypto.ts'
import type { Ledger } from './ledger.ts'

/** Commands beside the server, one after another, killed together with it: nobody is left who has the files open. */
export class Commands {
  readonly #options: Readonly<{ root: string; variables: Readonly<Record<string, string>>; ledger: Ledger }>
  #running: ChildProcess | undefined
  #killed = false

  constructor(options: Readonly<{ root: string; variables: Readonly<Record<string, string>>; ledger: Ledger }>) {
    this.#options = options
  }

  /** Makes users and keys and takes keys away and users out of service, until it is killed. */
  async work(): Promise<void> {
    const { ledger } = this.#options
    for (let index = 0; !this.#killed; index++) {
      const username = `operated-${randomBase62(10)}`
      const words = ['--username', username, '--name', username, '--service', '--accounts', 'all']
      const user = await this.#run(['user', 'create', ...words])
      if (!user) return
      const userId = String(user.id)
      await ledger.enter({ kind: 'user', userId, username })
      const key = await this.#run(['key', 'create', '--user', username, '--name', 'Operated'])
      if (!key) return
      const keyId = String(key.keyId)
      await ledger.enter({ kind: 'key', keyId, secret: String(key.secret), userId, username })
      if (index % 2 === 0) await this.#revoke(keyId)
      else await this.#deactivate(userId, username)
    }
  }

  kill(): void {
    this.#killed = true
    this.#running?.kill('SIGKILL')
  }

  async #revoke(keyId: string): Promise<void> {
    const done = await this.#run(['key', 'revoke', keyId])
    await this.#options.ledger.enter(done ? { kind: 'revocation', keyId } : { kind: 'unsure', subject: keyId })
  }

  async #deactivate(userId: string, username: string): Promise<void> {
    const done = await this.#run(['user', 'deactivate', username])
    await this.#options.ledger.enter(done ? { kind: 'deactivation', userId } : { kind: 'unsure', subject: userId })
  }

  /** @returns what it printed; undefined where it was killed or refused */
  async #run(words: readonly string[]): Promise<Record<string, unknown> | undefined> {
    if (this.#killed) return undefined
    const { root, variables } = this.#options
    const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'production' as const, ...variables }
    const command = [join(root, 'cli/latchkey.ts'), ...words, '--json']
    const child = spawn(process.execPath, command, { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] })
    this.#running = child
    let text = ''
    child.stdout.on('data', (part) => {
      text += part
    })
    const [status] = await once(child, 'close')
    return status === 0 ? JSON.parse(text) : undefined
  }
}
