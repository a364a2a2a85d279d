import type { Command } from 'commander'
import type { GrantReceipt } from '#lib/domain/links/sso-grants/grant-receipt.ts'
import { receiptsQuery } from '#lib/domain/links/sso-grants/receipt-schema.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import type { ResponseOf } from '#lib/web/management-api/client.ts'
import { findUserId, noteUnknownAccount } from './find.ts'
import { limitOption, option } from './options.ts'
import { formatFacts, formatInstant, formatTable, listOutput } from './output.ts'
import { verbsOf } from './verb.ts'

/** A server ignores an empty parameter: the empty value of an option must not select everything. */
const filterSchema = receiptsQuery.pick({ accountId: true, keyId: true })

export function addGrantCommands(program: Command): void {
  const verb = verbsOf(program.command('grant').description('Sign-in links.'))
  verb('show <grantId>', 'Print what became of a link, by its Latchkey-Grant-Id. It is kept for 24 hours.').onSite(
    async ({ api }, grantId) => {
      const receipt = toReceipt(await api.call('getGrantReceipt', { params: { grantId } }))
      return { json: receipt, lines: formatReceipt(receipt) }
    },
  )
  verb('list', 'List the newest links, with what became of each.', {
    accountId: option('--account <accountId>', 'only links to this account'),
    user: option('--user <email>', 'only links that sign this user in: email address or username'),
    keyId: option('--key <keyId>', 'only links that this API key requested'),
    limit: limitOption(),
  }).onSite(async (site, { accountId, user, keyId, limit }) => {
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
  })
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
    ...formatFacts({ account: accountId, user: userId, key: keyId, state }),
    ...formatTable(['TIME (UTC)', 'STEP', 'FROM'], rows),
  ]
}
