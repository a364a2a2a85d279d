import { Command, CommanderError } from 'commander'
import { addAccountCommands } from './account-commands.ts'
import { addActivityCommands } from './activity-commands.ts'
import { explain } from './explain.ts'
import { addGrantCommands } from './grant-commands.ts'
import { addJournalCommands } from './journal-commands.ts'
import { addKeyCommands } from './key-commands.ts'
import { addLeakCommands } from './leak-commands.ts'
import { addMailCommands } from './mail-commands.ts'
import { addMaintenanceCommands } from './maintenance-commands.ts'
import { addReturnAddressCommands } from './return-address-commands.ts'
import { addScimCommands } from './scim-commands.ts'
import { addSignInCommands } from './sign-in-commands.ts'
import { addSigningKeyCommands } from './signing-key-commands.ts'
import { addUserCommands } from './user-commands.ts'
import { addWebhookCommands } from './webhook-commands.ts'
import { addWhyCommand } from './why-command.ts'

const exitRefused = 1
const exitUsage = 2

/** Runs a command and sets the exit status: 0, 1 (refused, with the reason on standard error) or 2 (usage). */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(words, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed the error, or the requested help.
      process.exitCode = error.exitCode === 0 ? 0 : exitUsage
      return
    }
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = exitRefused
  }
}

function createProgram(): Command {
  const program = new Command('latchkey')
    .description('Manages Latchkey on the machine with its data, whether or not the server runs.')
    .exitOverride()
    .showHelpAfterError('Add --help to a command to see its options.')
    .addHelpText('after', '\nCommands read the same environment variables as the server, such as DATA_DIR.')
  addUserCommands(program)
  addKeyCommands(program)
  addLeakCommands(program)
  addAccountCommands(program)
  addReturnAddressCommands(program)
  addWebhookCommands(program)
  addMailCommands(program)
  addActivityCommands(program)
  addGrantCommands(program)
  addWhyCommand(program)
  addJournalCommands(program)
  addSignInCommands(program)
  addScimCommands(program)
  addSigningKeyCommands(program)
  addMaintenanceCommands(program)
  return program
}
