import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Services } from '#lib/services.ts'
import type { Databases, Engine, TestDatabase } from './databases.ts'
import { withServices } from './databases.ts'
import { type Instance, killStart, startInstance } from './instance.ts'
import { findFreePort } from './ports.ts'

/** `short` is for `npm test`; `proof` for a mutated product: long enough to notice. */
export type Size = 'full' | 'short' | 'proof'

type CaseOptions = Readonly<{
  engine: Engine
  size: Size
  /** How long a test that goes by time is to take; undefined: as long as its size says. */
  minutes: number | undefined
  root: string
  folder: string
  databases: Databases
}>

/** An address to start an instance at, and the instance's variables. */
export type Place = Readonly<{ port: number; variables: Readonly<Record<string, string>> }>

/** What a case works with: a database and instances of its own, which are gone when it is over. */
export class CaseContext {
  readonly size: Size
  readonly minutes: number | undefined
  readonly engine: Engine
  /** For files of the case. */
  readonly folder: string
  /** The folder of the built product. */
  readonly root: string
  readonly #options: CaseOptions
  readonly #instances: Instance[] = []
  readonly #finishes: (() => unknown)[] = []
  #database: Promise<TestDatabase> | undefined
  #baseUrl: string | undefined

  constructor(options: CaseOptions) {
    this.#options = options
    this.size = options.size
    this.minutes = options.minutes
    this.engine = options.engine
    this.root = options.root
    this.folder = options.folder
    mkdirSync(this.folder, { recursive: true })
  }

  /** The figure for this size of the run. */
  pick<T>(full: T, short: T, proof = short): T {
    return { full, short, proof }[this.size]
  }

  get database(): Promise<TestDatabase> {
    this.#database ??= this.#options.databases.create(this.#options.engine, this.file('data'))
    return this.#database
  }

  /** Takes a database that the case has made in its own way. */
  adoptDatabase(database: TestDatabase): void {
    this.#database = Promise.resolve(database)
  }

  /** Another empty database of the same engine, which stands under the same secret. */
  async anotherDatabase(name: string): Promise<TestDatabase> {
    const made = await this.#options.databases.create(this.#options.engine, this.file(name))
    const { LATCHKEY_SECRET = '' } = (await this.database).variables
    return { ...made, variables: { ...made.variables, LATCHKEY_SECRET } }
  }

  /** The product's variables, the same for all instances; `extra` comes last. */
  async variables(extra: Readonly<Record<string, string>> = {}): Promise<Readonly<Record<string, string>>> {
    this.#baseUrl ??= `http://localhost:${await findFreePort()}`
    const settled = { BASE_URL: this.#baseUrl, HOST: '127.0.0.1', LOG_LEVEL: 'warn', TRUSTED_PROXIES: 'loopback' }
    // `PROCESSES=2 npm run trial -- race kill power-cut` runs each instance as that many processes.
    const processes = process.env.PROCESSES ? { PROCESSES: process.env.PROCESSES } : {}
    return { ...settled, ...processes, ...(await this.database).variables, ...extra }
  }

  /** Chooses where an instance stands, so that it can be started there again and again. */
  async place(extra: Readonly<Record<string, string>> = {}): Promise<Place> {
    return { port: await findFreePort(), variables: await this.variables(extra) }
  }

  /** Starts an instance, which ends with the case at the latest. */
  async start(place?: Place, through: readonly string[] = []): Promise<Instance> {
    const instance = await startInstance({ root: this.root, ...(place ?? (await this.place())), through })
    this.#instances.push(instance)
    return instance
  }

  /** Starts an instance and kills it while it is still starting, or has just started. */
  async killStart(place: Place, afterMs: number): Promise<void> {
    await killStart({ root: this.root, ...place }, afterMs)
  }

  /** The product's services in this process, on the same database, while `work` goes on. */
  async withServices<T>(work: (services: Services) => Promise<T>): Promise<T> {
    return withServices(await this.variables(), work)
  }

  /** Path for a file of the case. */
  file(name: string): string {
    return join(this.folder, name)
  }

  /** The end of what the instances have printed. */
  outputs(): string {
    return this.#instances.map((instance) => instance.output()).join('')
  }

  /** Has something done when the case is over and its instances are gone. */
  atEnd(finish: () => unknown): void {
    this.#finishes.push(finish)
  }

  async close(): Promise<void> {
    await Promise.all(this.#instances.map((instance) => instance.kill()))
    for (const finish of this.#finishes) await finish()
  }
}
