import { type KeyListState, keyListParameters, readKeyListState } from './key-list-state.ts'

/** The page's sections and the dialogs that URLs open over them, without scripts. */
const dialogs = {
  users: ['add-user', 'edit-user', 'password-link', 'deactivate-user', 'reactivate-user'],
  'return-addresses': ['add-return-address', 'remove-return-address'],
  'api-keys': ['generate-key', 'key-created', 'disable-key', 'enable-key', 'revoke-key'],
} as const

export const sectionIds = ['users', 'return-addresses', 'api-keys'] as const

export type SectionId = (typeof sectionIds)[number]
export type DialogName = (typeof dialogs)[SectionId][number]

/** The state of the users list, and of the API keys list unless it is the default. */
export type ListState = Readonly<{ search: string; page: number; keys?: KeyListState }>

export type OpenDialog = Readonly<{
  name: DialogName
  section: SectionId
  /** The dialog's subject: a user ID, a key ID or an origin. */
  subject: string
}>

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>

export const listPath = '/users-and-access'

export function readListState(query: Query): ListState {
  const page = Number(first(query.page))
  const listState = { search: first(query.q).trim(), page: Number.isSafeInteger(page) && page > 0 ? page : 1 }
  const keys = readKeyListState((parameter) => first(query[parameter]))
  return keyListParameters(keys).length === 0 ? listState : { ...listState, keys }
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
  return toHref(listParameters(listState), section)
}

/** The URL that opens a dialog over the list. */
export function dialogHref(listState: ListState, name: DialogName, subject?: string): string {
  const parameters = listParameters(listState)
  parameters.set('dialog', name)
  if (subject !== undefined) parameters.set('of', subject)
  return toHref(parameters)
}

/** The URL of a user's account access page. */
export function userAccountsHref(userId: string): string {
  return `${listPath}/users/${userId}/accounts`
}

/** The list state as one hidden form field. */
export function encodeListState(listState: ListState): string {
  return listParameters(listState).toString()
}

export function decodeListState(text: string): ListState {
  return readListState(Object.fromEntries(new URLSearchParams(text)))
}

function listParameters({ search, page, keys }: ListState): URLSearchParams {
  const parameters = new URLSearchParams()
  if (search !== '') parameters.set('q', search)
  if (page > 1) parameters.set('page', String(page))
  for (const [name, value] of keys ? keyListParameters(keys) : []) parameters.set(name, value)
  return parameters
}

function toHref(parameters: URLSearchParams, section?: SectionId): string {
  const query = parameters.size > 0 ? `?${parameters}` : ''
  return `${listPath}${query}${section ? `#${section}` : ''}`
}

function first(value: Query[string]): string {
  return (typeof value === 'object' ? value[0] : value) ?? ''
}
