import type { Command } from 'commander'
import {
  addReturnAddress,
  listReturnAddresses,
  removeReturnAddress,
} from '#lib/return-addresses/manage-return-addresses.ts'
import { formatInstant, formatTable, type OutputOptions } from './output.ts'
import { run } from './run.ts'
import { addVerb } from './verb.ts'

export function addReturnAddressCommands(program: Command): void {
  const noun = program.command('return-address').description('Origins that people may be sent back to.')
  addVerb(noun, 'add <origin>', 'Allow backUrl addresses of this origin, such as https://app.example.com.').action(
    (origin: string, options: OutputOptions) =>
      run(options, async ({ services, actor }) => {
        const added = await addReturnAddress(services, actor, { origin })
        return { json: added, lines: [`Added ${added.origin}.`] }
      }),
  )
  addVerb(noun, 'remove <origin>', 'No longer send people back there, at once.').action(
    (origin: string, options: OutputOptions) =>
      run(options, async ({ services, actor }) => {
        await removeReturnAddress(services, actor, { origin })
        return { json: { origin }, lines: [`Removed ${origin}.`] }
      }),
  )
  addVerb(noun, 'list', 'List the return addresses.').action((options: OutputOptions) =>
    run(options, async ({ services, actor }) => {
      const returnAddresses = await listReturnAddresses(services, actor)
      const rows = returnAddresses.map(({ origin, createdAt, createdByName }) => [
        origin,
        formatInstant(createdAt),
        createdByName ?? '–',
      ])
      return { json: { returnAddresses }, lines: formatTable(['ORIGIN', 'ADDED (UTC)', 'BY'], rows) }
    }),
  )
}
