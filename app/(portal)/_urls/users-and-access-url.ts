import {
  type KeyFilter,
  keyAgeFilters,
  keySorts,
  keyStateFilters,
  keyUses,
} from '#lib/domain/keys/api-keys/key-filter.ts'
import { type UserFilter, userOrders, userStatuses } from '#lib/domain/people/users/user-filter.ts'
import { roles } from '#lib/foundation/authorization/roles.ts'
import { fromQueryText, type Query, toHref, toQueryText, type UrlParameters } from './list-url.ts'

/** The page's sections and the dialogs that URLs open over them, without scripts. */
const dialogs = {
  users: ['add-user', 'edit-user', 'password-link', 'reset-factors', 'deactivate-user', 'reactivate-user'],
  'return-addresses': ['add-return-address', 'remove-return-address'],
  'api-keys': [
    'generate-key',
    'key-created',
    'edit-key',
    'disable-key',
    'enable-key',
    'revoke-key',
    'limit-key',
    'narrow-key',
    'extend-key',
  ],
} as const

export const sectionIds = ['users', 'return-addresses', 'api-keys'] as const

export type SectionId = (typeof sectionIds)[number]
export type DialogName = (typeof dialogs)[SectionId][number]

/** Search and page of the users list, its filter and the state of the API keys list unless they are the default. */
export type ListState = Readonly<{
  search: string
  page: number
  users?: UserFilter
  keys?: KeyListState
  /** On the page of all users. */
  all?: boolean
}>

/** Search, filters, order and page of the API keys list. */
export type KeyListState = KeyFilter & Readonly<{ page: number }>

export const allCurrentKeys: KeyListState = {
  search: '',
  state: 'current',
  age: 'any',
  ownerId: '',
  purpose: undefined,
  sort: 'newest',
  page: 1,
}

/** The query parameters of the keys, next to those of the users. */
export const keyParameters = {
  search: 'key',
  state: 'state',
  age: 'age',
  ownerId: 'owner',
  purpose: 'purpose',
  sort: 'sort',
  page: 'keys',
} as const satisfies Record<keyof KeyListState, string>

export type OpenDialog = Readonly<{
  name: DialogName
  section: SectionId
  /** The dialog's subject: a user ID, a key ID, an origin, a role or the purpose of a key. */
  subject: string
}>

export const listPath = '/users-and-access'
/** All users. */
export const usersPath = `${listPath}/users`

export function readListState(query: Query, all = false): ListState {
  const listState = { search: first(query.q).trim(), page: toPage(first(query.page)) }
  const [users, keys] = [readUserFilter(query), readKeyListState(query)]
  return {
    ...listState,
    ...(Object.keys(users).length > 0 && { users }),
    ...(Object.keys(keyListParameters(keys)).length > 0 && { keys }),
    ...(all && { all }),
  }
}

function readUserFilter(query: Query): UserFilter {
  const role = roles.find((known) => known === first(query.role))
  const status = userStatuses.find((known) => known === first(query.status))
  const order = userOrders.find((known) => known === first(query.order))
  return {
    ...(role && { role }),
    ...(status && { status }),
    ...(first(query.access) === 'none' && { noAccess: true }),
    ...(first(query.factor) === 'none' && { noFactor: true }),
    ...(order && order !== 'name' && { order }),
  }
}

/** Search, filter and order of the users, from the first page. */
export function userParameters({ search, users = {} }: Pick<ListState, 'search' | 'users'>): Record<string, string> {
  const { role, status, noAccess, noFactor, order } = users
  return {
    ...(search !== '' && { q: search }),
    ...(role && { role }),
    ...(status && { status }),
    ...(noAccess && { access: 'none' }),
    ...(noFactor && { factor: 'none' }),
    ...(order && { order }),
  }
}

/** The first page in this order; for the current one, in the opposite direction. */
export function userSortHref(listState: ListState, by: 'name' | 'sign-in'): string {
  const current = listState.users?.order ?? 'name'
  const start = by === 'name' ? 'name' : '-sign-in'
  const order = current === start ? (by === 'name' ? '-name' : 'sign-in') : start
  return listHref({ ...listState, page: 1, users: { ...listState.users, order: order === 'name' ? undefined : order } })
}

function readKeyListState(query: Query): KeyListState {
  const read = (field: keyof KeyListState) => first(query[keyParameters[field]])
  const { state, age, sort } = allCurrentKeys
  return {
    search: read('search').trim(),
    state: keyStateFilters.find((known) => known === read('state')) ?? state,
    age: keyAgeFilters.find((known) => known === read('age')) ?? age,
    ownerId: read('ownerId'),
    purpose: keyUses.find((known) => known === read('purpose')),
    sort: keySorts.find((known) => known === read('sort')) ?? sort,
    page: toPage(read('page')),
  }
}

/** The parameters that differ from the defaults. */
export function keyListParameters(keys: KeyListState = allCurrentKeys): Record<string, string> {
  const fields = Object.keys(keyParameters) as (keyof KeyListState)[]
  const chosen = fields.filter((field) => keys[field] !== allCurrentKeys[field])
  return Object.fromEntries(chosen.map((field) => [keyParameters[field], String(keys[field])]))
}

/** The first page of the keys in this order. */
export function keySortHref({ keys = allCurrentKeys, ...listState }: ListState, sort: KeyListState['sort']): string {
  return listHref({ ...listState, keys: { ...keys, sort, page: 1 } }, 'api-keys')
}

export function readOpenDialog(query: Query): OpenDialog | undefined {
  for (const section of sectionIds) {
    const name = dialogs[section].find((known) => known === first(query.dialog))
    if (name) return { name, section, subject: first(query.of) }
  }
  return undefined
}

/** The list's URL without a dialog. `section` becomes the fragment. */
export function listHref(listState: ListState, section?: SectionId): string {
  return toHref(pathOf(listState), toParameters(listState), section)
}

/** The URL that opens a dialog over the list. */
export function dialogHref(listState: ListState, name: DialogName, subject?: string): string {
  return toHref(pathOf(listState), { ...toParameters(listState), dialog: name, of: subject })
}

function pathOf({ all }: ListState): string {
  return all ? usersPath : listPath
}

/** A user's own page. */
export function userHref(userId: string): string {
  return `${usersPath}/${userId}`
}

export function userAccountsHref(userId: string): string {
  return `${userHref(userId)}/accounts`
}

/** The list of access requests. */
export const requestsPath = `${listPath}/requests`

/** A page of the pending ones. @param after the last request of the page before; empty for the first page */
export function requestsHref(after: string): string {
  return toHref(requestsPath, { after: after || undefined })
}

/** The URL that opens the dialog of a decision over a page of access requests. */
export function decisionHref(decision: 'approved' | 'declined', requestId: string, after: string): string {
  return toHref(requestsPath, { after: after || undefined, decide: decision, of: requestId })
}

/** A key's own page. */
export function keyHref(keyId: string): string {
  return `${listPath}/keys/${keyId}`
}

/** The URL that opens a dialog over a key's page. */
export function keyDialogHref(keyId: string, dialog: DialogName): string {
  return toHref(keyHref(keyId), { dialog })
}

/** The list state as one hidden form field. */
export function encodeListState(listState: ListState): string {
  return toQueryText({ ...toParameters(listState), all: listState.all ? 'users' : undefined })
}

export function decodeListState(text: string): ListState {
  const query = fromQueryText(text)
  return readListState(query, query.all === 'users')
}

function toParameters({ search, page, users, keys }: ListState): UrlParameters {
  return {
    ...userParameters({ search, ...(users && { users }) }),
    page: page > 1 ? page : undefined,
    ...keyListParameters(keys),
  }
}

function toPage(text: string): number {
  const page = Number(text)
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

/** A repeated parameter counts once. */
function first(value: Query[string]): string {
  return (typeof value === 'object' ? value[0] : value) ?? ''
}
