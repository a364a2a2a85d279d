import { expect, it } from 'vitest'
import { countCookies, readCookie } from '#lib/web/http/cookies.ts'

it.each([
  ['', 0, undefined],
  ['b=1', 0, undefined],
  ['a=1', 1, '1'],
  ['b=2; a=1', 1, '1'],
  ['ab=2; a=1; ba=3', 1, '1'],
  ['b=a=2; a=1', 1, '1'],
  ['a=1; a=2', 2, undefined],
  ['a=1;a=1', 2, undefined],
  ['a=1; b=2; \ta =3', 2, undefined],
  ['a; a=1', 2, undefined],
  ['a=1; A=2', 1, '1'],
])('a Cookie header %j has %i cookies named a, and one value at most', (header, count, value) => {
  expect(countCookies(header, 'a')).toBe(count)
  expect(readCookie(header, 'a')).toBe(value)
})
