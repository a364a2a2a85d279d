import { describe, expect, it } from 'vitest'
import {
  allCurrentKeys,
  decodeListState,
  dialogHref,
  encodeListState,
  keySortHref,
  listHref,
  readListState,
  readOpenDialog,
  userSortHref,
} from './users-and-access-url.ts'

const start = { search: '', page: 1 }
const listState = { search: 'a & b#c', page: 3 }

describe('a list state', () => {
  it('has an address that leads back to it', () => {
    expect(listHref(start)).toBe('/users-and-access')
    expect(listHref(start, 'api-keys')).toBe('/users-and-access#api-keys')
    expect(listHref(listState, 'users')).toBe('/users-and-access?q=a+%26+b%23c&page=3#users')
    expect(readListState({ q: 'a & b#c', page: '3' })).toEqual(listState)
  })

  it('carries the filter and order of the users', () => {
    const filtered = {
      ...start,
      users: { role: 'agent', status: 'never', noAccess: true, noFactor: true, order: '-sign-in' },
    } as const
    expect(listHref(filtered)).toBe('/users-and-access?role=agent&status=never&access=none&factor=none&order=-sign-in')
    expect(decodeListState(encodeListState(filtered))).toEqual(filtered)
    expect(readListState({ role: 'king', status: 'gone', access: 'all', order: 'name' })).toEqual(start)
    expect(userSortHref(filtered, 'sign-in')).toContain('order=sign-in')
    expect(userSortHref({ ...filtered, page: 3 }, 'name')).toBe(
      '/users-and-access?role=agent&status=never&access=none&factor=none',
    )
    expect(userSortHref(start, 'name')).toBe('/users-and-access?order=-name')
  })

  it('of all users leads back to their page', () => {
    const all = { ...listState, all: true }
    expect(listHref(all, 'users')).toBe('/users-and-access/users?q=a+%26+b%23c&page=3#users')
    expect(dialogHref(all, 'edit-user', 'usr_1')).toBe(
      '/users-and-access/users?q=a+%26+b%23c&page=3&dialog=edit-user&of=usr_1',
    )
    expect(decodeListState(encodeListState(all))).toEqual(all)
  })

  it('carries the purpose and the order of the keys', () => {
    const href = keySortHref({ ...start, keys: { ...allCurrentKeys, purpose: 'manage', page: 4 } }, 'expires')
    expect(href).toBe('/users-and-access?purpose=manage&sort=expires#api-keys')
    expect(readListState({ purpose: 'spy' })).toEqual(start)
  })

  it('is carried through a form unchanged', () => {
    expect(decodeListState(encodeListState(listState))).toEqual(listState)
    expect(decodeListState(encodeListState(start))).toEqual(start)
  })

  it.each(['0', '-1', '1.5', 'x', '', '1e99'])('is page 1 where the address says %j', (page) => {
    expect(readListState({ page })).toEqual(start)
  })

  it('takes the first of a repeated value', () => {
    expect(readListState({ q: ['one', 'two'], page: ['2', '5'] })).toEqual({ search: 'one', page: 2 })
  })

  it('never leaves this page, whatever a form sends', () => {
    expect(listHref(decodeListState('https://evil.example/?q=//evil&page=//'), 'users')).toBe('/users-and-access#users')
  })
})

describe('a dialog', () => {
  it('opens over the list by URL', () => {
    const href = dialogHref(listState, 'remove-return-address', 'https://app.example.com')
    expect(href).toBe(
      '/users-and-access?q=a+%26+b%23c&page=3&dialog=remove-return-address&of=https%3A%2F%2Fapp.example.com',
    )
    const query = Object.fromEntries(new URL(href, 'https://x.example').searchParams)
    expect(readOpenDialog(query)).toEqual({
      name: 'remove-return-address',
      section: 'return-addresses',
      subject: 'https://app.example.com',
    })
    expect(readListState(query)).toEqual(listState)
  })

  it('of an unknown name is none', () => {
    expect(readOpenDialog({ dialog: 'delete-everything' })).toBeUndefined()
    expect(readOpenDialog({})).toBeUndefined()
  })
})
