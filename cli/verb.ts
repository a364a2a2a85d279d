import type { Command } from 'commander'
import type { ManagementClient } from '#lib/web/management-api/client.ts'
import { type CommandOutput, type OutputOptions, printOutput } from './output.ts'
import type { CommandContext } from './run.ts'
import { readServer, type Server } from './server.ts'

/** The management API for a command, of a server elsewhere or in this process. */
export type Site = Readonly<{ api: ManagementClient }> &
  (Readonly<{ here: CommandContext; server?: undefined }> | Readonly<{ here?: undefined; server: Server }>)

/** A verb of a noun, such as `create <id>`. Every verb has the option `--json`. */
export function defineVerb(noun: Command, usage: string): Command {
  return noun.command(usage).option('--json', 'print one JSON object')
}

/**
 * Adds a verb that works on this machine's database and, with `--url`, on a server elsewhere.
 * @param work calls operations, and returns what to print. What only an operator may do takes `here`
 * @param createsDatabase whether this machine's database is created if it is missing
 */
export function addVerb<Arguments extends readonly unknown[]>(
  noun: Command,
  usage: string,
  work: (site: Site, ...words: Arguments) => Promise<CommandOutput>,
  createsDatabase = false,
): Command {
  const verb = defineVerb(noun, usage)
  return verb.action(async (...words: Arguments) => {
    const output = await atSite(verb, (site) => work(site, ...words), createsDatabase)
    printOutput(output, verb.opts<OutputOptions>())
  })
}

/** Refuses the verb without any of its own options. @param purpose what they say, such as `what to change` */
export function requireSomeOption(verb: Command, purpose: string): Command {
  return verb.hook('preAction', () => {
    const own = verb.options.filter((option) => option.long !== '--json')
    if (own.some((option) => verb.getOptionValue(option.attributeName()) !== undefined)) return
    verb.error(`error: specify ${purpose}: ${own.map(({ long }) => `'${long}'`).join(', ')}`)
  })
}

/**
 * Loads the modules of one transport only: that over HTTP works without a database and without the server's
 * environment.
 */
async function atSite<T>(verb: Command, work: (site: Site) => Promise<T>, createsDatabase: boolean): Promise<T> {
  const server = readServer(programOf(verb))
  const { ManagementClient } = await import('#lib/web/management-api/client.ts')
  if (server) {
    const { overHttp } = await import('./over-http.ts')
    return work({ api: new ManagementClient(overHttp(server)), server })
  }
  const { withServices } = await import('./run.ts')
  const { inProcess } = await import('#lib/web/management-api/in-process.ts')
  return withServices((here) => work({ api: new ManagementClient(inProcess(here)), here }), createsDatabase)
}

function programOf(command: Command): Command {
  return command.parent ? programOf(command.parent) : command
}
