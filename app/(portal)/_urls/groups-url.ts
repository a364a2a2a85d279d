import { type Query, textOf, toHref } from './list-url.ts'

/** A tab of Manage accounts. */
export const groupsPath = '/manage/accounts/groups'

export type GroupListState = Readonly<{ query: string; page: number }>

export function readGroupListState(query: Query): GroupListState {
  return { query: textOf(query.q), page: Number(textOf(query.page)) || 1 }
}

export function groupListHref({ query, page }: GroupListState): string {
  return toHref(groupsPath, { q: query || undefined, page: page > 1 ? page : undefined })
}

export const addGroupHref = toHref(groupsPath, { dialog: 'add' })

/** The dialogs over the page of a group. `of` is a rule or a user. */
export const groupDialogs = ['edit', 'delete', 'accounts', 'rule', 'remove-rule', 'give', 'take'] as const
export type GroupDialogName = (typeof groupDialogs)[number]

export type GroupPageState = Readonly<{ query: string; after: string | undefined }>

export function groupHref(groupId: string, { query, after }: Partial<GroupPageState> = {}): string {
  return toHref(`${groupsPath}/${encodeURIComponent(groupId)}`, { q: query || undefined, after })
}

export function groupDialogHref(groupId: string, dialog: GroupDialogName, of?: string): string {
  return toHref(groupHref(groupId), { dialog, of })
}
