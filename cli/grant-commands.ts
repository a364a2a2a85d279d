import type { Command } from 'commander'
import { parseInput } from '#lib/parse-input.ts'
import type { GrantReceipt } from '#lib/sso-grants/grant-receipt.ts'
import { receiptsQuery } from '#lib/sso-grants/receipt-schema.ts'
import { noteUnknownAccount } from './account-note.ts'
import type { Operations } from './local/operations.ts'
import { type CommandOutput, formatInstant, formatTable } from './output.ts'
import { parseLimit, usualLimit } from './read-limit.ts'
import { addVerb } from './verb.ts'

export function addGrantCommands(program: Command): void {
  const noun = program.command('grant').description('Sign-in links.')
  addVerb(noun, 'show <grantId>', async ({ grants }, grantId: string) => {
    const receipt = await grants.show(grantId)
    return { json: receipt, lines: formatReceipt(receipt) }
  }).description('Print what became of a link, by its Latchkey-Grant-Id. It is kept for 24 hours.')
  addVerb(noun, 'list', listGrants)
    .description('List the newest links, with what became of each.')
    .option('--account <accountId>', 'only links to this account')
    .option('--user <email>', 'only links that sign this user in: email address or username')
    .option('--key <keyId>', 'only links that this API key requested')
    .option('--limit <number>', 'how many at most', parseLimit, usualLimit)
}

const filterSchema = receiptsQuery.pick({ accountId: true, keyId: true })

type ListOptions = Readonly<{ account?: string; user?: string; key?: string; limit: number }>

async function listGrants(
  operations: Operations,
  { account: accountId, key: keyId, user, limit }: ListOptions,
): Promise<CommandOutput> {
  const found = await operations.grants.list({ ...parseInput(filterSchema, { accountId, keyId }), user, limit })
  const rows = found.map(({ grantId, accountId: account, userId, keyId: key, state, steps }) => [
    ...[formatInstant(steps[0]?.at ?? null), grantId, account, userId, key ?? '–', state],
  ])
  const headings = ['ISSUED (UTC)', 'GRANT ID', 'ACCOUNT ID', 'USER ID', 'KEY ID', 'STATE']
  const notes = await noteUnknownAccount(operations, accountId, found)
  return { json: { grants: found }, lines: formatTable(headings, rows), notes }
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
