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

/** What may be said about an account by whoever adds, edits or imports it. */
export type AccountFields = Readonly<Pick<Account, 'name' | 'locale' | 'deepPath'>>

/** The path under which an opened account lives: its session cookie is bound to it. */
export function accountPath(accountId: string): string {
  return `/accounts/${accountId}`
}
