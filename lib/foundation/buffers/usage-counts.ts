import type { RefusalCode } from '#lib/kernel/errors.ts'

/** The counts: the work of client programs, and each kind of refusal. */
export type UsageName =
  | 'token-issued'
  | 'token-refreshed'
  | 'link-issued'
  | 'account-opened'
  | 'refusal-not-kept'
  | `refused:${RefusalCode}`

/** The counts by key. */
export type KeyUsageName = 'token-issued' | 'token-refreshed' | 'link-issued' | 'account-opened' | 'refused'

/** The key that a count concerns, and its secret if one is known. */
export type UsageSubject = Readonly<{ keyId: string; secretId?: string }>

export type KeyCount = Required<UsageSubject> & { readonly name: KeyUsageName; count: number }

/** The counts of this process since they were last written (see `startUsageWriter`): no request waits for them. */
export type UsageCounts = Map<UsageName, number>
export type KeyCounts = Map<string, KeyCount>

/** Different counts by key in one interval. Beyond them, only the totals are counted. */
export const maxKeyCounts = 5_000

/** Counts what a request did, and for whom. */
export function countUse(
  { usage, keyUsage }: Readonly<{ usage: UsageCounts; keyUsage: KeyCounts }>,
  name: UsageName,
  subject?: UsageSubject,
): void {
  usage.set(name, (usage.get(name) ?? 0) + 1)
  if (subject === undefined || name === 'refusal-not-kept') return
  const { keyId, secretId = '' } = subject
  addKeyCount(keyUsage, { name: toKeyUsageName(name), keyId, secretId, count: 1 })
}

export function addKeyCount(keyUsage: KeyCounts, added: KeyCount): void {
  const { name, keyId, secretId, count } = added
  const key = `${name} ${keyId} ${secretId}`
  const counted = keyUsage.get(key)
  if (counted) counted.count += count
  else if (keyUsage.size < maxKeyCounts) keyUsage.set(key, added)
}

function toKeyUsageName(name: Exclude<UsageName, 'refusal-not-kept'>): KeyUsageName {
  return isRefusal(name) ? 'refused' : name
}

function isRefusal(name: UsageName): name is `refused:${RefusalCode}` {
  return name.startsWith('refused:')
}
