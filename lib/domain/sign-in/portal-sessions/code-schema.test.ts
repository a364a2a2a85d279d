import { expect, it } from 'vitest'
import { codeSchema } from '#lib/domain/sign-in/portal-sessions/schema.ts'

const read = (code: string) => codeSchema.safeParse({ code }).data?.code

it.each([
  ['as it is', '123456'],
  ['in full-width digits', '１２３４５６'],
  ['in two groups', '123 456'],
  ['with hyphens', '123-456'],
  ['with a dash of a word processor', '123–456'],
  ['with a no-break space', '123\u00a0456'],
  ['with an ideographic space', '１２３\u3000４５６'],
  ['with an invisible character', '\u200b123456'],
])('a code is read %s', (_name, code) => {
  expect(read(code)).toBe('123456')
})

it('a recovery code is read in its groups, and in full width', () => {
  expect(read('4k7d-9x2m ABCD')).toBe('4k7d9x2mABCD')
  expect(read('４Ｋ７Ｄ－９Ｘ２Ｍ')).toBe('4K7D9X2M')
})

it('no code is left of spaces and hyphens', () => {
  expect(codeSchema.safeParse({ code: ' - ' }).error?.issues[0]?.message).toBe('required')
})
