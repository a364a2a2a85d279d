import type { EventKind, NewEvent } from '#lib/foundation/audit/event.ts'
import { foldForSearch } from '#lib/kernel/fold-text.ts'

export const maxGroups = 1_000
export const maxRulesOfGroup = 20
/** Accounts that are added by entering their IDs: more are easier to check in a file. */
export const maxEnteredAccounts = 500
/** Of all groups: every new account is compared with every rule. */
export const maxRules = 1_000
/** Counts above this are not exact: the interface says "1,000+". */
export const maxCounted = 1_000

export const groupNameLengths = { min: 1, max: 80 } as const
/** The texts that a group may have, with their greatest lengths. `fields.ts` declares each of them. */
export const groupTextLengths = { note: 200 } as const
export type GroupText = keyof typeof groupTextLengths
export const groupTexts = Object.keys(groupTextLengths) as GroupText[]

/** What users enter. An empty text: the group has none. */
export type GroupFields = Readonly<{ name: string } & Record<GroupText, string>>

/** A named set of accounts. A user who is given a group may open its accounts, including those added later. */
export type AccountGroup = GroupFields & Readonly<{ id: string; changedAt: number }>

/** How many there are: exactly, or at least this many. */
export type BoundedCount = Readonly<{ count: number; isExact: boolean }>

export type AccountGroupWithRules = AccountGroup & Readonly<{ rules: readonly GroupRule[] }>

export type AccountGroupSummary = AccountGroupWithRules & Readonly<{ accounts: BoundedCount; users: BoundedCount }>

/** Accounts whose ID starts with `idPrefix` and that have this locale belong to the group; empty text matches all. */
export type GroupRule = Readonly<{
  id: string
  idPrefix: string
  locale: string
  /** Whether the accounts that existed before the rule are matched; otherwise this was interrupted and can continue. */
  isApplied: boolean
}>

/** An account of a group: chosen, or there because of these rules, or both. */
export type GroupMembership = Readonly<{ accountId: string; isChosen: boolean; ruleIds: readonly string[] }>

/** The groups of an account: how many, and the first by name. */
export type GroupsOfAccount = Readonly<{ total: number; first: readonly Pick<AccountGroup, 'id' | 'name'>[] }>

/** Two groups can't have names that differ only in case and accents. */
export function toGroupNameKey(name: string): string {
  return foldForSearch(name)
}

export function toBoundedCount(found: number): BoundedCount {
  return { count: Math.min(found, maxCounted), isExact: found <= maxCounted }
}

export function matchesRule(
  { idPrefix, locale }: Pick<GroupRule, 'idPrefix' | 'locale'>,
  account: Readonly<{ id: string; locale: string | null }>,
): boolean {
  return account.id.startsWith(idPrefix) && (locale === '' || account.locale === locale)
}

export function groupEvent(
  kind: Extract<EventKind, `account_group.${string}`>,
  { id, name }: Pick<AccountGroup, 'id' | 'name'>,
  details: NewEvent['details'] = {},
): NewEvent {
  return { kind, subject: { kind: 'account_group', id, name }, details }
}
