import type { Command } from 'commander'
import { formatInstant, formatTable } from './output.ts'
import { addVerb } from './verb.ts'

export function addReturnAddressCommands(program: Command): void {
  const noun = program.command('return-address').description('Origins that users may return to.')
  addVerb(noun, 'add <origin>', async ({ returnAddresses }, origin: string) => {
    const added = await returnAddresses.add(origin)
    return { json: added, lines: [`Added ${added.origin}.`] }
  }).description('Allow backUrl values of this origin, for example https://app.example.com.')
  addVerb(noun, 'remove <origin>', async ({ returnAddresses }, origin: string) => {
    await returnAddresses.remove(origin)
    return { json: { origin }, lines: [`Removed ${origin}.`] }
  }).description('Refuse backUrl values of this origin, immediately.')
  addVerb(noun, 'list', async ({ returnAddresses }) => {
    const addresses = await returnAddresses.list()
    const rows = addresses.map(({ origin, createdAt, createdByName }) => [
      origin,
      formatInstant(createdAt),
      createdByName ?? '–',
    ])
    return { json: { returnAddresses: addresses }, lines: formatTable(['ORIGIN', 'ADDED (UTC)', 'BY'], rows) }
  }).description('List the return addresses.')
}
