import {
  type AccountFilter,
  type AccountOrder,
  type AccountSort,
  type AccountStateFilter,
  accountSorts,
  accountStateFilters,
  byNameAscending,
} from '#lib/domain/accounts/accounts/account.ts'
import { fromQueryText, type Query, textOf, toHref, toQueryText, type UrlParameters } from './list-url.ts'

/** Search, filters, order and page of the accounts list. */
export type ListState = Required<AccountFilter> &
  Readonly<{
    query: string
    state: AccountStateFilter
    order: AccountOrder
    /** The last account of the previous page; `undefined` on the first page. */
    after: string | undefined
  }>

/** The dialog in the URL: it works without scripts and survives a reload. */
export const dialogNames = ['add', 'edit', 'suspend'] as const
export type DialogName = (typeof dialogNames)[number]

export const listPath = '/manage/accounts'
export const importPath = '/manage/accounts/import'

/** The URL of one import: its review, progress and result. */
export function importHref(id: string): string {
  return `${importPath}/${id}`
}

/** The page of one account. */
export function accountHref(accountId: string): string {
  return `${listPath}/id/${encodeURIComponent(accountId)}`
}

/** A dialog over the account's page. */
export function accountDialogHref(accountId: string, name: DialogName): string {
  return toHref(accountHref(accountId), { dialog: name })
}

export function readAccountsState(query: Query): ListState {
  const state = accountStateFilters.find((known) => known === query.state) ?? 'all'
  const locale = textOf(query.locale).slice(0, 20) || undefined
  const neverOpened = textOf(query.opened) === 'never'
  return {
    query: textOf(query.q),
    state,
    locale,
    neverOpened,
    group: textOf(query.group).slice(0, 64) || undefined,
    order: readOrder(query),
    after: textOf(query.after) || undefined,
  }
}

/** `-created` is `created` in descending order. */
function readOrder(query: Query): AccountOrder {
  const text = textOf(query.sort)
  const descending = text.startsWith('-')
  const by = accountSorts.find((known) => known === text.slice(descending ? 1 : 0))
  return by ? { by, descending } : byNameAscending
}

/**
 * The first page in this order. A column starts in the direction that is asked for most, and turns when it is current.
 */
export function sortHref(listState: ListState, by: AccountSort): string {
  const { order } = listState
  const descending = order.by === by ? !order.descending : by === 'created' || by === 'opened'
  return manageAccountsHref({ ...listState, order: { by, descending }, after: undefined })
}

/** `of` is the account ID. */
export function readDialog(query: Query): Readonly<{ name: DialogName; of: string }> | undefined {
  const name = dialogNames.find((known) => known === query.dialog)
  return name && { name, of: textOf(query.of) }
}

export function manageAccountsHref(listState: Partial<ListState>): string {
  return toHref(listPath, toParameters(listState))
}

/** The page that contains the account just added. */
export function addedHref(accountId: string, after: string | undefined): string {
  return toHref(listPath, { after, added: accountId })
}

export function manageAccountsDialogHref(listState: ListState, name: DialogName, accountId?: string): string {
  return toHref(listPath, { ...toParameters(listState), dialog: name, of: accountId })
}

/** The list state as one hidden form field. */
export function encodeAccountsState(listState: Partial<ListState>): string {
  return toQueryText(toParameters(listState))
}

export function decodeAccountsState(text: string): ListState {
  return readAccountsState(fromQueryText(text))
}

/** Search, filters and order as query parameters: the first page. */
export function toListParameters(listState: ListState): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(encodeAccountsState({ ...listState, after: undefined })))
}

function toParameters({ query, state, locale, neverOpened, group, order, after }: Partial<ListState>): UrlParameters {
  const { by, descending } = order ?? byNameAscending
  return {
    q: query || undefined,
    state: state === 'all' ? undefined : state,
    locale,
    opened: neverOpened ? 'never' : undefined,
    group,
    sort: by === 'name' && !descending ? undefined : `${descending ? '-' : ''}${by}`,
    after,
  }
}
