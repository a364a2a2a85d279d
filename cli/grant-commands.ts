import type { Command } from 'commander'
import type { GrantReceipt } from '#lib/domain/links/sso-grants/grant-receipt.ts'
import { receiptsQuery } from '#lib/domain/links/sso-grants/receipt-schema.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import type { ResponseOf } from '#lib/web/management-api/client.ts'
import { noteUnknownAccount } from './account-note.ts'
import { findUserId } from './find-user.ts'
import { type CommandOutput, formatInstant, formatTable, listOutput } from './output.ts'
import { parseCount, usualLimit } from './read-limit.ts'
import { addVerb, type Site } from './verb.ts'

export function addGrantCommands(program: Command): void {
  const noun = program.command('grant').description('Sign-in links.')
  addVerb(noun, 'show <grantId>', async ({ api }, grantId: string) => {
    const receipt = toReceipt(await api.call('getGrantReceipt', { params: { grantId } }))
    return { json: receipt, lines: formatReceipt(receipt) }
  }).description('Print what became of a link, by its Latchkey-Grant-Id. It is kept for 24 hours.')
  addVerb(noun, 'list', listGrants)
    .description('List the newest links, with what became of each.')
    .option('--account <accountId>', 'only links to this account')
    .option('--user <email>', 'only links that sign this user in: email address or username')
    .option('--key <keyId>', 'only links that this API key requested')
    .option('--limit <number>', 'how many at most', parseCount, usualLimit)
}

type ListOptions = Readonly<{ account?: string; user?: string; key?: string; limit: number }>

/** A server ignores an empty parameter: the empty value of an option must not select everything. */
const filterSchema = receiptsQuery.pick({ accountId: true, keyId: true })

async function listGrants(
  site: Site,
  { account: accountId, user, key: keyId, limit }: ListOptions,
): Promise<CommandOutput> {
  parseInput(filterSchema, { accountId, keyId })
  const userId = await findUserId(site, user)
  const found = await site.api.list('listGrantReceipts', { query: { accountId, userId, keyId } }, limit)
  const output = listOutput('grants', found.map(toReceipt), [
    ['ISSUED (UTC)', ({ steps }) => formatInstant(steps[0]?.at ?? null)],
    ['GRANT ID', ({ grantId }) => grantId],
    ['ACCOUNT ID', (receipt) => receipt.accountId],
    ['USER ID', (receipt) => receipt.userId],
    ['KEY ID', (receipt) => receipt.keyId ?? '–'],
    ['STATE', ({ state }) => state],
  ])
  return { ...output, notes: await noteUnknownAccount(site, accountId, found) }
}

function toReceipt({ steps, ...grant }: ResponseOf<'getGrantReceipt'>): GrantReceipt {
  return { ...grant, steps: steps.map((step) => ({ ...step, at: Date.parse(step.at) })) }
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
