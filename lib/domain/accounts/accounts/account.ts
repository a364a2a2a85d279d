import type { EventKind, NewEvent } from '#lib/foundation/audit/event.ts'
import { recordOf } from '#lib/kernel/record-of.ts'

/** The texts that an account may have, in the order of forms, files and tables. `fields.ts` declares each of them. */
export const optionalFields = ['locale', 'deepPath'] as const
export type OptionalField = (typeof optionalFields)[number]

/** What an account consists of, apart from its ID. Null: the account has no such text. */
export type AccountFields = Readonly<{ name: string } & Record<OptionalField, string | null>>

/** An account, which a user opens with one click. */
export type Account = AccountFields &
  Readonly<{
    id: string
    createdAt: number
    /** Since when no user can open it; null while it is active. */
    suspendedAt: number | null
  }>

export type NewAccount = Readonly<Pick<Account, 'id'>> & AccountFields

/**
 * An account as a client program wants it. Without `suspended`, a new one is active and an existing one keeps its
 * state.
 */
export type WantedAccount = NewAccount & Readonly<{ suspended?: boolean | undefined }>

/** Which accounts the managers' list shows. */
export const accountStateFilters = ['all', 'active', 'suspended'] as const
export type AccountStateFilter = (typeof accountStateFilters)[number]

export type AccountFilter = Readonly<{
  state?: AccountStateFilter | undefined
  locale?: string | undefined
  neverOpened?: boolean | undefined
  /** The ID of an account group. */
  group?: string | undefined
}>

export const accountSorts = ['name', 'id', 'created', 'opened'] as const
export type AccountSort = (typeof accountSorts)[number]
export type AccountOrder = Readonly<{ by: AccountSort; descending: boolean }>

export const byNameAscending: AccountOrder = { by: 'name', descending: false }

/** An account in the managers' list. */
export type ManagedAccount = Account &
  Readonly<{
    /** When a user last opened it, exact to the hour; null for never. */
    lastOpenedAt: number | null
  }>

/** An account as the launcher shows it to one user. */
export type LauncherAccount = Readonly<{
  id: string
  name: string
  locale: string | null
  pinned: boolean
  /** When this user last opened it; null for never. */
  openedAt: number | null
}>

/** The path of an open account. Its session cookie is limited to this path. */
export function accountPath(accountId: string): string {
  return `/accounts/${accountId}`
}

/** Nothing but the fields. */
export function toFields({ name, ...account }: AccountFields): AccountFields {
  return { name, ...recordOf(optionalFields, (field) => account[field]) }
}

export function changedFields(before: AccountFields, after: AccountFields): (keyof AccountFields)[] {
  return (['name', ...optionalFields] as const).filter((field) => before[field] !== after[field])
}

/** An audit event about an account under its current name. */
export function accountEvent(
  kind: EventKind,
  { id, name }: Pick<Account, 'id' | 'name'>,
  details?: NewEvent['details'],
): NewEvent {
  return { kind, subject: { kind: 'account', id, name }, accountId: id, ...(details && { details }) }
}
