import { type Command, Option } from 'commander'
import { keyLimitNames } from '#lib/domain/keys/api-keys/field-limits.ts'
import { keyFields } from '#lib/domain/keys/api-keys/fields.ts'
import type { KeyText } from '#lib/domain/keys/api-keys/key-filter.ts'
import type { KeyScope } from '#lib/domain/keys/api-keys/scopes.ts'
import { type UsagePeriod, usagePeriods } from '#lib/domain/keys/usage/key-usage.ts'
import { recordOf } from '#lib/kernel/record-of.ts'
import { type Columns, type CommandOutput, formatInstant, listOutput } from './output.ts'
import { parseList, parseScopes } from './parse-limits.ts'
import { addTextChanges, readTexts } from './text-options.ts'
import { addVerb, requireSomeOption, type Site } from './verb.ts'

/** The verbs `change`, `narrow` and `usage` of `key`. */
export function addChangeAndUsage(noun: Command): void {
  const change = addVerb(noun, 'change <keyId>', changeKey)
    .description('Change the name or the note of a key. What is not given stays.')
    .option('--name <name>', 'the program that uses the key')
  addTextChanges(change, keyFields)
  requireSomeOption(change, 'what to change')
  const narrow = addVerb(noun, 'narrow <keyId>', narrowKey)
    .description('Narrow what a key may do, at once and for good. What is not given stays.')
    .option('--scopes <A,B>', 'the permissions that stay', parseScopes)
    .option('--accounts <A,B>', 'the accounts that it may still open', parseList)
    .option('--networks <A,B>', 'the IP addresses or ranges from which it still works', parseList)
    .option('--return-addresses <A,B>', 'the return addresses that its links may still have', parseList)
  requireSomeOption(narrow, 'what stays')
  addVerb(noun, 'usage <keyId>', showUsage)
    .description('Show what a key did, in total, by part of the period and by secret.')
    .addOption(
      new Option('--period <period>', '24 hours, 30 days or 52 weeks, each in as many parts')
        .choices(usagePeriods)
        .default('month'),
    )
}

type ChangeOptions = Readonly<Partial<Record<'name' | KeyText, string>>>

async function changeKey({ api }: Site, keyId: string, given: ChangeOptions): Promise<CommandOutput> {
  const body = { name: given.name, ...readTexts(keyFields, given) }
  const key = await api.call('patchKey', { params: { keyId }, body })
  const { name } = key
  return {
    json: { keyId: key.id, name, ...keyFields.toShown(key) },
    lines: [`Changed ${key.id} (${name}).`],
  }
}

type NarrowOptions = Readonly<{
  scopes?: KeyScope[]
  accounts?: string[]
  networks?: string[]
  returnAddresses?: string[]
}>

async function narrowKey(
  { api }: Site,
  keyId: string,
  { scopes, accounts: accountIds, networks, returnAddresses }: NarrowOptions,
): Promise<CommandOutput> {
  const body = { scopes, accountIds, networks, returnAddresses }
  const key = await api.call('patchKey', { params: { keyId }, body })
  return {
    json: { keyId, ...recordOf(keyLimitNames, (name) => key[name]) },
    lines: [`Narrowed ${keyId} (${key.name}).`],
  }
}

async function showUsage(
  { api }: Site,
  keyId: string,
  { period }: Readonly<{ period: UsagePeriod }>,
): Promise<CommandOutput> {
  const usage = await api.call('getKeyUsage', { params: { keyId }, query: { period } })
  const { items, secrets, beyondLimit } = usage
  const used = items.filter(({ calls, accountsOpened, refusals }) => calls + accountsOpened + refusals > 0)
  const { observed, refused } = beyondLimit
  return {
    json: { keyId, period, ...usage },
    lines: [
      ...listOutput('items', used, [['SINCE (UTC)', ({ since }) => formatInstant(since)], ...columns]).lines,
      ...listOutput('secrets', secrets, [['SECRET ID', ({ secretId }) => secretId || '–'], ...columns]).lines,
      ...(used.length === 0 ? ['The key was not used in this period.'] : []),
      `Beyond the call limit in the last 24 hours: ${observed} observed, ${refused} refused.`,
    ],
  }
}

type Counts = Readonly<{ calls: number; accountsOpened: number; refusals: number }>

const columns: Columns<Counts> = [
  ['CALLS', ({ calls }) => String(calls)],
  ['ACCOUNTS OPENED', ({ accountsOpened }) => String(accountsOpened)],
  ['REFUSALS', ({ refusals }) => String(refusals)],
]
