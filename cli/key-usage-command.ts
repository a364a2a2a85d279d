import { usagePeriods } from '#lib/domain/keys/usage/key-usage.ts'
import { choice, withDefault } from './options.ts'
import { type Columns, formatInstant, listOutput } from './output.ts'
import type { Verbs } from './verb.ts'

export function addUsage(verb: Verbs): void {
  const period = choice('--period <period>', '24 hours, 30 days or 52 weeks, each in as many parts', usagePeriods)
  verb('usage <keyId>', 'Show what a key did, in total, by part of the period and by secret.', {
    period: withDefault(period, 'month'),
  }).onSite(async ({ api }, keyId, query) => {
    const usage = await api.call('getKeyUsage', { params: { keyId }, query })
    const { items, secrets, beyondLimit } = usage
    const used = items.filter(({ calls, accountsOpened, refusals }) => calls + accountsOpened + refusals > 0)
    const { observed, refused } = beyondLimit
    return {
      json: { keyId, ...query, ...usage },
      lines: [
        ...listOutput('items', used, [['SINCE (UTC)', ({ since }) => formatInstant(since)], ...columns]).lines,
        ...listOutput('secrets', secrets, [['SECRET ID', ({ secretId }) => secretId || '–'], ...columns]).lines,
        ...(used.length === 0 ? ['The key was not used in this period.'] : []),
        `Beyond the call limit in the last 24 hours: ${observed} observed, ${refused} refused.`,
      ],
    }
  })
}

type Counts = Readonly<{ calls: number; accountsOpened: number; refusals: number }>

const columns: Columns<Counts> = [
  ['CALLS', ({ calls }) => String(calls)],
  ['ACCOUNTS OPENED', ({ accountsOpened }) => String(accountsOpened)],
  ['REFUSALS', ({ refusals }) => String(refusals)],
]
