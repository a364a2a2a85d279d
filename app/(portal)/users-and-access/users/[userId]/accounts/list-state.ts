import { type Query, userAccountsHref } from '../../../list-state.ts'

const choiceViews = ['list', 'all'] as const

/** Search, filter and page of the accounts to choose from. */
export type AccessListState = Readonly<{
  userId: string
  query: string
  /** `list`: the accounts that the user may open; `all`: every account. */
  view: (typeof choiceViews)[number]
  /** The last account of the previous page; `undefined` on the first page. */
  after: string | undefined
}>

export function readAccessListState(userId: string, query: Query): AccessListState {
  const view = choiceViews.find((known) => known === query.view) ?? 'all'
  return { userId, query: text(query.q).trim(), view, after: text(query.after) || undefined }
}

export function accessListHref({ userId, query, view, after }: AccessListState): string {
  const parameters = new URLSearchParams()
  if (query !== '') parameters.set('q', query)
  if (view !== 'all') parameters.set('view', view)
  if (after !== undefined) parameters.set('after', after)
  return parameters.size > 0 ? `${userAccountsHref(userId)}?${parameters}` : userAccountsHref(userId)
}

function text(value: Query[string]): string {
  return typeof value === 'string' ? value : ''
}
