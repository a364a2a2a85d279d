import { expect, it } from 'vitest'
import { describeLocale } from '#lib/foundation/i18n/describe-locale.ts'

it.each([
  ['de-at', 'Deutsch\u00a0· AT'],
  ['fr-be', 'Français\u00a0· BE'],
  ['es-419', 'Español\u00a0· 419'],
  ['nl', 'Nederlands'],
  ['ja-jp', '日本語\u00a0· JP'],
  ['zz-zz', 'Zz\u00a0· ZZ'],
])('%s is described as %s', (locale, described) => {
  expect(describeLocale(locale)).toBe(described)
})
