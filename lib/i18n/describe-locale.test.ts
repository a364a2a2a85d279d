import { expect, it } from 'vitest'
import { describeLocale } from '#lib/i18n/describe-locale.ts'

it.each([
  ['de-at', 'Deutsch · AT'],
  ['fr-be', 'Français · BE'],
  ['es-419', 'Español · 419'],
  ['nl', 'Nederlands'],
  ['ja-jp', '日本語 · JP'],
  ['zz-zz', 'Zz · ZZ'],
])('%s is described as %s', (locale, described) => {
  expect(describeLocale(locale)).toBe(described)
})
