import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { randomBase62 } from '#lib/kernel/crypto.ts'
import type { AcknowledgedState, KnownKey, KnownUser } from './acknowledged-state.ts'
import type { Ledger } from './ledger.ts'

type Options = Readonly<{
  /** The folder of the product. */
  root: string
  variables: Readonly<Record<string, string>>
  ledger: Ledger
  state: AcknowledgedState
  /** `false` for a past whose version knew one secret per key. */
  rotates: boolean
}>

type Printed = Readonly<Record<string, unknown>>

/**
 * Runs CLI commands one after another, next to the server, until both are killed: no command is left
 * with an open database.
 */
export class Commands {
  readonly #options: Options
  #running: ChildProcess | undefined
  #turn = 0
  #killed = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Creates users and keys, rotates and revokes keys and deactivates users, until it is killed. */
  async work(): Promise<void> {
    this.#killed = false
    const turns = [
      this.#addUser,
      this.#addKey,
      this.#rotate,
      this.#addKey,
      this.#revoke,
      this.#rotate,
      this.#deactivate,
    ]
    while (!this.#killed) await turns[this.#turn++ % turns.length]?.call(this)
  }

  kill(): void {
    this.#killed = true
    this.#running?.kill('SIGKILL')
  }

  async #addUser(): Promise<void> {
    const username = `operated-${randomBase62(10)}`
    const words = ['--username', username, '--name', username, '--service', '--accounts', 'all']
    const user = await this.#run(['user', 'create', ...words])
    if (user) await this.#options.ledger.enter({ kind: 'user', userId: String(user.id), username })
  }

  async #addKey(): Promise<void> {
    const user = this.#goodUsers().at(-1)
    if (!user) return this.#addUser()
    const key = await this.#run(['key', 'create', '--user', user.username, '--name', 'Operated'])
    if (!key) return
    const [keyId, secret] = [String(key.keyId), String(key.secret)]
    await this.#options.ledger.enter({ kind: 'key', keyId, secret, userId: user.id, username: user.username })
  }

  async #rotate(): Promise<void> {
    if (!this.#options.rotates) return
    const keyId = this.#goodKeys().findLast(({ pending }) => pending === undefined)?.id
    if (keyId === undefined) return
    // Without a response, the old secret still works: nobody knows the new one.
    const rotated = await this.#run(['key', 'rotate', keyId, '--retire-after', '0'])
    if (!rotated) return
    await this.#options.ledger.enter({ kind: 'new_secret', keyId, secret: String(rotated.secret), former: 'ends' })
  }

  async #revoke(): Promise<void> {
    const keyId = this.#goodKeys().at(-1)?.id
    if (keyId === undefined) return
    const done = await this.#run(['key', 'revoke', keyId])
    await this.#options.ledger.enter(done ? { kind: 'revocation', keyId } : { kind: 'unsure', subject: keyId })
  }

  async #deactivate(): Promise<void> {
    const user = this.#goodUsers().at(-1)
    if (!user) return
    const done = await this.#run(['user', 'deactivate', user.username])
    const userId = user.id
    await this.#options.ledger.enter(done ? { kind: 'deactivation', userId } : { kind: 'unsure', subject: userId })
  }

  #goodUsers(): KnownUser[] {
    const { state } = this.#options
    return [...state.users.values()].filter((user) => !user.deactivated && !state.unsure.has(user.id))
  }

  #goodKeys(): KnownKey[] {
    const { state } = this.#options
    return [...state.keys.values()].filter((key) => state.isUsable(key))
  }

  /** @returns the printed JSON; undefined if the command was killed or refused */
  async #run(words: readonly string[]): Promise<Printed | undefined> {
    const { root, variables } = this.#options
    const { PATH = '', NODE_COMPILE_CACHE } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'production' as const, ...variables }
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
