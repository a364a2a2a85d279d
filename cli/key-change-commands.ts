import { type Command, Option } from 'commander'
import { type UsagePeriod, usagePeriods } from '#lib/usage/key-usage.ts'
import type { Operations } from './local/operations.ts'
import { type CommandOutput, formatInstant, formatTable } from './output.ts'
import { addVerb, requireSomeOption } from './verb.ts'

/** The verbs `change` and `usage` of `key`. */
export function addChangeAndUsage(noun: Command): void {
  const change = addVerb(noun, 'change <keyId>', changeKey)
    .description('Change the name or the note of a key. What is not given stays.')
    .option('--name <name>', 'the program that uses the key')
    .option('--note <text>', 'what the people who manage the key want to remember; empty: none')
  requireSomeOption(change, 'what to change')
  addVerb(noun, 'usage <keyId>', showUsage)
    .description('Show what a key did, in total, by part of the period and by secret.')
    .addOption(
      new Option('--period <period>', '24 hours, 30 days or 52 weeks, each in as many parts')
        .choices(usagePeriods)
        .default('month'),
    )
}

type ChangeOptions = Readonly<{ name?: string; note?: string }>

async function changeKey({ keys }: Operations, keyId: string, { name, note }: ChangeOptions): Promise<CommandOutput> {
  const key = await keys.change(keyId, {
    ...(name !== undefined && { name }),
    ...(note !== undefined && { note: note || null }),
  })
  return { json: { keyId: key.id, name: key.name, note: key.note }, lines: [`Changed ${key.id} (${key.name}).`] }
}

async function showUsage(
  { keys }: Operations,
  keyId: string,
  { period }: Readonly<{ period: UsagePeriod }>,
): Promise<CommandOutput> {
  const { items, secrets, beyondLimit } = await keys.usage(keyId, period)
  const parts = items.map(({ since, ...counts }) => ({ since: Date.parse(since), ...counts }))
  const used = parts.filter(({ calls, accountsOpened, refusals }) => calls + accountsOpened + refusals > 0)
  const { observed, refused } = beyondLimit
  return {
    json: { keyId, period, items: parts, secrets, beyondLimit },
    lines: [
      ...formatTable(
        ['SINCE (UTC)', ...columns],
        used.map((part) => [formatInstant(part.since), ...toCells(part)]),
      ),
      ...formatTable(
        ['SECRET ID', ...columns],
        secrets.map((each) => [each.secretId || '–', ...toCells(each)]),
      ),
      ...(used.length === 0 ? ['The key was not used in this period.'] : []),
      `Beyond the call limit in the last 24 hours: ${observed} observed, ${refused} refused.`,
    ],
  }
}

const columns = ['CALLS', 'ACCOUNTS OPENED', 'REFUSALS']

type Counts = Readonly<{ calls: number; accountsOpened: number; refusals: number }>

function toCells({ calls, accountsOpened, refusals }: Counts): string[] {
  return [calls, accountsOpened, refusals].map(String)
}
