import type { EventKind, NewEvent } from '#lib/audit/event.ts'

/** An account, which a user opens with one click. */
export type Account = Readonly<{
  id: string
  name: string
  /** The language and region it opens in unless the request names another, such as `de-at`. */
  locale: string | null
  /** Where inside the account to land, below {@link accountPath}; null for that path itself. */
  deepPath: string | null
  createdAt: number
  /** Since when no user can open it; null while it is active. */
  suspendedAt: number | null
}>

export type AccountFields = Readonly<Pick<Account, 'name' | 'locale' | 'deepPath'>>

export type NewAccount = Readonly<Pick<Account, 'id'>> & AccountFields

/** An account as a client program wants it. Without `suspended`, a new one is active and an existing one keeps its state. */
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

export function changedFields(before: AccountFields, after: AccountFields): (keyof AccountFields)[] {
  return (['name', 'locale', 'deepPath'] as const).filter((field) => before[field] !== after[field])
}

/** An audit event about an account under its current name. */
export function accountEvent(
  kind: EventKind,
  { id, name }: Pick<Account, 'id' | 'name'>,
  details?: NewEvent['details'],
): NewEvent {
  return { kind, subject: { kind: 'account', id, name }, accountId: id, ...(details && { details }) }
}
