import type { Command } from 'commander'
import { noRemoteForm } from './usage-error.ts'

type LocalCommands = Readonly<{
  /** Of the commands that work only on this machine's database. */
  names: readonly string[]
  /** The noun that they are verbs of. */
  noun?: string
  /** Adds them to the noun or, without one, to the program. */
  load: () => Promise<(parent: Command) => void>
}>

const localCommands: readonly LocalCommands[] = [
  {
    noun: 'user',
    names: ['end-sessions', 'set-password-link', 'reset-factors'],
    load: async () => (await import('./user-access-commands.ts')).addUserAccessVerbs,
  },
  {
    noun: 'user',
    names: ['leaver-sheet', 'rotate-seen-secrets'],
    load: async () => (await import('./leaver-commands.ts')).addLeaverVerbs,
  },
  { names: ['leak'], load: async () => (await import('./leak-commands.ts')).addLeakCommands },
  { names: ['mail'], load: async () => (await import('./mail-commands.ts')).addMailCommands },
  { names: ['activity'], load: async () => (await import('./activity-commands.ts')).addActivityCommands },
  { names: ['journal'], load: async () => (await import('./journal-commands.ts')).addJournalCommands },
  { names: ['sign-in'], load: async () => (await import('./sign-in-commands.ts')).addSignInCommands },
  { names: ['scim'], load: async () => (await import('./scim-commands.ts')).addScimCommands },
  { names: ['signing-key'], load: async () => (await import('./signing-key-commands.ts')).addSigningKeyCommands },
  { names: ['master-secret'], load: async () => (await import('./master-secret-commands.ts')).addMasterSecretCommands },
  {
    names: ['migrate', 'backup', 'restore', 'doctor'],
    load: async () => (await import('./maintenance-commands.ts')).addMaintenanceCommands,
  },
]

/**
 * Adds the commands that need the database of this machine, without the modules of those that the words can't mean.
 * @param words a command, the option `--help`, or anything else
 */
export async function addLocalCommands(program: Command, [first = '']: readonly string[]): Promise<void> {
  const named = localCommands.filter(({ noun, names }) => (noun === undefined ? names.includes(first) : noun === first))
  const isOther = program.commands.some((command) => command.name() === first)
  for (const { noun, load } of named.length > 0 || isOther ? named : localCommands) {
    ;(await load())(parentIn(program, noun))
  }
}

/** Adds only their names, without their modules: with `--url`, each says where it works. */
export function refuseLocalCommands(program: Command): void {
  for (const { noun, names } of localCommands) {
    for (const name of names) refuse(parentIn(program, noun), name, noun === undefined ? name : `${noun} ${name}`)
  }
}

function refuse(parent: Command, name: string, words: string): void {
  parent
    .command(name)
    .description('Only on the machine of the server.')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => {
      throw noRemoteForm(words)
    })
}

function parentIn(program: Command, noun: string | undefined): Command {
  return program.commands.find((command) => command.name() === noun) ?? program
}
