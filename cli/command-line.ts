import { Command, CommanderError } from 'commander'
import { readVersion } from '#lib/kernel/version.ts'
import { addAccountCommands } from './account-commands.ts'
import { addAccountGroupCommands } from './account-group-commands.ts'
import { explain } from './explain.ts'
import { addGrantCommands } from './grant-commands.ts'
import { addKeyCommands } from './key-commands.ts'
import { addLocalCommands, refuseLocalCommands } from './local-commands.ts'
import { addRefusalCommands } from './refusal-commands.ts'
import { addReturnAddressCommands } from './return-address-commands.ts'
import { addServerOptions, isTokenVisible, namesServer } from './server.ts'
import { addSessionCommands } from './session-commands.ts'
import { addSettingsCommands } from './settings-commands.ts'
import { UsageError } from './usage-error.ts'
import { addUserCommands } from './user-commands.ts'
import { addWebhookCommands } from './webhook-commands.ts'
import { addWhyCommand } from './why-command.ts'

const exitRefused = 1
const exitUsage = 2

/** Runs a command and sets the exit status: 0, 1 (refused, with the reason on standard error) or 2 (usage). */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  try {
    const program = await createProgram(words)
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed the error, or the requested help.
      process.exitCode = error.exitCode === 0 ? 0 : exitUsage
      return
    }
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = error instanceof UsageError ? exitUsage : exitRefused
  }
}

const help = `
Commands need the server's environment variables, such as DATA_DIR. Where there is no database, only migrate and
user create create one.

With --url, they administer a server elsewhere by its management API, without a database here:
  LATCHKEY_TOKEN=… latchkey --url https://login.example.com account list
Set the token in LATCHKEY_TOKEN: other users of this machine can see the options of a command.`

async function createProgram(words: readonly string[]): Promise<Command> {
  const program = addServerOptions(new Command('latchkey'))
    .description(
      'Manages Latchkey on the machine with its data, whether or not the server runs, or with --url elsewhere.',
    )
    .version(readVersion(), '--version', 'print the version')
    .exitOverride()
    .showHelpAfterError('Add --help to a command to see its options.')
    .addHelpText('after', help)
  addUserCommands(program)
  addKeyCommands(program)
  addAccountCommands(program)
  addAccountGroupCommands(program)
  addReturnAddressCommands(program)
  addGrantCommands(program)
  addRefusalCommands(program)
  addWhyCommand(program)
  addSessionCommands(program)
  addSettingsCommands(program)
  addWebhookCommands(program)
  const ahead = readAhead(words)
  if (namesServer(ahead)) refuseLocalCommands(program)
  else await addLocalCommands(program, ahead.args)
  return program
}

/** The options before the command, and the command: the modules to load depend on them. */
function readAhead(words: readonly string[]): Command {
  const program = addServerOptions(new Command())
    .argument('[words...]')
    .exitOverride()
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .parse(words, { from: 'user' })
  if (isTokenVisible(program)) process.stderr.write(`${tokenAdvice}\n`)
  return program
}

const tokenAdvice = 'Other users of this machine can see the token in the process list. Use LATCHKEY_TOKEN instead.'
