import type { Command } from 'commander'
import { formatInstant, listOutput } from './output.ts'
import { verbsOf } from './verb.ts'

export function addReturnAddressCommands(program: Command): void {
  const verb = verbsOf(program.command('return-address').description('Origins that users may return to.'))
  verb('add <origin>', 'Allow backUrl values of this origin, for example https://app.example.com.').onSite(
    async ({ api }, origin) => {
      const added = await api.call('addReturnAddress', { body: { origin } })
      return { json: added, lines: [`Added ${added.origin}.`] }
    },
  )
  verb('remove <origin>', 'Refuse backUrl values of this origin, immediately.').onSite(async ({ api }, origin) => {
    await api.call('removeReturnAddress', { params: { origin } })
    return { json: { origin }, lines: [`Removed ${origin}.`] }
  })
  verb('list', 'List the return addresses.').onSite(async ({ api }) => {
    const found = await api.list('listReturnAddresses', {})
    const addresses = found.map((address) => ({ ...address, createdByName: address.createdByName ?? undefined }))
    return listOutput('returnAddresses', addresses, [
      ['ORIGIN', ({ origin }) => origin],
      ['ADDED (UTC)', ({ createdAt }) => formatInstant(createdAt)],
      ['BY', ({ createdByName }) => createdByName ?? '–'],
    ])
  })
}
