import { type Query, textOf, toHref } from '#app/(portal)/_urls/list-url.ts'
import { userAccountsHref } from '#app/(portal)/_urls/users-and-access-url.ts'

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
  return { userId, query: textOf(query.q), view, after: textOf(query.after) || undefined }
}

export function accessListHref({ userId, query, view, after }: AccessListState): string {
  return toHref(userAccountsHref(userId), { q: query || undefined, view: view === 'all' ? undefined : view, after })
}
