import type { Command } from 'commander'
import type { GrantReceipt } from '#lib/sso-grants/grant-receipt.ts'
import { formatTable } from './output.ts'
import { addVerb } from './verb.ts'

export function addGrantCommands(program: Command): void {
  const noun = program.command('grant').description('Sign-in links.')
  addVerb(noun, 'show <grantId>', async ({ grants }, grantId: string) => {
    const receipt = await grants.show(grantId)
    return { json: receipt, lines: formatReceipt(receipt) }
  }).description('Print what became of a link, by its Latchkey-Grant-Id. It is kept for 24 hours.')
}

export function formatReceipt({ accountId, userId, keyId, state, steps }: GrantReceipt): string[] {
  const rows = steps.map(({ at, step, network, reason }) => [
    new Date(at).toISOString(),
    reason === null ? step : `${step} (${reason})`,
    network ?? '–',
  ])
  return [
    `account  ${accountId}`,
    `user     ${userId}`,
    `key      ${keyId ?? '–'}`,
    `state    ${state}`,
    ...formatTable(['TIME (UTC)', 'STEP', 'FROM'], rows),
  ]
}
