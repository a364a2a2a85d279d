import { type AccountStateFilter, accountStateFilters } from '#lib/accounts/account.ts'

/** Search, filter and page of the accounts list. */
export type ListState = Readonly<{
  query: string
  state: AccountStateFilter
  /** The last account of the previous page; `undefined` on the first page. */
  after: string | undefined
}>

/** The dialog in the URL: it works without scripts and survives a reload. */
export const dialogNames = ['add', 'edit', 'suspend'] as const
export type DialogName = (typeof dialogNames)[number]

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>

export const listPath = '/manage/accounts'
export const importPath = '/manage/accounts/import'

/** The URL of one import: its review, progress and result. */
export function importHref(id: string): string {
  return `${importPath}/${id}`
}

export function readListState(query: Query): ListState {
  const state = accountStateFilters.find((known) => known === query.state) ?? 'all'
  return { query: text(query.q).trim(), state, after: text(query.after) || undefined }
}

/** `of` is the account ID. */
export function readDialog(query: Query): Readonly<{ name: DialogName; of: string }> | undefined {
  const name = dialogNames.find((known) => known === query.dialog)
  return name && { name, of: text(query.of) }
}

export function listHref(listState: Partial<ListState>): string {
  return toHref(listParameters(listState))
}

/** The page that contains the account just added. */
export function addedHref(accountId: string, after: string | undefined): string {
  const parameters = listParameters({ after })
  parameters.set('added', accountId)
  return toHref(parameters)
}

/** The ID of the account just added. */
export function readAdded(query: Query): string {
  return text(query.added)
}

export function dialogHref(listState: ListState, name: DialogName, accountId?: string): string {
  const parameters = listParameters(listState)
  parameters.set('dialog', name)
  if (accountId !== undefined) parameters.set('of', accountId)
  return toHref(parameters)
}

/** The list state as one hidden form field. */
export function encodeListState(listState: ListState): string {
  return listParameters(listState).toString()
}

export function decodeListState(packed: string): ListState {
  return readListState(Object.fromEntries(new URLSearchParams(packed)))
}

function listParameters({ query = '', state = 'all', after }: Partial<ListState>): URLSearchParams {
  const parameters = new URLSearchParams()
  if (query !== '') parameters.set('q', query)
  if (state !== 'all') parameters.set('state', state)
  if (after !== undefined) parameters.set('after', after)
  return parameters
}

function toHref(parameters: URLSearchParams): string {
  return parameters.size > 0 ? `${listPath}?${parameters}` : listPath
}

function text(value: Query[string]): string {
  return typeof value === 'string' ? value : ''
}
