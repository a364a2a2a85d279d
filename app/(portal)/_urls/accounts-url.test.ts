import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountSorts, accountStateFilters, byNameAscending } from '#lib/domain/accounts/accounts/account.ts'
import {
  decodeAccountsState,
  encodeAccountsState,
  type ListState,
  manageAccountsDialogHref,
  manageAccountsHref,
  readAccountsState,
  readDialog,
  sortHref,
} from './accounts-url.ts'

function queryOf(href: string): Record<string, string> {
  return Object.fromEntries(new URL(href, 'https://login.example.com').searchParams)
}

describe('a list state of accounts', () => {
  const anyPlace = fc.record({
    query: fc.string({ unit: 'grapheme' }).map((text) => text.trim()),
    state: fc.constantFrom(...accountStateFilters),
    locale: fc.option(fc.constantFrom('de-at', 'es-419'), { nil: undefined }),
    neverOpened: fc.boolean(),
    group: fc.option(fc.constant('grp_a'), { nil: undefined }),
    order: fc.record({ by: fc.constantFrom(...accountSorts), descending: fc.boolean() }),
    after: fc.option(fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/), { nil: undefined }),
  })

  it('is the same after its way through an address or a form', () => {
    fc.assert(
      fc.property(anyPlace, (listState) => {
        expect(readAccountsState(queryOf(manageAccountsHref(listState)))).toEqual(listState)
        expect(readAccountsState(queryOf(manageAccountsDialogHref(listState, 'edit', 'acme')))).toEqual(listState)
        expect(decodeAccountsState(encodeAccountsState(listState))).toEqual(listState)
      }),
    )
  })

  it('never leads away from the list', () => {
    fc.assert(
      fc.property(fc.string(), (packed) => {
        const { origin, pathname } = new URL(
          manageAccountsHref(decodeAccountsState(packed)),
          'https://login.example.com',
        )
        expect([origin, pathname]).toEqual(['https://login.example.com', '/manage/accounts'])
      }),
    )
  })

  it('is the first page of all where the address says nothing useful', () => {
    const start: ListState = {
      query: '',
      state: 'all',
      locale: undefined,
      neverOpened: false,
      group: undefined,
      order: byNameAscending,
      after: undefined,
    }
    expect(readAccountsState({})).toEqual(start)
    expect(readAccountsState({ q: ['a', 'b'], state: 'gone', sort: '-size', opened: 'yes', after: '' })).toEqual(start)
    expect(manageAccountsHref(start)).toBe('/manage/accounts')
  })

  it('sorts by a column, and turns its direction the second time', () => {
    const byName = readAccountsState({ after: 'acme', locale: 'de-at' })
    const newest = sortHref(byName, 'created')
    expect(newest).toBe('/manage/accounts?locale=de-at&sort=-created')
    expect(sortHref(readAccountsState(queryOf(newest)), 'created')).toBe('/manage/accounts?locale=de-at&sort=created')
    expect(sortHref(byName, 'name')).toBe('/manage/accounts?locale=de-at&sort=-name')
  })

  it('opens a dialog that exists, and no other', () => {
    expect(readDialog({ dialog: 'edit', of: 'acme' })).toEqual({ name: 'edit', of: 'acme' })
    expect(readDialog({ dialog: 'add' })).toEqual({ name: 'add', of: '' })
    expect(readDialog({ dialog: 'delete', of: 'acme' })).toBeUndefined()
  })
})
