import { type KeyFilter, keyAgeFilters, keySorts, keyStateFilters } from '#lib/api-keys/key-filter.ts'

/** Search, filters, order and page of the API keys list. */
export type KeyListState = KeyFilter & Readonly<{ page: number }>

export const allCurrentKeys: KeyListState = {
  search: '',
  state: 'current',
  age: 'any',
  ownerId: '',
  sort: 'newest',
  page: 1,
}

/** The list's query parameters, beside those of the users list. */
export const keyParameters = {
  search: 'key',
  state: 'state',
  age: 'age',
  ownerId: 'owner',
  sort: 'sort',
  page: 'keys',
} as const satisfies Record<keyof KeyListState, string>

/** @param read returns a parameter's value, empty if missing */
export function readKeyListState(read: (parameter: string) => string): KeyListState {
  const page = Number(read(keyParameters.page))
  const chosen = <T extends string>(values: readonly T[], parameter: string, otherwise: T) =>
    values.find((value) => value === read(parameter)) ?? otherwise
  return {
    search: read(keyParameters.search).trim(),
    state: chosen(keyStateFilters, keyParameters.state, allCurrentKeys.state),
    age: chosen(keyAgeFilters, keyParameters.age, allCurrentKeys.age),
    ownerId: read(keyParameters.ownerId),
    sort: chosen(keySorts, keyParameters.sort, allCurrentKeys.sort),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** The parameters that differ from the defaults. */
export function keyListParameters(listState: KeyListState): [string, string][] {
  const fields = Object.keys(keyParameters) as (keyof KeyListState)[]
  return fields
    .filter((field) => listState[field] !== allCurrentKeys[field])
    .map((field) => [keyParameters[field], String(listState[field])])
}

export function isFiltered({ search, state, age, ownerId }: KeyListState): boolean {
  return search !== '' || state !== allCurrentKeys.state || age !== 'any' || ownerId !== ''
}
