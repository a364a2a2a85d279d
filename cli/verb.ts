import type { Command } from 'commander'
import type { ManagementClient } from '#lib/web/management-api/client.ts'
import { type Given, type Options, readOptions } from './options.ts'
import { type CommandOutput, printOutput } from './output.ts'
import type { CommandContext } from './run.ts'
import { readServer, type Server } from './server.ts'

/** The management API for a command, of a server elsewhere or in this process. */
export type Site = Readonly<{ api: ManagementClient }> &
  (Readonly<{ here: CommandContext; server?: undefined }> | Readonly<{ here?: undefined; server: Server }>)

/** The words that follow a verb: `<one>`, `[one]` and `<many...>`. */
type Words<Usage> = Usage extends `${string}<${infer Name}>${infer Rest}`
  ? [Name extends `${string}...` ? string[] : string, ...Words<Rest>]
  : Usage extends `${string}[${string}]${infer Rest}`
    ? [string | undefined, ...Words<Rest>]
    : []

/** What a verb works on, its words, and its options. It returns what to print, unless it has printed that itself. */
type Work<Context, Input extends readonly unknown[]> = (
  ...input: [Context, ...Input]
) => Promise<CommandOutput | undefined>

/** One verb of a noun. Each has the option `--json`. */
class Verb<Input extends readonly unknown[]> {
  /** For what only few verbs have, such as text after their help. */
  readonly command: Command
  readonly #options: Options
  readonly #checks: ((...input: Input) => string | undefined)[] = []

  constructor(command: Command, options: Options) {
    this.command = command.option('--json', 'print one JSON object')
    this.#options = options
    for (const option of Object.values(options)) command.addOption(option)
  }

  /** Refuses the verb without any of its options. @param purpose what they say, such as `what to change` */
  needsOption(purpose: string): this {
    const flags = Object.values(this.#options).map(({ long }) => `'${long}'`)
    return this.refuses((...input) =>
      Object.keys(input.at(-1) ?? {}).length === 0 ? `specify ${purpose}: ${flags.join(', ')}` : undefined,
    )
  }

  /** Refuses input that contradicts itself. @param check returns the reason, or undefined */
  refuses(check: (...input: Input) => string | undefined): this {
    this.#checks.push(check)
    return this
  }

  /**
   * Works on this machine's database or, with `--url`, on a server elsewhere. It loads the modules of one transport
   * only: that over HTTP works without a database and without the server's environment. What only an operator may do
   * takes `here`.
   * @param createsDatabase whether this machine's database is created if it is missing
   */
  onSite(work: Work<Site, Input>, createsDatabase = false): void {
    this.#run(async (run) => {
      const server = readServer(programOf(this.command))
      const { ManagementClient } = await import('#lib/web/management-api/client.ts')
      if (server) {
        const { overHttp } = await import('./over-http.ts')
        return run({ api: new ManagementClient(overHttp(server)), server })
      }
      const { withServices } = await import('./run.ts')
      const { inProcess } = await import('#lib/web/management-api/in-process.ts')
      return withServices((here) => run({ api: new ManagementClient(inProcess(here)), here }), createsDatabase)
    }, work)
  }

  /** Works on this machine's database only. */
  here(work: Work<CommandContext, Input>): void {
    this.#run(async (run) => (await import('./run.ts')).withServices(run), work)
  }

  /** Opens no database, or opens one itself. */
  alone(work: (...input: Input) => Promise<CommandOutput>): void {
    this.#run(
      (run) => run(undefined),
      (_, ...input) => work(...input),
    )
  }

  #run<Context>(
    open: (run: (context: Context) => Promise<CommandOutput | undefined>) => Promise<CommandOutput | undefined>,
    work: Work<Context, Input>,
  ): void {
    const { command } = this
    command.action(async (...given: unknown[]) => {
      // Commander appends its options and the command.
      const input = [...given.slice(0, -2), readOptions(command, this.#options)] as unknown as Input
      for (const check of this.#checks) {
        const problem = check(...input)
        if (problem !== undefined) command.error(`error: ${problem}`)
      }
      const output = await open((context) => work(context, ...input))
      if (output) printOutput(output, command.opts())
    })
  }
}

/** Adds verbs to a noun: their usage, such as `create <id>`, what help says of them, and their options. */
export function verbsOf(noun: Command) {
  return <const Usage extends string, const Named extends Options = Readonly<Record<never, never>>>(
    usage: Usage,
    about: string,
    options?: Named,
  ): Verb<[...Words<Usage>, Given<Named>]> => new Verb(noun.command(usage).description(about), options ?? {})
}

export type Verbs = ReturnType<typeof verbsOf>

function programOf(command: Command): Command {
  return command.parent ? programOf(command.parent) : command
}
