import type { Command } from 'commander'
import {
  addReturnAddress,
  listReturnAddresses,
  removeReturnAddress,
} from '#lib/return-addresses/manage-return-addresses.ts'
import { formatInstant, formatTable } from './output.ts'
import { addVerb } from './run.ts'

export function addReturnAddressCommands(program: Command): void {
  const noun = program.command('return-address').description('Origins that users may return to.')
  addVerb(noun, 'add <origin>', async ({ services, actor }, origin: string) => {
    const added = await addReturnAddress(services, actor, { origin })
    return { json: added, lines: [`Added ${added.origin}.`] }
  }).description('Allow backUrl values of this origin, for example https://app.example.com.')
  addVerb(noun, 'remove <origin>', async ({ services, actor }, origin: string) => {
    await removeReturnAddress(services, actor, { origin })
    return { json: { origin }, lines: [`Removed ${origin}.`] }
  }).description('Refuse backUrl values of this origin, immediately.')
  addVerb(noun, 'list', async ({ services, actor }) => {
    const returnAddresses = await listReturnAddresses(services, actor)
    const rows = returnAddresses.map(({ origin, createdAt, createdByName }) => [
      origin,
      formatInstant(createdAt),
      createdByName ?? '–',
    ])
    return { json: { returnAddresses }, lines: formatTable(['ORIGIN', 'ADDED (UTC)', 'BY'], rows) }
  }).description('List the return addresses.')
}
