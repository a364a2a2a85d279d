import type { Command } from 'commander'
import { formatInstant, listOutput } from './output.ts'
import { addVerb } from './verb.ts'

export function addReturnAddressCommands(program: Command): void {
  const noun = program.command('return-address').description('Origins that users may return to.')
  addVerb(noun, 'add <origin>', async ({ api }, origin: string) => {
    const added = await api.call('addReturnAddress', { body: { origin } })
    return { json: added, lines: [`Added ${added.origin}.`] }
  }).description('Allow backUrl values of this origin, for example https://app.example.com.')
  addVerb(noun, 'remove <origin>', async ({ api }, origin: string) => {
    await api.call('removeReturnAddress', { params: { origin } })
    return { json: { origin }, lines: [`Removed ${origin}.`] }
  }).description('Refuse backUrl values of this origin, immediately.')
  addVerb(noun, 'list', async ({ api }) => {
    const found = await api.list('listReturnAddresses', {})
    const addresses = found.map((address) => ({ ...address, createdByName: address.createdByName ?? undefined }))
    return listOutput('returnAddresses', addresses, [
      ['ORIGIN', ({ origin }) => origin],
      ['ADDED (UTC)', ({ createdAt }) => formatInstant(createdAt)],
      ['BY', ({ createdByName }) => createdByName ?? '–'],
    ])
  }).description('List the return addresses.')
}
