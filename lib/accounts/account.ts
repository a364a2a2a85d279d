/** What a person opens with one click. */
export type Account = Readonly<{
  id: string
  name: string
  /** The language and region it opens in where the request names none, such as `de-at`. */
  locale: string | null
  /** Where inside the account to land, below {@link accountPath}; null: at that path itself. */
  deepPath: string | null
  createdAt: number
  /** Since when nobody can open it; null while it is active. */
  suspendedAt: number | null
}>

/** What may be changed about an account. */
export type AccountFields = Readonly<Pick<Account, 'name' | 'locale' | 'deepPath'>>

export type NewAccount = Readonly<Pick<Account, 'id'>> & AccountFields

/** Which accounts a list of managers shows. */
export const accountStates = ['all', 'active', 'suspended'] as const
export type AccountState = (typeof accountStates)[number]

/** An account as the launcher shows it to one person. */
export type LauncherAccount = Readonly<{
  id: string
  name: string
  locale: string | null
  pinned: boolean
  /** When this person opened it last; null: never. */
  openedAt: number | null
}>

/** An account as it is offered for a user's list. */
export type AccountChoice = Account & Readonly<{ listed: boolean }>

/** The path under which an opened account lives: its session cookie is bound to it. */
export function accountPath(accountId: string): string {
  return `/accounts/${accountId}`
}

/** The names of the fields in which two versions of an account differ. */
export function changedFields(before: AccountFields, after: AccountFields): (keyof AccountFields)[] {
  return (['name', 'locale', 'deepPath'] as const).filter((field) => before[field] !== after[field])
}
