import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Services } from '#lib/foundation/services.ts'
import type { Databases, Engine, TestDatabase } from './databases.ts'
import { withServices } from './databases.ts'
import { type Instance, killStart, startInstance } from './instance.ts'
import { findFreePort } from './ports.ts'

/** `short` is for `npm test`, `proof` for mutated products: long enough to detect the mutation. */
export type Size = 'full' | 'short' | 'proof'

type CaseOptions = Readonly<{
  engine: Engine
  size: Size
  /** The duration of tests that run for a time; by default their size decides. */
  minutes: number | undefined
  root: string
  folder: string
  databases: Databases
}>

/** The port and environment variables of an instance. */
export type Place = Readonly<{ port: number; variables: Readonly<Record<string, string>> }>

/** The resources of a case: a database and instances, removed at its end. */
export class CaseContext {
  readonly size: Size
  readonly minutes: number | undefined
  readonly engine: Engine
  /** The folder for files of the case. */
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

  /** Chooses a value by the size of the run. */
  pick<T>(full: T, short: T, proof = short): T {
    return { full, short, proof }[this.size]
  }

  get database(): Promise<TestDatabase> {
    this.#database ??= this.#options.databases.create(this.#options.engine, this.file('data'))
    return this.#database
  }

  /** Uses a database that the case created. */
  adoptDatabase(database: TestDatabase): void {
    this.#database = Promise.resolve(database)
  }

  /** Another empty database of the same engine, with the same master secret. */
  async anotherDatabase(name: string): Promise<TestDatabase> {
    const made = await this.#options.databases.create(this.#options.engine, this.file(name))
    const { LATCHKEY_SECRET = '' } = (await this.database).variables
    return { ...made, variables: { ...made.variables, LATCHKEY_SECRET } }
  }

  /** The environment variables of all instances; `extra` takes precedence. */
  async variables(extra: Readonly<Record<string, string>> = {}): Promise<Readonly<Record<string, string>>> {
    this.#baseUrl ??= `http://localhost:${await findFreePort()}`
    const settled = { BASE_URL: this.#baseUrl, HOST: '127.0.0.1', LOG_LEVEL: 'warn', TRUSTED_PROXIES: 'loopback' }
    // `PROCESSES=2 npm run trial -- race kill power-cut` runs each instance as that many processes.
    const processes: Record<string, string> = process.env.PROCESSES ? { PROCESSES: process.env.PROCESSES } : {}
    return { ...settled, ...processes, ...(await this.database).variables, ...extra }
  }

  /** Chooses a port, so that an instance can restart there. */
  async place(extra: Readonly<Record<string, string>> = {}): Promise<Place> {
    return { port: await findFreePort(), variables: await this.variables(extra) }
  }

  /** Starts an instance, which the end of the case kills. */
  async start(place?: Place, through: readonly string[] = []): Promise<Instance> {
    const instance = await startInstance({ root: this.root, ...(place ?? (await this.place())), through })
    this.#instances.push(instance)
    return instance
  }

  /** Starts an instance and kills it during or shortly after the start. */
  async killStart(place: Place, afterMs: number): Promise<void> {
    await killStart({ root: this.root, ...place }, afterMs)
  }

  /** Runs `work` with the product's services in this process, on the same database. */
  async withServices<T>(work: (services: Services) => Promise<T>): Promise<T> {
    return withServices(await this.variables(), work)
  }

  /** The path of a file of the case. */
  file(name: string): string {
    return join(this.folder, name)
  }

  /** The last output of the instances. */
  outputs(): string {
    return this.#instances.map((instance) => instance.output()).join('')
  }

  /** Registers a cleanup that runs after the instances have ended. */
  atEnd(finish: () => unknown): void {
    this.#finishes.push(finish)
  }

  async close(): Promise<void> {
    await Promise.all(this.#instances.map((instance) => instance.kill()))
    for (const finish of this.#finishes) await finish()
  }
}
