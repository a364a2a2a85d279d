import type { Command } from 'commander'
import type { Operations } from './local/operations.ts'
import { type CommandOutput, type OutputOptions, printOutput } from './output.ts'
import { readServer } from './remote/server.ts'

/** A verb of a noun, such as `create <id>`. Every verb has the option `--json`. */
export function defineVerb(noun: Command, usage: string): Command {
  return noun.command(usage).option('--json', 'print one JSON object')
}

/**
 * Adds a verb that works on this machine's database and, with `--url`, on a server elsewhere.
 * @param work calls operations, whichever form they have, and returns what to print
 * @param createsDatabase whether this machine's database is created if it is missing
 */
export function addVerb<Arguments extends readonly unknown[]>(
  noun: Command,
  usage: string,
  work: (operations: Operations, ...words: Arguments) => Promise<CommandOutput>,
  createsDatabase = false,
): Command {
  const verb = defineVerb(noun, usage)
  return verb.action(async (...words: Arguments) => {
    const output = await withOperations(verb, (operations) => work(operations, ...words), createsDatabase)
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

/** Loads the modules of one form only: the remote form works without a database and without the server's environment. */
async function withOperations<T>(
  verb: Command,
  work: (operations: Operations) => Promise<T>,
  createsDatabase: boolean,
): Promise<T> {
  const server = readServer(programOf(verb))
  if (server) {
    const { remoteOperations } = await import('./remote/operations.ts')
    return work(remoteOperations(server))
  }
  const { withServices } = await import('./run.ts')
  const { localOperations } = await import('./local/operations.ts')
  return withServices((context) => work(localOperations(context)), createsDatabase)
}

function programOf(command: Command): Command {
  return command.parent ? programOf(command.parent) : command
}
